/* A precompiled header that several processes use. NVRTC keeps addresses in it, so these must be the same in all of
 * them: processes without randomized addresses (ADDR_NO_RANDOMIZE) that reserve NVRTC's heap for headers before they
 * compile anything. The process that made a header offers it as long as it runs, by a link in the folder of scratch
 * folders to its descriptor in /proc; others open that. */
#pragma once

#include "base/store.h"
#include "compute/cuda/nvrtc_library.h"

/* Whether this process's headers fit others. The first call reserves the heap, in 5 ms, and comes before the first
 * compilation. */
bool nvrtc_shared_possible(const struct nvrtc_library *library);

/* The descriptor of a header that another process offers; -1 if there is none: then `lock` is the key's lock, to be
 * given to nvrtc_shared_offer, and others wait for it meanwhile. */
int nvrtc_shared_open(const struct nvrtc_library *library, struct store_key key, int *lock);

/* Offers the header of descriptor `file`, unless that is -1, in place of an earlier one, and unlocks. */
void nvrtc_shared_offer(int file, int *lock);

/* Ends the offer. */
void nvrtc_shared_withdraw(void);
