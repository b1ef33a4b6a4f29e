/* The store: keys, the folder, and what becomes of damaged, foreign and contested files. */
#include "base/store.h"
#include "tests/check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[] = "/tmp/test_store.XXXXXX";

static struct store_key key_of(const char *text)
{
    struct store_hash hash = store_hash_start();
    store_hash_add(&hash, text, strlen(text));
    return store_hash_key(&hash);
}

static void path_of(char path[256], struct store_key key)
{
    snprintf(path, 256, "%s/blobs/%.2s/%s", root, key.text, key.text + 2);
}

static bool is_present(struct store_key key, const void *bytes, size_t size)
{
    struct store_blob blob = store_get(root, key);
    bool present = blob.bytes && blob.size == size && !memcmp(blob.bytes, bytes, size);
    store_release(&blob);
    return present;
}

static bool is_absent(struct store_key key)
{
    struct store_blob blob = store_get(root, key);
    bool absent = !blob.bytes && !blob.size && !blob.map;
    store_release(&blob);
    return absent;
}

/* Published vectors of 128-bit FNV-1a. */
static void test_keys(void)
{
    CHECK_TEXT(key_of("").text, "6c62272e07bb014262b821756295c58d");
    CHECK_TEXT(key_of("a").text, "d228cb696f1a8caf78912b704e4a8964");
    CHECK_TEXT(key_of("foobar").text, "343e1662793c64bf6f0d3597ba446f18");
    struct store_hash one = store_hash_start(), two = store_hash_start();
    store_hash_text(&one, "ab");
    store_hash_text(&one, "c");
    store_hash_text(&two, "a");
    store_hash_text(&two, "bc");
    CHECK(strcmp(store_hash_key(&one).text, store_hash_key(&two).text));
}

static void test_round_trip(void)
{
    struct fault fault = {0};
    struct store_key key = key_of("round trip");
    CHECK(is_absent(key));
    static char bytes[100003];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 31);
    for (size_t size = 0; size <= sizeof bytes; size = size < 20 ? size + 1 : size * 17) {
        CHECK(store_put(root, key, bytes, size, &fault) == OK);
        CHECK(is_present(key, bytes, size));
    }
    struct store_blob blob = store_get(root, key);
    CHECK((uintptr_t)blob.bytes % 64 == 0);
    CHECK(store_put(root, key, "new", 3, &fault) == OK);
    CHECK(!memcmp(blob.bytes, bytes, blob.size)); /* an old map stays what it was */
    store_release(&blob);
    store_release(&blob);
    CHECK(is_present(key, "new", 3));
}

/* Every byte of a small file matters, but for the four that are unused. */
static void test_damage(void)
{
    struct fault fault = {0};
    struct store_key key = key_of("damage");
    char path[256];
    path_of(path, key);
    const char bytes[] = "a payload of some bytes";
    CHECK(store_put(root, key, bytes, sizeof bytes, &fault) == OK);
    struct stat status;
    CHECK(!stat(path, &status) && status.st_size == 64 + sizeof bytes);
    for (off_t i = 0; i < status.st_size; i++) {
        if (i >= 12 && i < 16)
            continue;
        int file = open(path, O_RDWR);
        uint8_t byte = 0;
        CHECK(pread(file, &byte, 1, i) == 1);
        byte ^= 0x10;
        CHECK(pwrite(file, &byte, 1, i) == 1);
        CHECK(is_absent(key));
        byte ^= 0x10;
        CHECK(pwrite(file, &byte, 1, i) == 1);
        close(file);
    }
    CHECK(is_present(key, bytes, sizeof bytes));
    for (off_t size = status.st_size - 1; size >= 0; size--) {
        CHECK(!truncate(path, size));
        CHECK(is_absent(key));
    }
    CHECK(store_put(root, key, bytes, sizeof bytes, &fault) == OK);
    CHECK(is_present(key, bytes, sizeof bytes));
    CHECK(!truncate(path, status.st_size + 1));
    CHECK(is_absent(key));
}

static void test_foreign(void)
{
    struct fault fault = {0};
    struct store_key key = key_of("mine"), other = key_of("other");
    char from[256], to[256];
    path_of(from, other);
    path_of(to, key);
    CHECK(store_put(root, key, "mine", 4, &fault) == OK);
    CHECK(store_put(root, other, "other", 5, &fault) == OK);
    CHECK(!rename(from, to)); /* sound, but of another key */
    CHECK(is_absent(key));
    CHECK(!unlink(to) && !mkdir(to, 0777));
    CHECK(is_absent(key));
    CHECK(store_put(root, key, "mine", 4, &fault) == UNSUPPORTED);
    CHECK(!rmdir(to));
    FILE *file = fopen(to, "w");
    for (int i = 0; i < 100; i++)
        fprintf(file, "this is no blob\n");
    fclose(file);
    CHECK(is_absent(key));
}

static void test_large(void)
{
    struct fault fault = {0};
    struct store_key key = key_of("large");
    size_t size = ((size_t)64 << 20) + 3;
    char *bytes = calloc(1, size), path[256];
    bytes[size - 1] = 7;
    path_of(path, key);
    CHECK(store_put(root, key, bytes, size, &fault) == OK);
    CHECK(is_present(key, bytes, size));
    CHECK(!truncate(path, (off_t)size));
    CHECK(is_absent(key));
    CHECK(!unlink(path));
    free(bytes);
}

