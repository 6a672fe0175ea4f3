/* What differs between compilers, in one place. */
#ifndef SD_PLATFORM_H
#define SD_PLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define SD_INLINE static __forceinline
#define SD_NOINLINE static __declspec(noinline)
#define SD_RESTRICT __restrict
#define SD_ALIGNED(n) __declspec(align(n))
#define SD_TARGET(isa)
static __forceinline int sd_ctz64(uint64_t x) {
    unsigned long i;
    _BitScanForward64(&i, x);
    return (int)i;
}
static __forceinline uint64_t sd_mul128(uint64_t a, uint64_t b, uint64_t *low) {
#if defined(_M_ARM64)
    *low = a * b;
    return __umulh(a, b);
#else
    uint64_t high;
    *low = _umul128(a, b, &high);
    return high;
#endif
}
#else
#define SD_INLINE static inline __attribute__((always_inline))
#define SD_NOINLINE static __attribute__((noinline))
#define SD_RESTRICT __restrict__
#define SD_ALIGNED(n) __attribute__((aligned(n)))
#define SD_TARGET(isa) __attribute__((target(isa)))
SD_INLINE int sd_ctz64(uint64_t x) { return __builtin_ctzll(x); }
SD_INLINE uint64_t sd_mul128(uint64_t a, uint64_t b, uint64_t *low) {
    unsigned __int128 p = (unsigned __int128)a * b;
    *low = (uint64_t)p;
    return (uint64_t)(p >> 64);
}
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define SD_X86 1
#endif
#if defined(__aarch64__) || defined(_M_ARM64)
#define SD_ARM64 1
#endif

/* Which byte of memory holds the i-th lowest byte of a 64-bit word. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SD_BYTE(i) (7 - (i))
#else
#define SD_BYTE(i) (i)
#endif

SD_INLINE uint16_t sd_swap16(uint16_t x) { return (uint16_t)(x >> 8 | x << 8); }
SD_INLINE uint32_t sd_swap32(uint32_t x) {
    return x >> 24 | (x >> 8 & 0xFF00u) | (x << 8 & 0xFF0000u) | x << 24;
}
SD_INLINE uint64_t sd_swap64(uint64_t x) {
    return (uint64_t)sd_swap32((uint32_t)x) << 32 | sd_swap32((uint32_t)(x >> 32));
}

/* The number of set bits, without assuming that the CPU has an instruction for it. */
SD_INLINE int sd_popcount64(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}

#endif
