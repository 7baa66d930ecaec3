/* Digests: XXH3 for what stays on this machine, SHA-256 for names that must last. */
#ifndef SNAG_BASE_HASH_H
#define SNAG_BASE_HASH_H

#include <stddef.h>

#define HASH_HEX_SIZE 33 /* 128 bits as lower-case hex, and a NUL */

/* XXH3-128 of the bytes: for content keys. */
void hash_content(const void *bytes, size_t length, char hex[HASH_HEX_SIZE]);
/* The first 16 bytes of SHA-256: for identities that are promises. */
void hash_identity(const void *bytes, size_t length, char hex[HASH_HEX_SIZE]);

#endif
