/* The vector vocabulary for AVX-512 with VBMI: Ice Lake, Zen 4 and later (see vec_portable.h for what each
 * word means). CPUs with AVX-512 but without VBMI do better with AVX2. */
#include <immintrin.h>

#define VB 64
#define SD_ISA SD_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2,popcnt,lzcnt")
#define SD_FN SD_INLINE SD_ISA
#define SD_KERNEL static SD_ISA

typedef __m512i vb;
typedef __m512i vw;

SD_FN vb vb_load(const uint8_t *p) { return _mm512_loadu_si512(p); }
SD_FN void vb_store(uint8_t *p, vb a) { _mm512_storeu_si512(p, a); }
SD_FN vb vb_set(uint8_t x) { return _mm512_set1_epi8((char)x); }
SD_FN vb vb_min(vb a, vb b) { return _mm512_min_epu8(a, b); }
SD_FN vb vb_max(vb a, vb b) { return _mm512_max_epu8(a, b); }
SD_FN vb vb_add(vb a, vb b) { return _mm512_add_epi8(a, b); }
SD_FN vb vb_and(vb a, vb b) { return _mm512_and_si512(a, b); }
SD_FN vb vb_or(vb a, vb b) { return _mm512_or_si512(a, b); }
SD_FN vb vb_xor(vb a, vb b) { return _mm512_xor_si512(a, b); }
SD_FN vb vb_majority(vb a, vb b, vb c) { return _mm512_ternarylogic_epi32(a, b, c, 0xE8); }
SD_FN vb vb_rank(vb a) { return vb_and(_mm512_srli_epi16(a, 2), vb_set(15)); }
SD_FN vb vb_lut16(const uint8_t *table, vb index) {
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table)), index);
}
SD_FN vb vb_lut64(const uint8_t *table, vb index) {
    return _mm512_permutexvar_epi8(index, _mm512_loadu_si512(table));
}
SD_FN vb vb_clash(vb x, uint8_t bit) {
    /* a quarter of the xors mean the same suit, the first four the same rank */
    const vb every = _mm512_set1_epi32(1);
    vb table = _mm512_or_si512(every, _mm512_setr_epi32(0x01010101, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    table = _mm512_mullo_epi16(table, _mm512_set1_epi16(bit));
    return _mm512_permutexvar_epi8(x, table);
}
SD_FN uint8_t vb_least(vb a) {
    __m256i h = _mm256_min_epu8(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1));
    __m128i m = _mm_min_epu8(_mm256_castsi256_si128(h), _mm256_extracti128_si256(h, 1));
    m = _mm_min_epu8(m, _mm_srli_epi16(m, 8));
    return (uint8_t)_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_and_si128(m, _mm_set1_epi16(255))));
}
SD_FN uint8_t vb_most(vb a) { return (uint8_t)~vb_least(vb_xor(a, vb_set(255))); }

SD_FN vw vw_set(uint16_t x) { return _mm512_set1_epi16((short)x); }
SD_FN void vw_store(uint16_t *p, vw a) { _mm512_storeu_si512(p, a); }
SD_FN vw vw_add(vw a, vw b) { return _mm512_add_epi16(a, b); }
SD_FN vw vw_sub(vw a, vw b) { return _mm512_sub_epi16(a, b); }
SD_FN vw vw_mul(vw a, vw b) { return _mm512_mullo_epi16(a, b); }
SD_FN vw vw_and(vw a, vw b) { return _mm512_and_si512(a, b); }
SD_FN vw vw_or(vw a, vw b) { return _mm512_or_si512(a, b); }
#define vw_shl(a, n) _mm512_slli_epi16((a), (n))
SD_FN vw vw_if(vw a, vw bits, vw yes) {
    return _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(a, bits), yes);
}
SD_FN vw vw_pick(vw a, vw yes, vw no) { return _mm512_mask_mov_epi16(no, _mm512_test_epi16_mask(a, a), yes); }
SD_FN vw vw_lookup(const uint16_t *table, vw index) {
    const __m512i low = _mm512_set1_epi32(0xFFFF);
    /* Each gather reads four bytes at a two-byte entry: tables end with two spare entries. */
    __m512i even = _mm512_i32gather_epi32(_mm512_and_si512(index, low), table, 2);
    __m512i odd = _mm512_i32gather_epi32(_mm512_srli_epi32(index, 16), table, 2);
    return _mm512_mask_mov_epi16(even, 0xAAAAAAAA, _mm512_slli_epi32(odd, 16));
}
SD_FN void vb_widen(vb a, vw out[2]) {
    out[0] = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(a));
    out[1] = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(a, 1));
}

