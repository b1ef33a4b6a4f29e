/* The store: keys, the folder, its permissions, and damaged, foreign and concurrently written files. */
#include "base/store.h"
#include "tests/own_folder.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>

static const enum store_kind KIND = STORE_BINARY;

static char *const root = own_folder;

TEST(root)
{
    make_own_folder();
}

static struct store_key key_of(const char *text)
{
    struct store_hash hash = store_hash_start();
    store_hash_add(&hash, text, strlen(text));
    return store_hash_key(&hash);
}

static void path_of(char path[256], struct store_key key)
{
    snprintf(path, 256, "%s/entries/binary-%s", root, key.text);
}

static bool is_present(struct store_key key, const void *bytes, size_t size)
{
    struct store_blob blob = store_get(root, KIND, key);
    bool present = blob.bytes && blob.size == size && !memcmp(blob.bytes, bytes, size);
    store_release(&blob);
    return present;
}

static bool is_absent(struct store_key key)
{
    struct store_blob blob = store_get(root, KIND, key);
    bool absent = !blob.bytes && !blob.size && !blob.memory;
    store_release(&blob);
    return absent;
}

/* The next build must find stored entries: keys must not change. */
TEST(keys)
{
    CHECK_TEXT(key_of("").text, "b8bbfdd297201b8df37c8027575f2673");
    CHECK_TEXT(key_of("a").text, "e379a4b2c8243826679040c1d7b7f789");
    CHECK_TEXT(key_of("foobar").text, "c84c890c4e584de6d53a215e33052dd5");
    struct store_hash one = store_hash_start(), two = store_hash_start();
    store_hash_text(&one, "ab");
    store_hash_text(&one, "c");
    store_hash_text(&two, "a");
    store_hash_text(&two, "bc");
    CHECK(strcmp(store_hash_key(&one).text, store_hash_key(&two).text));
}

TEST(round_trip)
{
    struct store_key key = key_of("round trip");
    CHECK(is_absent(key));
    static char bytes[100003];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 31);
    for (size_t size = 0; size <= sizeof bytes; size = size < 20 ? size + 1 : size * 17) {
        CHECK_OK(store_put(root, KIND, key, bytes, size, &caught));
        CHECK(is_present(key, bytes, size));
    }
    struct store_blob blob = store_get(root, KIND, key);
    CHECK((uintptr_t)blob.bytes % 64 == 0);
    CHECK_OK(store_put(root, KIND, key, "new", 3, &caught));
    CHECK(!memcmp(blob.bytes, bytes, blob.size)); /* earlier reads are unchanged */
    store_release(&blob);
    store_release(&blob);
    CHECK(is_present(key, "new", 3));
}

