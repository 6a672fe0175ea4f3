/* Integers of `item` bytes, one after the other, to bytes: 255 for what no byte holds. Compiled with each set
 * of kernels, as compilers make the most of their instructions. Include after SD_KERNEL is defined. */

#define SD_NARROW(bits)                                                                                       \
    for (int i = 0; i < count; i++) {                                                                         \
        uint##bits##_t x;                                                                                     \
        memcpy(&x, from + (ptrdiff_t)i * (bits / 8), bits / 8);                                               \
        to[i] = (uint8_t)(x < 255 ? x : 255);                                                                 \
    }

SD_KERNEL void narrow(const char *SD_RESTRICT from, int item, int count, uint8_t *SD_RESTRICT to) {
    if (item == 2) SD_NARROW(16)
    else if (item == 4) SD_NARROW(32)
    else SD_NARROW(64)
}

#undef SD_NARROW
