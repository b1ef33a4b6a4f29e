/* Archives of programs: what is written can be read, with the key; each damaged, truncated, forged or otherwise signed
 * one is an error, and none of its entries is stored. */
#include "base/archive.h"
#include "base/file.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

#include <sys/stat.h>

static const char path[] = "x.cache", folder[] = "cache";
static struct signature_key key;
static bool has_crypto;

/* Refused, with one line that contains the words. */
#define REFUSED(call, expected, words)                                                                                 \
    do {                                                                                                               \
        caught = (struct fault){0};                                                                                    \
        const enum status got_ = (call);                                                                               \
        WRONG_IF(got_ != (expected) || caught.status != got_ || !strstr(caught.text, words) ||                         \
                     strchr(caught.text, '\n'),                                                                        \
                 "%s:%d: got \"%s\", expected \"%s\"\n", __FILE__, __LINE__, caught.text, words);                      \
    } while (0)

static struct store_key key_of(const char *text)
{
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, text);
    return store_hash_key(&hash);
}

static void write_text(const char *text, size_t length)
{
    text_write(path, text, length);
}

static enum status read_back(struct fault *fault)
{
    struct archive archive;
    const enum status status = archive_read(&archive, path, fault);
    if (status == OK)
        archive_free(&archive);
    return status;
}