/* Each byte of a small file is checked. */
TEST(damage)
{
    struct store_key key = key_of("damage");
    char path[256];
    path_of(path, key);
    const char bytes[] = "a payload of some bytes";
    CHECK_OK(store_put(root, KIND, key, bytes, sizeof bytes, &caught));
    struct stat status;
    CHECK(!stat(path, &status) && status.st_size == 64 + sizeof bytes);
    for (off_t i = 0; i < status.st_size; i++) {
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
    CHECK_OK(store_put(root, KIND, key, bytes, sizeof bytes, &caught));
    CHECK(is_present(key, bytes, sizeof bytes));
    CHECK(!truncate(path, status.st_size + 1));
    CHECK(is_absent(key));
}

TEST(foreign)
{
    struct store_key key = key_of("mine"), other = key_of("other");
    char from[256], to[256];
    path_of(from, other);
    path_of(to, key);
    CHECK_OK(store_put(root, KIND, key, "mine", 4, &caught));
    CHECK_OK(store_put(root, KIND, other, "other", 5, &caught));
    CHECK(!rename(from, to)); /* valid, but of another key */
    CHECK(is_absent(key));
    CHECK(FINE(store_put(root, KIND, key, "mine", 4, &caught)) && is_present(key, "mine", 4));
    struct store_blob blob = store_get(root, STORE_CEILING, key); /* of another kind */
    CHECK(!blob.bytes);
    snprintf(from, sizeof from, "%s/entries/ceiling-%s", root, key.text);
    CHECK(!link(to, from)); /* under its own name, too */
    blob = store_get(root, STORE_CEILING, key);
    CHECK(!blob.bytes && !unlink(from));
}

/* A file that is not a regular one of this user is no entry: it is neither waited for nor followed, and is replaced. */
TEST(in_the_way)
{
    struct store_key key = key_of("in the way"), other = key_of("elsewhere");
    char path[256], elsewhere[256], within[300];
    path_of(path, key);
    path_of(elsewhere, other);
    CHECK(FINE(store_put(root, KIND, key, "mine", 4, &caught)) && !rename(path, elsewhere));
    alarm(60); /* a reader that waits for a FIFO fails here */
    CHECK(!mkfifo(path, 0600) && is_absent(key));
    CHECK(FINE(store_put(root, KIND, key, "mine", 4, &caught)) && is_present(key, "mine", 4));
    CHECK(!unlink(path) && !symlink(elsewhere, path) && is_absent(key)); /* although its target is valid */
    CHECK(FINE(store_put(root, KIND, key, "mine", 4, &caught)) && is_present(key, "mine", 4));
    CHECK(!unlink(path) && !symlink("/dev/zero", path) && is_absent(key));
    CHECK(FINE(store_put(root, KIND, key, "mine", 4, &caught)) && is_present(key, "mine", 4));
    CHECK(!unlink(path) && !mkdir(path, 0700) && is_absent(key));
    snprintf(within, sizeof within, "%s/file", path);
    fclose(fopen(within, "w"));
    CHECK(FINE(store_put(root, KIND, key, "mine", 4, &caught)) && is_present(key, "mine", 4));
    CHECK(!chmod(path, 0620) && is_absent(key)); /* others may have written to it */
    CHECK(!chmod(path, 0600) && is_present(key, "mine", 4));
    if (!geteuid()) { /* only root can give a file away */
        CHECK(!chown(path, 12345, 12345) && is_absent(key));
        CHECK(!unlink(path) && !mknod(path, S_IFCHR | 0600, makedev(1, 5)) && is_absent(key)); /* /dev/zero */
        CHECK(FINE(store_put(root, KIND, key, "mine", 4, &caught)) && is_present(key, "mine", 4));
    }
    CHECK(!unlink(path));
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 100; i++)
        fprintf(file, "this is no entry\n");
    fclose(file);
    CHECK(is_absent(key));
    CHECK(!truncate(path, (off_t)1 << 40)); /* without a valid size; must never be read */
    CHECK(is_absent(key));
    alarm(0);
    CHECK(!unlink(path) && !unlink(elsewhere));
}

/* An entry used long ago is marked as used now, by its file's date. */
TEST(use)
{
    struct store_key key = key_of("used");
    struct stat status;
    const time_t now = time(NULL);
    char path[256];
    path_of(path, key);
    CHECK(store_put(root, KIND, key, "used", 4, NULL) == OK);
    const struct timespec recent[2] = {{now - 1000, 0}, {now - 1000, 0}},
                          old[2] = {{now - 100000, 0}, {now - 100000, 0}};
    CHECK(!utimensat(AT_FDCWD, path, recent, 0) && is_present(key, "used", 4));
    CHECK(!stat(path, &status) && status.st_mtime == now - 1000);
    CHECK(!utimensat(AT_FDCWD, path, old, 0) && is_present(key, "used", 4));
    CHECK(!stat(path, &status) && status.st_mtime >= now);
}

TEST(large)
{
    struct store_key key = key_of("large");
    size_t size = ((size_t)64 << 20) + 3;
    char *bytes = calloc(1, size), path[256];
    bytes[size - 1] = 7;
    path_of(path, key);
    CHECK_OK(store_put(root, KIND, key, bytes, size, &caught));
    CHECK(is_present(key, bytes, size));
    int file = open(path, O_RDWR);
    CHECK(file >= 0 && pwrite(file, "x", 1, (off_t)size / 2) == 1 && is_absent(key)); /* large ones are checked, too */
    close(file);
    CHECK(!truncate(path, (off_t)size));
    CHECK(is_absent(key));
    CHECK(!unlink(path));
    free(bytes);
}

