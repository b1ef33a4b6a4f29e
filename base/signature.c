#include "base/signature.h"

#include "base/descriptor.h"
#include "base/random.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- libcrypto ---- */

/* Functions that OpenSSL 1.1 and 3 have. */
struct crypto {
    const void *(*sha256)(void);
    unsigned char *(*hmac)(const void *digest, const void *key, int key_size, const unsigned char *bytes, size_t size,
                           unsigned char *to, unsigned *length);
};

static const struct crypto *open_crypto(struct fault *fault)
{
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"};
    static struct crypto crypto;
    void *library = NULL;
    if (crypto.hmac)
        return &crypto;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    void *const sha256 = library ? dlsym(library, "EVP_sha256") : NULL, *hmac = library ? dlsym(library, "HMAC") : NULL;
    if (!sha256 || !hmac) {
        fail(fault, UNSUPPORTED, "nothing can be signed or checked: OpenSSL's libcrypto is not here");
        return NULL;
    }
    memcpy(&crypto.sha256, &sha256, sizeof sha256);
    memcpy(&crypto.hmac, &hmac, sizeof hmac);
    return &crypto;
}

enum status signature_make(const struct signature_key *key, const void *bytes, size_t size, struct signature *signature,
                           struct fault *fault)
{
    unsigned char sum[32];
    unsigned length = 0;
    const struct crypto *crypto = open_crypto(fault);
    *signature = (struct signature){.text = ""};
    if (!crypto)
        return UNSUPPORTED;
    if (!crypto->hmac(crypto->sha256(), key->bytes, sizeof key->bytes, bytes, size, sum, &length) ||
        length != sizeof sum)
        return fail(fault, UNSUPPORTED, "nothing can be signed or checked: libcrypto has no HMAC-SHA-256");
    for (size_t i = 0; i < sizeof sum; i++)
        snprintf(signature->text + 2 * i, 3, "%02x", sum[i]);
    return OK;
}

bool signature_same(const struct signature *one, const struct signature *other)
{
    unsigned different = 0;
    for (size_t i = 0; i < sizeof one->text; i++)
        different |= (unsigned)(one->text[i] ^ other->text[i]);
    return !different;
}

/* ---- keys ---- */

/* Derives the id from a signature of a fixed text, which reveals nothing of the key. */
static enum status name_key(struct signature_key *key, struct fault *fault)
{
    static const char text[] = "gpubench: the name of a key";
    struct signature signature;
    const enum status status = signature_make(key, text, sizeof text, &signature, fault);
    snprintf(key->id, sizeof key->id, "%.16s", signature.text);
    return status;
}

static bool parse_key(const char *text, struct signature_key *key)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < SIGNATURE_KEY; i++) {
        const char *high = text[2 * i] ? strchr(digits, text[2 * i]) : NULL;
        const char *low = high && text[2 * i + 1] ? strchr(digits, text[2 * i + 1]) : NULL;
        if (!low)
            return false;
        key->bytes[i] = (unsigned char)((high - digits) << 4 | (low - digits));
    }
    return !strcmp(text + (size_t)2 * SIGNATURE_KEY, "\n") || !text[(size_t)2 * SIGNATURE_KEY];
}

enum status signature_key_read(const char *path, struct signature_key *key, struct fault *fault)
{
    char text[2 * SIGNATURE_KEY + 3] = "";
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    *key = (struct signature_key){.id = ""};
    if (file < 0 && errno == ENOENT)
        return fail(fault, UNSUPPORTED, "there is no key %.512s", path);
    if (file < 0 || fstat(file, &status)) {
        const int error = errno;
        if (file >= 0)
            close(file);
        return fail(fault, INVALID, "the key %.512s: %s", path, strerror(error));
    }
    const bool own = S_ISREG(status.st_mode) && status.st_uid == geteuid() && !(status.st_mode & 077);
    const bool good = own && status.st_size < (off_t)sizeof text && descriptor_read(file, text, (size_t)status.st_size);
    close(file);
    if (!own)
        return fail(fault, INVALID, "the key %.512s: others may read it, or it is not yours: chmod 600", path);
    if (!good || !parse_key(text, key))
        return fail(fault, INVALID, "the key %.512s: it is none: expected %d hexadecimal digits", path,
                    2 * SIGNATURE_KEY);
    return name_key(key, fault);
}

enum status signature_key_make(const char *path, struct signature_key *key, struct fault *fault)
{
    char text[2 * SIGNATURE_KEY + 2];
    enum status status = random_fill(key->bytes, sizeof key->bytes, fault);
    if (status == OK)
        status = name_key(key, fault);
    if (status != OK)
        return status;
    for (size_t i = 0; i < SIGNATURE_KEY; i++)
        snprintf(text + 2 * i, 3, "%02x", key->bytes[i]);
    text[sizeof text - 2] = '\n';
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool good = file >= 0 && descriptor_write(file, text, sizeof text - 1);
    const int error = errno;
    if (file >= 0)
        close(file);
    if (!good && file >= 0)
        unlink(path);
    return good ? OK : fail(fault, INVALID, "the key %.512s: cannot write: %s", path, strerror(error));
}
