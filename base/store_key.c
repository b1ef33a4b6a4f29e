#include "base/store.h"

#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct store_hash store_hash_start(void)
{
    return (struct store_hash){0};
}

/* Hashes the part's hash after that of all previous ones. */
void store_hash_add(struct store_hash *hash, const void *bytes, size_t size)
{
    const XXH128_hash_t part = XXH3_128bits(bytes, size);
    const uint64_t chain[] = {hash->low, hash->high, size, part.low64, part.high64};
    const XXH128_hash_t whole = XXH3_128bits(chain, sizeof chain);
    *hash = (struct store_hash){whole.low64, whole.high64};
}

void store_hash_text(struct store_hash *hash, const char *text)
{
    store_hash_add(hash, text, strlen(text) + 1);
}

struct store_key store_hash_key(const struct store_hash *hash)
{
    struct store_key key;
    snprintf(key.text, sizeof key.text, "%016llx%016llx", (unsigned long long)hash->high,
             (unsigned long long)hash->low);
    return key;
}

bool store_key_sound(const struct store_key *key)
{
    return !key->text[sizeof key->text - 1] && strspn(key->text, "0123456789abcdef") == sizeof key->text - 1;
}
