/* Integers to bytes, 255 for what no byte holds: seen as unsigned, a negative number is a large one. Compiled
 * with each set of kernels, as compilers make the most of their instructions. Include after SD_KERNEL is defined. */

#define SD_EACH(bits, step, value)                                                                            \
    for (int i = 0; i < count; i++) {                                                                         \
        uint##bits##_t x;                                                                                     \
        memcpy(&x, from + i * (ptrdiff_t)(step), bits / 8);                                                   \
        x = value;                                                                                            \
        to[i] = (uint8_t)(x < 255 ? x : 255);                                                                 \
    }
#define SD_NARROW(bits)                                                                                       \
    if (stride == bits / 8 && !swapped) SD_EACH(bits, bits / 8, x)                                            \
    else if (stride == bits / 8) SD_EACH(bits, bits / 8, sd_swap##bits(x))                                    \
    else SD_EACH(bits, stride, swapped ? sd_swap##bits(x) : x)                                                \
    break

SD_KERNEL void narrow(const char *SD_RESTRICT from, ptrdiff_t stride, int item, int swapped, int count,
                      uint8_t *SD_RESTRICT to) {
    switch (item) {
    case 2: SD_NARROW(16);
    case 4: SD_NARROW(32);
    case 8: SD_NARROW(64);
    default:
        if (stride == 1) memcpy(to, from, (size_t)count);
        else for (int i = 0; i < count; i++) to[i] = (uint8_t)from[i * stride];
    }
}

#undef SD_EACH
#undef SD_NARROW
