/* Which kernels this machine can run, and which are in use. */
#include "kernels.h"

#if defined(SD_X86)
#if defined(_MSC_VER) && !defined(__clang__)
#include <immintrin.h>
static int cpu_has(int avx512) {
    int r[4];
    __cpuid(r, 0);
    if (r[0] < 7) return 0;
    __cpuid(r, 1);
    if (!(r[2] >> 27 & 1)) return 0; /* OSXSAVE */
    uint64_t saved = _xgetbv(0);
    int popcnt = r[2] >> 23 & 1;
    __cpuidex(r, 7, 0);
    int avx2 = (saved & 6) == 6 && popcnt && (r[1] >> 5 & 1) && (r[1] >> 3 & 1) && (r[1] >> 8 & 1);
    if (!avx512 || !avx2) return avx2;
    return (saved & 0xE6) == 0xE6 && (r[1] >> 16 & 1) && (r[1] >> 17 & 1) && (r[1] >> 30 & 1) && (r[1] >> 31 & 1) &&
           (r[2] >> 1 & 1);
}
#else
static int cpu_has(int avx512) {
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    if (!avx512 || !avx2) return avx2;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi");
}
#endif
#endif

const sd_kernels *sd_active = &sd_kernels_portable;

/* The paths this machine can run, best first, closed by NULL. */
static const sd_kernels *const *paths(void) {
    static const sd_kernels *found[4];
    static int known;
    if (!known) { /* first called under the import lock */
        int n = 0;
#if defined(SD_X86)
        if (cpu_has(1)) {
            sd_prepare_avx512();
            found[n++] = &sd_kernels_avx512;
        }
        if (cpu_has(0)) found[n++] = &sd_kernels_avx2;
#elif defined(SD_ARM64)
        found[n++] = &sd_kernels_neon;
#endif
        found[n++] = &sd_kernels_portable;
        found[n] = NULL;
        known = 1;
    }
    return found;
}

int sd_available(const char *names[4]) {
    int n = 0;
    for (const sd_kernels *const *k = paths(); *k; k++) names[n++] = (*k)->name;
    return n;
}

int sd_use(const char *name) {
    for (const sd_kernels *const *k = paths(); *k; k++)
        if (!strcmp((*k)->name, name)) {
            sd_active = *k;
            return 1;
        }
    return 0;
}
