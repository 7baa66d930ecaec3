#define CHUNK (1 << 9)
