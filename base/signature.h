/* HMAC-SHA-256 (RFC 2104, FIPS 180-4), as OpenSSL's libcrypto computes it, which is opened when it is first asked. Who
 * has the key signs and checks: it is a secret that machines share, not the identity of one. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { SIGNATURE_KEY = 32 }; /* bytes */

struct signature_key {
    unsigned char bytes[SIGNATURE_KEY];
    char id[17]; /* tells keys apart, and nothing of them */
};

/* A signature in hexadecimal. */
struct signature {
    char text[65];
};

/* Reads a key from its file: 64 hexadecimal digits, of this user, whom alone it may be read by. UNSUPPORTED where there
 * is no such file, or no libcrypto; INVALID, with why, for what cannot be trusted. */
enum status signature_key_read(const char *path, struct signature_key *key, struct fault *fault);

/* Makes one, of the system's random numbers, in a file that was not there. UNSUPPORTED without libcrypto, INVALID where
 * it cannot be written. */
enum status signature_key_make(const char *path, struct signature_key *key, struct fault *fault);

/* UNSUPPORTED without libcrypto. */
enum status signature_make(const struct signature_key *key, const void *bytes, size_t size, struct signature *signature,
                           struct fault *fault);

/* Whether two are the same, in a time that does not tell where they differ. */
bool signature_same(const struct signature *one, const struct signature *other);
