/* Keeps a folder of the cache below its size. */
#ifndef SNAG_CACHE_EVICT_H
#define SNAG_CACHE_EVICT_H

#include <stdint.h>

/*
 * Where the plain files of a folder take more than `limit` bytes, removes the
 * least recently used until nine tenths of it are left; never `newest`, and files
 * under temporary names only after a day. Others may do the same at once.
 */
void evict(const char *folder, uint64_t limit, const char *newest);

#endif
