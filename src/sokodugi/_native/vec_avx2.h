/* The vector vocabulary for AVX2 (see vec_portable.h for what each word means). */
#include <immintrin.h>

#define VB 32
#define SD_ISA SD_TARGET("avx2,bmi,bmi2,popcnt,lzcnt")
#define SD_FN SD_INLINE SD_ISA
#define SD_KERNEL static SD_ISA

typedef __m256i vb;
typedef __m256i vw;

SD_FN vb vb_load(const uint8_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
SD_FN void vb_store(uint8_t *p, vb a) { _mm256_storeu_si256((__m256i *)p, a); }
SD_FN vb vb_set(uint8_t x) { return _mm256_set1_epi8((char)x); }
SD_FN vb vb_min(vb a, vb b) { return _mm256_min_epu8(a, b); }
SD_FN vb vb_max(vb a, vb b) { return _mm256_max_epu8(a, b); }
SD_FN vb vb_add(vb a, vb b) { return _mm256_add_epi8(a, b); }
SD_FN vb vb_and(vb a, vb b) { return _mm256_and_si256(a, b); }
SD_FN vb vb_or(vb a, vb b) { return _mm256_or_si256(a, b); }
SD_FN vb vb_xor(vb a, vb b) { return _mm256_xor_si256(a, b); }
SD_FN vb vb_majority(vb a, vb b, vb c) { return vb_or(vb_and(a, b), vb_and(c, vb_or(a, b))); }
SD_FN vb vb_rank(vb a) { return vb_and(_mm256_srli_epi16(a, 2), vb_set(15)); }
SD_FN vb vb_table16(const uint8_t *table) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}
SD_FN vb vb_lut16(const uint8_t *table, vb index) { return _mm256_shuffle_epi8(vb_table16(table), index); }
SD_FN vb vb_lut64(const uint8_t *table, vb index) {
    vb bit4 = _mm256_slli_epi16(index, 3), bit5 = _mm256_slli_epi16(index, 2);
    vb low = _mm256_blendv_epi8(vb_lut16(table, index), vb_lut16(table + 16, index), bit4);
    vb high = _mm256_blendv_epi8(vb_lut16(table + 32, index), vb_lut16(table + 48, index), bit4);
    return _mm256_blendv_epi8(low, high, bit5);
}
SD_FN vb vb_clash(vb x, uint8_t bit) {
    vb either = vb_min(vb_and(x, vb_set(3)), vb_and(x, vb_set(0x3C)));
    return vb_and(_mm256_cmpeq_epi8(either, _mm256_setzero_si256()), vb_set(bit));
}
SD_FN uint8_t vb_least(vb a) {
    __m128i m = _mm_min_epu8(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    m = _mm_min_epu8(m, _mm_srli_epi16(m, 8));
    return (uint8_t)_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_and_si128(m, _mm_set1_epi16(255))));
}
SD_FN uint8_t vb_most(vb a) { return (uint8_t)~vb_least(vb_xor(a, vb_set(255))); }

SD_FN vw vw_set(uint16_t x) { return _mm256_set1_epi16((short)x); }
SD_FN void vw_store(uint16_t *p, vw a) { _mm256_storeu_si256((__m256i *)p, a); }
SD_FN vw vw_add(vw a, vw b) { return _mm256_add_epi16(a, b); }
SD_FN vw vw_sub(vw a, vw b) { return _mm256_sub_epi16(a, b); }
SD_FN vw vw_mul(vw a, vw b) { return _mm256_mullo_epi16(a, b); }
SD_FN vw vw_and(vw a, vw b) { return _mm256_and_si256(a, b); }
SD_FN vw vw_or(vw a, vw b) { return _mm256_or_si256(a, b); }
#define vw_shl(a, n) _mm256_slli_epi16((a), (n))
SD_FN vw vw_if(vw a, vw bits, vw yes) {
    return _mm256_andnot_si256(_mm256_cmpeq_epi16(vw_and(a, bits), _mm256_setzero_si256()), yes);
}
SD_FN vw vw_pick(vw a, vw yes, vw no) {
    return _mm256_blendv_epi8(yes, no, _mm256_cmpeq_epi16(a, _mm256_setzero_si256()));
}
SD_FN vw vw_lookup(const uint16_t *table, vw index) {
    const __m256i low = _mm256_set1_epi32(0xFFFF);
    /* Each gather reads four bytes at a two-byte entry: tables end with two spare entries. */
    __m256i even = _mm256_i32gather_epi32((const int *)table, _mm256_and_si256(index, low), 2);
    __m256i odd = _mm256_i32gather_epi32((const int *)table, _mm256_srli_epi32(index, 16), 2);
    return _mm256_blend_epi16(even, _mm256_slli_epi32(odd, 16), 0xAA);
}
SD_FN void vb_widen(vb a, vw out[2]) {
    out[0] = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(a));
    out[1] = _mm256_cvtepu8_epi16(_mm256_extracti128_si256(a, 1));
}

