/* Digests as lower-case hex. */
#include "base/hash.h"

#include <nettle/sha2.h>
#include <stdint.h>
#include <xxhash.h>

static void as_hex(const uint8_t bytes[16], char hex[HASH_HEX_SIZE])
{
	static const char digits[] = "0123456789abcdef";

	for (int i = 0; i < 16; i++) {
		hex[2 * i] = digits[bytes[i] >> 4];
		hex[2 * i + 1] = digits[bytes[i] & 15];
	}
	hex[32] = '\0';
}

void hash_content(const void *bytes, size_t length, char hex[HASH_HEX_SIZE])
{
	XXH128_canonical_t digest;

	XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes, length));
	as_hex(digest.digest, hex);
}

void hash_identity(const void *bytes, size_t length, char hex[HASH_HEX_SIZE])
{
	struct sha256_ctx context;
	uint8_t digest[16];

	sha256_init(&context);
	sha256_update(&context, length, bytes);
	sha256_digest(&context, sizeof digest, digest);
	as_hex(digest, hex);
}