/* Byte i of plane j is byte i * n + j of 64 rows: from which pair of vectors, and where in the pair. */
static SD_ALIGNED(64) uint8_t pick_byte[8][8][64];
static uint64_t pick_pair[8][8][4];

static void v_prepare(void) {
    for (int n = 4; n < 8; n++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < 64; i++) {
                int at = i * n + j;
                pick_byte[n][j][i] = (uint8_t)(at & 127);
                pick_pair[n][j][at >> 7] |= (uint64_t)1 << i;
            }
}
SD_FN void v_stage_n(const uint8_t *rows, int n, uint8_t *planes, int stride) {
    vb q[8];
    for (int i = 0; i < n; i++) q[i] = vb_load(rows + 64 * i);
    if (n & 1) q[n] = q[n - 1];
    for (int j = 0; j < n; j++) {
        vb at = vb_load(pick_byte[n][j]);
        vb plane = _mm512_permutex2var_epi8(q[0], at, q[1]);
        for (int p = 1; p < (n + 1) / 2; p++)
            plane = _mm512_mask_mov_epi8(plane, pick_pair[n][j][p], _mm512_permutex2var_epi8(q[2 * p], at, q[2 * p + 1]));
        vb_store(planes + j * stride, plane);
    }
}
SD_FN void v_stage(const uint8_t *rows, int n, uint8_t *planes, int stride) {
    switch (n) { /* constant n unrolls */
    case 4: v_stage_n(rows, 4, planes, stride); break;
    case 5: v_stage_n(rows, 5, planes, stride); break;
    case 6: v_stage_n(rows, 6, planes, stride); break;
    case 7: v_stage_n(rows, 7, planes, stride); break;
    default:
        for (int i = 0; i < VB; i++)
            for (int j = 0; j < n; j++) planes[j * stride + i] = rows[i * n + j];
    }
}
SD_FN void v_load_masks(const uint64_t *masks, vw out[4]) {
    vb m[4];
    for (int i = 0; i < 4; i++) m[i] = _mm512_loadu_si512(masks + 8 * i);
    /* word q of 16 masks from two vectors: words q, q + 4, ... */
    const __m512i first =
        _mm512_setr_epi32(0x00040000, 0x000C0008, 0x00140010, 0x001C0018, 0x00240020, 0x002C0028, 0x00340030, 0x003C0038,
                          0x00050001, 0x000D0009, 0x00150011, 0x001D0019, 0x00250021, 0x002D0029, 0x00350031, 0x003D0039);
    const __m512i second = _mm512_add_epi16(first, _mm512_set1_epi16(2));
    vb a = _mm512_permutex2var_epi16(m[0], first, m[1]), b = _mm512_permutex2var_epi16(m[2], first, m[3]);
    vb c = _mm512_permutex2var_epi16(m[0], second, m[1]), d = _mm512_permutex2var_epi16(m[2], second, m[3]);
    out[0] = _mm512_shuffle_i64x2(a, b, 0x44);
    out[1] = _mm512_shuffle_i64x2(a, b, 0xEE);
    out[2] = _mm512_shuffle_i64x2(c, d, 0x44);
    out[3] = _mm512_shuffle_i64x2(c, d, 0xEE);
}
SD_FN int v_make_masks(const uint8_t *planes, int stride, int n, uint64_t *masks) {
    const __m512i one = _mm512_set1_epi64(1);
    __m512i twice = _mm512_setzero_si512();
    for (int i = 0; i < VB / 2; i += 8) {
        __m512i m = _mm512_setzero_si512();
        for (int j = 0; j < n; j++) {
            __m512i card = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(planes + j * stride + i)));
            __m512i bit = _mm512_sllv_epi64(one, card);
            twice = _mm512_ternarylogic_epi64(twice, m, bit, 0xF8);
            m = _mm512_or_si512(m, bit);
        }
        _mm512_storeu_si512(masks + i, m);
    }
    return _mm512_test_epi64_mask(twice, twice) == 0;
}