SD_FN void v_stage4(const uint8_t *rows, uint8_t *planes, int stride) {
    const vb group = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
                                      0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const vb order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    vb q[4];
    for (int i = 0; i < 4; i++) /* eight rows each: 8 bytes of every plane in turn */
        q[i] = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(vb_load(rows + 32 * i), group), order);
    vb a = _mm256_unpacklo_epi64(q[0], q[1]), b = _mm256_unpackhi_epi64(q[0], q[1]);
    vb c = _mm256_unpacklo_epi64(q[2], q[3]), d = _mm256_unpackhi_epi64(q[2], q[3]);
    vb_store(planes, _mm256_permute2x128_si256(a, c, 0x20));
    vb_store(planes + stride, _mm256_permute2x128_si256(b, d, 0x20));
    vb_store(planes + 2 * stride, _mm256_permute2x128_si256(a, c, 0x31));
    vb_store(planes + 3 * stride, _mm256_permute2x128_si256(b, d, 0x31));
}
/* More than four cards: the first four of each row as above, then the last four (they may overlap). */
SD_FN void v_stage(const uint8_t *rows, int n, uint8_t *planes, int stride) {
    if (n == 4) {
        v_stage4(rows, planes, stride);
    } else if (n > 4 && n < 8) {
        SD_ALIGNED(32) uint32_t head[VB], tail[VB];
        for (int i = 0; i < VB; i++) {
            memcpy(head + i, rows + i * n, 4);
            memcpy(tail + i, rows + i * n + n - 4, 4);
        }
        v_stage4((const uint8_t *)tail, planes + (n - 4) * stride, stride);
        v_stage4((const uint8_t *)head, planes, stride);
    } else {
        for (int i = 0; i < VB; i++)
            for (int j = 0; j < n; j++) planes[j * stride + i] = rows[i * n + j];
    }
}
SD_FN void v_load_masks(const uint64_t *masks, vw out[4]) {
    const __m256i *p = (const __m256i *)masks;
    __m256i m[4];
    for (int i = 0; i < 4; i++) m[i] = _mm256_loadu_si256(p + i);
    /* words (a0 a1 a2 a3)(b0 b1 b2 b3): gather word q of every mask, in order */
    const __m256i group = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
                                           0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (int i = 0; i < 4; i++) m[i] = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(m[i], group), order);
    __m256i a = _mm256_unpacklo_epi64(m[0], m[1]), b = _mm256_unpackhi_epi64(m[0], m[1]);
    __m256i c = _mm256_unpacklo_epi64(m[2], m[3]), d = _mm256_unpackhi_epi64(m[2], m[3]);
    out[0] = _mm256_permute2x128_si256(a, c, 0x20);
    out[1] = _mm256_permute2x128_si256(b, d, 0x20);
    out[2] = _mm256_permute2x128_si256(a, c, 0x31);
    out[3] = _mm256_permute2x128_si256(b, d, 0x31);
}
SD_FN int v_make_masks(const uint8_t *planes, int stride, int n, uint64_t *masks) {
    const __m256i one = _mm256_set1_epi64x(1);
    __m256i twice = _mm256_setzero_si256();
    for (int i = 0; i < VB / 2; i += 4) {
        __m256i m = _mm256_setzero_si256();
        for (int j = 0; j < n; j++) {
            int32_t four;
            memcpy(&four, planes + j * stride + i, 4);
            __m256i bit = _mm256_sllv_epi64(one, _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four)));
            twice = _mm256_or_si256(twice, _mm256_and_si256(m, bit));
            m = _mm256_or_si256(m, bit);
        }
        _mm256_storeu_si256((__m256i *)(masks + i), m);
    }
    return _mm256_testz_si256(twice, twice);
}
