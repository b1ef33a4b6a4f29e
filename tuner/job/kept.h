/* Programs by key: in the store, or where that does not take them, the last few of them in this process's memory. What
 * is not in the store another process does not see: it makes it again. */
#ifndef TUNER_JOB_KEPT_H
#define TUNER_JOB_KEPT_H

#include "base/store.h"

/* An entry, to be released; its bytes are NULL where there is none. */
struct store_blob kept_get(const char *store, enum store_kind kind, struct store_key key);

/* UNSUPPORTED, with why, where the store does not take it: it is here all the same. */
enum status kept_put(const char *store, enum store_kind kind, struct store_key key, const void *bytes, size_t size,
                     struct fault *fault);

#endif