/* Two processes write different bytes under one key while a third reads: each read gets one of them, complete. */
TEST(concurrent)
{
    enum { SIZE = 200000, PUTS = 150 };
    static char bytes[2][SIZE];
    struct store_key key = key_of("contested");
    memset(bytes[0], 'A', SIZE);
    memset(bytes[1], 'B', SIZE);
    CHECK(store_put(root, KIND, key, bytes[0], SIZE, NULL) == OK);
    pid_t child[2];
    for (int c = 0; c < 2; c++) {
        child[c] = fork();
        if (!child[c]) {
            int failures = 0;
            for (int i = 0; i < PUTS; i++)
                failures += store_put(root, KIND, key, bytes[c], SIZE, NULL) != OK;
            _exit(failures != 0);
        }
    }
    int running = 2, bad = 0;
    while (running) {
        struct store_blob blob = store_get(root, KIND, key);
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
    CHECK(!system(command)); /* no temporary file remains */
}

TEST(unwritable)
{
    struct store_key key = key_of("unwritable");
    char file[128], text[512];
    snprintf(file, sizeof file, "%s/file", root);
    fclose(fopen(file, "w"));
    CHECK(CALL(store_put(file, KIND, key, "x", 1, &caught)) == UNSUPPORTED);
    snprintf(text, sizeof text, "cannot keep 1 bytes in the cache %s: Not a directory", file);
    CHECK_TEXT(caught.text, text);
    CHECK(store_put("/proc/nothing", KIND, key, "x", 1, NULL) == UNSUPPORTED);
    struct store_blob blob = store_get(file, KIND, key);
    CHECK(!blob.bytes);
}

/* A file-size limit is a fault, not a signal. */
TEST(limit)
{
    struct rlimit old, small = {4096, RLIM_INFINITY};
    struct store_key key = key_of("limit");
    static char bytes[8192];
    CHECK(!getrlimit(RLIMIT_FSIZE, &old));
    small.rlim_max = old.rlim_max;
    CHECK(!setrlimit(RLIMIT_FSIZE, &small));
    enum status large = CALL(store_put(root, KIND, key, bytes, sizeof bytes, &caught));
    enum status fitting = store_put(root, KIND, key, bytes, 4096 - 64, NULL);
    CHECK(!setrlimit(RLIMIT_FSIZE, &old));
    CHECK(large == UNSUPPORTED && strstr(caught.text, "File too large"));
    CHECK(fitting == OK && is_present(key, bytes, 4096 - 64));
}

static void set_folders(const char *own, const char *cache, const char *home)
{
    const char *const names[] = {"GPUBENCH_CACHE", "XDG_CACHE_HOME", "HOME"}, *values[] = {own, cache, home};
    for (int i = 0; i < 3; i++)
        if (values[i])
            setenv(names[i], values[i], 1);
        else
            unsetenv(names[i]);
}

static void check_folder(const char *own, const char *cache, const char *home, const char *expected)
{
    set_folders(own, cache, home);
    const char *folder;
    enum status status = CALL(store_folder(&folder, &caught));
    if (expected) {
        struct stat found;
        CHECK(status == OK);
        CHECK_TEXT(folder ? folder : "none", expected);
        CHECK(folder && !access(folder, W_OK) && !stat(folder, &found) && (found.st_mode & 07777) == 0700);
    } else {
        CHECK(status == UNSUPPORTED && !folder);
        CHECK(strstr(caught.text, "GPUBENCH_CACHE"));
    }
}

/* With any umask. */
TEST(folder)
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
    const mode_t mask = umask(0);
    check_folder(own, cache, home, own);
    check_folder(dotted, cache, home, own);
    check_folder(file, cache, home, NULL); /* named explicitly: no fallback */
    check_folder("", cache, home, cached);
    umask(077);
    check_folder(NULL, "relative", home, homed);
    check_folder(NULL, NULL, home, homed);
    check_folder(NULL, file, home, homed);
    umask(0);
    bool existed = !access(fallback, F_OK);
    check_folder(NULL, NULL, "/proc/nothing", fallback);
    check_folder(NULL, NULL, NULL, fallback);
    if (!existed)
        rmdir(fallback);
    umask(mask);
}

/* The folder is refused in a line that contains `why`. */
static void check_folder_refused(const char *path, const char *why)
{
    const char *folder;
    CHECK(CALL(store_folder(&folder, &caught)) == INVALID && !folder);
    if (!strstr(caught.text, why) || !strstr(caught.text, path) || !strstr(caught.text, "GPUBENCH_CACHE"))
        CHECK_TEXT(caught.text, why);
}

/* A folder owned, or writable, by others is refused; and so is a folder in it. One that others may only read is
 * accepted. */
