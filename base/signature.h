/* HMAC-SHA-256 (RFC 2104, FIPS 180-4) by OpenSSL's libcrypto, which is loaded on first use. The key, which signs and
 * verifies, is a secret shared by machines, not the identity of one. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { SIGNATURE_KEY = 32 }; /* bytes */

struct signature_key {
    unsigned char bytes[SIGNATURE_KEY];
    char id[17]; /* distinguishes keys, and reveals nothing of them */
};

/* A signature in hexadecimal. */
struct signature {
    char text[65];
};

/* Reads a key from its file: 64 hexadecimal digits, readable by this user only. UNSUPPORTED without the file or
 * libcrypto; INVALID, with the reason, if it cannot be trusted. */
enum status signature_key_read(const char *path, struct signature_key *key, struct fault *fault);

/* Makes a key of the system's random numbers, in a new file. UNSUPPORTED without libcrypto, INVALID if it cannot be
 * written. */
enum status signature_key_make(const char *path, struct signature_key *key, struct fault *fault);

/* UNSUPPORTED without libcrypto. */
enum status signature_make(const struct signature_key *key, const void *bytes, size_t size, struct signature *signature,
                           struct fault *fault);

/* Whether two are equal, in constant time. */
bool signature_same(const struct signature *one, const struct signature *other);