/* RFC 4231: test case 2 has a short key; our keys have 32 bytes, case 1's 20 and zeros, as HMAC pads it. */
TEST(signature)
{
    struct signature signature;
    enter_own_folder();
    CHECK(!mkdir(folder, 0700));
    struct signature_key known = {.id = ""};
    memset(known.bytes, 0x0b, 20);
    has_crypto = signature_make(&known, "Hi There", 8, &signature, NULL) == OK;
    if (!has_crypto)
        return;
    CHECK_TEXT(signature.text, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    REFUSED(signature_key_read("none", &key, &caught), UNSUPPORTED, "there is no key none");
    CHECK_OK(signature_key_make("key", &key, &caught));
    REFUSED(signature_key_make("key", &known, &caught), INVALID, "the key key: cannot write: File exists");
    CHECK_OK(signature_key_read("key", &known, &caught));
    CHECK(strlen(key.id) == 16 && !strcmp(known.id, key.id) && !memcmp(known.bytes, key.bytes, sizeof key.bytes));
    CHECK(!chmod("key", 0640));
    REFUSED(signature_key_read("key", &known, &caught), INVALID, "others may read it");
    CHECK(!chmod("key", 0600));
    text_write("short", "0123\n", 5);
    CHECK(!chmod("short", 0600));
    REFUSED(signature_key_read("short", &known, &caught), INVALID, "expected 64 hexadecimal digits");
    REFUSED(signature_key_read(".", &known, &caught), INVALID, "others may read it, or it is not yours");
}

TEST(round_trip)
{
    struct archive archive;
    size_t count;
    uint64_t bytes;
    const char list[] = "a list";
    CHECK_OK(store_put(folder, STORE_BINARY, key_of("one"), "a program\n", 10, &caught));
    CHECK_OK(store_put(folder, STORE_BINARY, key_of("two"), "", 0, &caught));
    CHECK_OK(store_put(folder, STORE_PROGRAMS, key_of("three"), list, sizeof list, &caught));
    CHECK_OK(store_put(folder, STORE_CEILING, key_of("four"), "1", 1, &caught)); /* valid on one machine only */
    text_write("cache/entries/binary-00000000000000000000000000000000", "damaged", 7);
    CHECK_OK(archive_write(path, folder, has_crypto ? &key : NULL, &count, &bytes, &caught));
    CHECK(count == 2 && bytes == 10 + sizeof list);
    CHECK_OK(archive_read(&archive, path, &caught));
    CHECK(archive.count == 3 && strchr(archive.from, '@') && strlen(archive.key_id) == (has_crypto ? 16 : 0));
    size_t found = 0;
    for (size_t i = 0; i < archive.count; i++) {
        const struct archive_entry *entry = &archive.entry[i];
        struct store_blob blob = store_get(folder, entry->kind, entry->key);
        found += blob.bytes && blob.size == entry->size && !memcmp(blob.bytes, entry->bytes, entry->size);
        store_release(&blob);
    }
    CHECK(found == 3);
    archive_free(&archive);
}

TEST(another_key)
{
    struct archive archive;
    struct signature_key other;
    bool good = false;
    if (!has_crypto)
        return;
    CHECK_OK(signature_key_make("other", &other, &caught));
    CHECK_OK(archive_read(&archive, path, &caught));
    CHECK_OK(archive_check(&archive, &key, &good, &caught));
    CHECK(good);
    CHECK_OK(archive_check(&archive, &other, &good, &caught));
    CHECK(!good);
    archive.text[20]++; /* of the maker's name */
    CHECK_OK(archive_check(&archive, &key, &good, &caught));
    CHECK(!good && strcmp(key.id, other.id));
    archive_free(&archive);
}

/* No byte may be changed or missing, except in the maker's name and the key's id. */
TEST(damage)
{
    size_t length;
    FREED char *text = text_read(path, &length);
    const char *const end = strstr(text, "\nentry ");
    struct fault fault;
    for (size_t i = 0; i < length; i++) {
        const char was = text[i];
        text[i] ^= 4;
        write_text(text, length);
        text[i] = was;
        fault = (struct fault){0};
        const bool taken = read_back(&fault) == OK;
        CHECK(!taken || text + i < end || (has_crypto && i + strlen("signed ") + 16 + 64 + 2 > length));
        CHECK(taken ||
              (fault.status == INVALID && !strncmp(fault.text, path, strlen(path)) && !strchr(fault.text, '\n')));
    }
    for (size_t cut = 0; cut < length; cut++) {
        fault = (struct fault){0};
        write_text(text, cut);
        CHECK(read_back(&fault) == INVALID && !strchr(fault.text, '\n'));
    }
    write_text(text, length);
    CHECK_OK(read_back(&caught));
}

#define ENTRY "entry binary 0123456789abcdef0123456789abcdef "
#define HEAD "gpubench cache 1\nfrom a@b c\n"

/* What an attacker may write. */
TEST(hostile)
{
    static const struct {
        const char *text, *says;
    } files[] = {
        {"", "it is no cache that"},
        {"gpubench cache 2\n", "it is no cache that"},
        {"gpubench cache 1\n", "it does not name who made it"},
        {"gpubench cache 1\nfrom \x1b[2J@b\n", "it does not name who made it"},
        {HEAD, "behind entry 0: the file is not whole"},
        {HEAD "end 0\n", "it does not end with one line"},
        {HEAD "end 0\nunsigned\n ", "it does not end with one line"},
        {HEAD "end 0\nsigned 0 1\n", "its last line is no signature"},
        {HEAD "end 1\nunsigned\n", "behind entry 0: expected another one, or \"end 0\""},
        {HEAD "entry ../../x 0123456789abcdef0123456789abcdef 0 0123456789abcdef0123456789abcdef\n\n",
         "its line is none"},
        {HEAD "entry binary ../../../../etc/cron.d/0123456789a 0 0123456789abcdef0123456789abcdef\n\n",
         "its line is none"},
        {HEAD "entry binary /123456789abcdef0123456789abcdef 0 0123456789abcdef0123456789abcdef\n\n",
         "its line is none"},
        {HEAD "entry ceiling 0123456789abcdef0123456789abcdef 0 0123456789abcdef0123456789abcdef\n\n",
         "its line is none"},
        {HEAD "entry binary 0123456789ABCDEF0123456789abcdef 0 0123456789abcdef0123456789abcdef\n\n",
         "its line is none"},
        {HEAD ENTRY "18446744073709551615 0123456789abcdef0123456789abcdef\n\n", "the file is not whole"},
        {HEAD ENTRY "99999999999999999999999 0123456789abcdef0123456789abcdef\n\n", "the file is not whole"},
        {HEAD ENTRY "-1 0123456789abcdef0123456789abcdef\n\n", "the file is not whole"},
        {HEAD ENTRY "1 0123456789abcdef0123456789abcdef\nab\n", "it does not end where it says"},
        {HEAD ENTRY "1 0123456789abcdef0123456789abcdef\na\n", "its bytes are not those of its hash"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        write_text(files[i].text, strlen(files[i].text));
        REFUSED(read_back(&caught), INVALID, files[i].says);
    }
}

/* A duplicate entry, by hash and order: the same bytes as in a valid file, repeated. */
TEST(twice)
{
    size_t count, length;
    uint64_t bytes;
    const char key_text[] = "twice";
    CHECK_OK(store_put("twice", STORE_BINARY, key_of(key_text), "x", 1, &caught));
    CHECK_OK(archive_write(path, "twice", NULL, &count, &bytes, &caught));
    FREED char *text = text_read(path, &length);
    const char *const entry = strstr(text, "\nentry ") + 1, *const end = strstr(text, "\nend ") + 1;
    FREED char *again = text_make("%.*s%.*send 2\nunsigned\n", (int)(end - text), text, (int)(end - entry), entry);
    write_text(again, strlen(again));
    REFUSED(read_back(&caught), INVALID, "entry 2: it is there twice");
}