TEST(distrusted)
{
    static const char *const within[] = {"entries", "pocl", "cuda", "scratch"};
    char own[64], path[96], link[64];
    snprintf(own, sizeof own, "%s/trusted", root);
    snprintf(link, sizeof link, "%s/link", root);
    check_folder(own, NULL, NULL, own);
    const struct mode {
        mode_t mode;
        const char *why;
    } modes[] = {{0777, "others may write it (mode 0777)"}, {0720, "mode 0720"}, {0702, "mode 0702"}, {01777, "1777"}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        CHECK(!chmod(own, modes[i].mode));
        check_folder_refused(own, modes[i].why);
    }
    const char *folder;
    CHECK(!chmod(own, 0755) && store_folder(&folder, NULL) == OK);
    CHECK(!symlink(own, link));
    set_folders(link, NULL, NULL);
    CHECK(store_folder(&folder, NULL) == OK); /* a link named by the user may lead to a larger disk */
    CHECK_TEXT(folder, own);
    for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
        snprintf(path, sizeof path, "%s/%s", own, within[i]);
        CHECK(!mkdir(path, 0700) && !chmod(path, 0775));
        check_folder_refused(path, "mode 0775");
        CHECK(!rmdir(path) && !symlink(root, path));
        check_folder_refused(path, "is a link");
        CHECK(!unlink(path));
    }
    if (!geteuid()) {
        CHECK(!chown(own, 12345, 12345));
        check_folder_refused(own, "belongs to somebody else (user 12345)");
        CHECK(!chown(own, 0, 0));
    }
    CHECK(store_folder(&folder, NULL) == OK);
}

/* Who waited for a key's lock gets it after the other's release, of which that other writes a word beforehand; other
 * keys do not wait. */
TEST(lock)
{
    int lines[2], released[2];
    bool waited;
    CHECK(!pipe(lines) && !pipe(released));
    const pid_t child = fork();
    if (!child) {
        const int lock = store_lock(root, key_of("made"), &waited);
        const bool good = lock >= 0 && !waited && write(lines[1], "l", 1) == 1;
        usleep(50000);
        if (!good || write(released[1], "r", 1) != 1)
            raise(SIGKILL);
        store_unlock(lock);
        exit(0);
    }
    char word;
    CHECK(read(lines[0], &word, 1) == 1);
    int lock = store_lock(root, key_of("other"), &waited);
    CHECK(lock >= 0 && !waited);
    store_unlock(lock);
    lock = store_lock(root, key_of("made"), &waited);
    CHECK(lock >= 0 && !fcntl(released[0], F_SETFL, O_NONBLOCK) && read(released[0], &word, 1) == 1);
    store_unlock(lock);
    CHECK(waitpid(child, NULL, 0) == child);
    CHECK(store_lock("/dev/null", key_of("made"), &waited) == -1 && !waited);
    CHECK(store_lock(root, (struct store_key){"../../entry"}, &waited) == -1 && !waited);
}

/* Entries of the cache are visible in a process's own folder; new ones are in the cache only if it is not full. */
static bool is_layered(const char *folder, bool full)
{
    struct store_key below = key_of("below"), own = key_of(full ? "full" : "not full");
    bool good =
        store_put(root, KIND, below, "below", 5, NULL) == OK && store_put(folder, KIND, own, "own", 3, NULL) == OK;
    struct store_blob blob = store_get(folder, KIND, below);
    good = good && blob.size == 5 && !memcmp(blob.bytes, "below", 5) && is_absent(own) == full;
    store_release(&blob);
    blob = store_get(folder, KIND, own);
    good = good && blob.size == 3 && !memcmp(blob.bytes, "own", 3);
    store_release(&blob);
    return good;
}

/* A process's own folder is removed when it exits; that of a killed one by the next process. Targets of its links
 * stay. */
TEST(private)
{
    int line[2];
    char path[2][PATH_MAX] = {"", ""};
    setenv("TMPDIR", root, 1);
    for (int killed = 1; killed >= 0; killed--) {
        CHECK(!pipe(line));
        const pid_t child = fork();
        if (!child) {
            const char *folder, *again;
            bool good = store_private(root, killed, &folder, NULL) == OK &&
                        store_private(root, killed, &again, NULL) == OK && folder == again;
            good = good && is_layered(folder, killed) && write(line[1], folder, strlen(folder)) > 0;
            if (!good || killed)
                raise(SIGKILL);
            exit(0);
        }
        close(line[1]);
        CHECK(read(line[0], path[killed], PATH_MAX - 1) > 0);
        close(line[0]);
        CHECK(waitpid(child, NULL, 0) == child);
        CHECK(!strncmp(path[killed], root, strlen(root)));
        CHECK(!access(path[1], F_OK) == (killed == 1) && (killed || access(path[0], F_OK)));
    }
    CHECK(is_present(key_of("below"), "below", 5) && is_present(key_of("not full"), "own", 3));
}