/* Two processes put different bytes under one key while a third reads: it always gets one or the other, whole. */
static void test_concurrent(void)
{
    enum { SIZE = 200000, PUTS = 150 };
    static char bytes[2][SIZE];
    struct store_key key = key_of("contested");
    memset(bytes[0], 'A', SIZE);
    memset(bytes[1], 'B', SIZE);
    CHECK(store_put(root, key, bytes[0], SIZE, NULL) == OK);
    pid_t child[2];
    for (int c = 0; c < 2; c++) {
        child[c] = fork();
        if (!child[c]) {
            int failures = 0;
            for (int i = 0; i < PUTS; i++)
                failures += store_put(root, key, bytes[c], SIZE, NULL) != OK;
            _exit(failures != 0);
        }
    }
    int running = 2, bad = 0;
    while (running) {
        struct store_blob blob = store_get(root, key);
        bad += blob.size != SIZE || (memcmp(blob.bytes, bytes[0], SIZE) && memcmp(blob.bytes, bytes[1], SIZE));
        store_release(&blob);
        int status;
        if (waitpid(-1, &status, WNOHANG) > 0) {
            running--;
            CHECK(WIFEXITED(status) && !WEXITSTATUS(status));
        }
    }
    CHECK(!bad);
    char command[300];
    snprintf(command, sizeof command, "test -z \"$(find %s -type f -name '*.*')\"", root);
    CHECK(!system(command)); /* no temporary file is left */
}

static void test_unwritable(void)
{
    struct fault fault = {0};
    struct store_key key = key_of("unwritable");
    char file[128], text[512];
    snprintf(file, sizeof file, "%s/file", root);
    fclose(fopen(file, "w"));
    CHECK(store_put(file, key, "x", 1, &fault) == UNSUPPORTED);
    snprintf(text, sizeof text, "cannot keep 1 bytes in the cache %s: Not a directory", file);
    CHECK_TEXT(fault.text, text);
    CHECK(store_put("/proc/nothing", key, "x", 1, NULL) == UNSUPPORTED);
    struct store_blob blob = store_get(file, key);
    CHECK(!blob.bytes);
}

/* A file-size limit is a fault, not a signal. */
static void test_limit(void)
{
    struct rlimit old, small = {4096, RLIM_INFINITY};
    struct fault fault = {0};
    struct store_key key = key_of("limit");
    static char bytes[8192];
    CHECK(!getrlimit(RLIMIT_FSIZE, &old));
    small.rlim_max = old.rlim_max;
    CHECK(!setrlimit(RLIMIT_FSIZE, &small));
    enum status large = store_put(root, key, bytes, sizeof bytes, &fault);
    enum status fitting = store_put(root, key, bytes, 4096 - 64, NULL);
    CHECK(!setrlimit(RLIMIT_FSIZE, &old));
    CHECK(large == UNSUPPORTED && strstr(fault.text, "File too large"));
    CHECK(fitting == OK && is_present(key, bytes, 4096 - 64));
}

static void check_folder(const char *own, const char *cache, const char *home, const char *expected)
{
    const char *const names[] = {"GPUBENCH_CACHE", "XDG_CACHE_HOME", "HOME"}, *values[] = {own, cache, home};
    for (int i = 0; i < 3; i++)
        if (values[i])
            setenv(names[i], values[i], 1);
        else
            unsetenv(names[i]);
    struct fault fault = {0};
    const char *folder;
    enum status status = store_folder(&folder, &fault);
    if (expected) {
        CHECK(status == OK);
        CHECK_TEXT(folder ? folder : "none", expected);
        CHECK(folder && !access(folder, W_OK));
    } else {
        CHECK(status == UNSUPPORTED && !folder);
        CHECK(strstr(fault.text, "GPUBENCH_CACHE"));
    }
}

static void test_folder(void)
{
    char own[64], cache[64], cached[96], home[64], homed[96], dotted[96], file[64], fallback[64];
    snprintf(own, sizeof own, "%s/own/deep", root);
    snprintf(dotted, sizeof dotted, "%s/own/../own/deep/", root);
    snprintf(cache, sizeof cache, "%s/xdg", root);
    snprintf(cached, sizeof cached, "%s/xdg/gpubench", root);
    snprintf(home, sizeof home, "%s/home", root);
    snprintf(homed, sizeof homed, "%s/home/.cache/gpubench", root);
    snprintf(file, sizeof file, "%s/file", root);
    snprintf(fallback, sizeof fallback, "/tmp/gpubench-%u", (unsigned)getuid());
    check_folder(own, cache, home, own);
    check_folder(dotted, cache, home, own);
    check_folder(file, cache, home, NULL); /* asked for by name: nothing else will do */
    check_folder("", cache, home, cached);
    check_folder(NULL, "relative", home, homed);
    check_folder(NULL, NULL, home, homed);
    check_folder(NULL, file, home, homed);
    bool existed = !access(fallback, F_OK);
    check_folder(NULL, NULL, "/proc/nothing", fallback);
    check_folder(NULL, NULL, NULL, fallback);
    if (!existed)
        rmdir(fallback);
}

int main(void)
{
    CHECK(mkdtemp(root));
    test_keys();
    test_round_trip();
    test_damage();
    test_foreign();
    test_large();
    test_concurrent();
    test_unwritable();
    test_limit();
    test_folder();
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", root);
    CHECK(!system(command));
    return CHECK_RESULT;
}
