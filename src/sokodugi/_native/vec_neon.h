/* The vector vocabulary for AArch64 NEON (see vec_portable.h for what each word means). */
#include <arm_neon.h>

#define VB 16
#define SD_FN SD_INLINE
#define SD_KERNEL static

typedef uint8x16_t vb;
typedef uint16x8_t vw;

SD_FN vb vb_load(const uint8_t *p) { return vld1q_u8(p); }
SD_FN void vb_store(uint8_t *p, vb a) { vst1q_u8(p, a); }
SD_FN vb vb_set(uint8_t x) { return vdupq_n_u8(x); }
SD_FN vb vb_min(vb a, vb b) { return vminq_u8(a, b); }
SD_FN vb vb_max(vb a, vb b) { return vmaxq_u8(a, b); }
SD_FN vb vb_add(vb a, vb b) { return vaddq_u8(a, b); }
SD_FN vb vb_and(vb a, vb b) { return vandq_u8(a, b); }
SD_FN vb vb_or(vb a, vb b) { return vorrq_u8(a, b); }
SD_FN vb vb_xor(vb a, vb b) { return veorq_u8(a, b); }
SD_FN vb vb_majority(vb a, vb b, vb c) { return vbslq_u8(veorq_u8(a, b), c, a); }
SD_FN vb vb_rank(vb a) { return vandq_u8(vshrq_n_u8(a, 2), vdupq_n_u8(15)); }
SD_FN vb vb_lut16(const uint8_t *table, vb index) { return vqtbl1q_u8(vld1q_u8(table), index); }
SD_FN vb vb_lut64(const uint8_t *table, vb index) { return vqtbl4q_u8(vld1q_u8_x4(table), index); }
SD_FN vb vb_clash(vb x, uint8_t bit) {
    vb either = vminq_u8(vandq_u8(x, vdupq_n_u8(3)), vandq_u8(x, vdupq_n_u8(0x3C)));
    return vandq_u8(vceqzq_u8(either), vdupq_n_u8(bit));
}
SD_FN uint8_t vb_least(vb a) { return vminvq_u8(a); }
SD_FN uint8_t vb_most(vb a) { return vmaxvq_u8(a); }

SD_FN vw vw_set(uint16_t x) { return vdupq_n_u16(x); }
SD_FN void vw_store(uint16_t *p, vw a) { vst1q_u16(p, a); }
SD_FN vw vw_add(vw a, vw b) { return vaddq_u16(a, b); }
SD_FN vw vw_sub(vw a, vw b) { return vsubq_u16(a, b); }
SD_FN vw vw_mul(vw a, vw b) { return vmulq_u16(a, b); }
SD_FN vw vw_and(vw a, vw b) { return vandq_u16(a, b); }
SD_FN vw vw_or(vw a, vw b) { return vorrq_u16(a, b); }
#define vw_shl(a, n) vshlq_n_u16((a), (n))
SD_FN vw vw_if(vw a, vw bits, vw yes) { return vandq_u16(vtstq_u16(a, bits), yes); }
SD_FN vw vw_pick(vw a, vw yes, vw no) { return vbslq_u16(vceqzq_u16(a), no, yes); }
SD_FN vw vw_lookup(const uint16_t *table, vw index) {
    uint16_t at[8];
    vst1q_u16(at, index);
    for (int i = 0; i < 8; i++) at[i] = table[at[i]];
    return vld1q_u16(at);
}
SD_FN void vb_widen(vb a, vw out[2]) {
    out[0] = vmovl_u8(vget_low_u8(a));
    out[1] = vmovl_u8(vget_high_u8(a));
}

SD_FN void v_stage(const uint8_t *rows, int n, uint8_t *planes, int stride) {
    if (n == 4) {
        uint8x16x4_t q = vld4q_u8(rows);
        for (int j = 0; j < 4; j++) vst1q_u8(planes + j * stride, q.val[j]);
    } else {
        for (int i = 0; i < VB; i++)
            for (int j = 0; j < n; j++) planes[j * stride + i] = rows[i * n + j];
    }
}
SD_FN void v_load_masks(const uint64_t *masks, vw out[4]) {
    uint16x8x4_t q = vld4q_u16((const uint16_t *)masks);
    for (int i = 0; i < 4; i++) out[i] = q.val[i];
}
SD_FN int v_make_masks(const uint8_t *planes, int stride, int n, uint64_t *masks) {
    const uint64x2_t one = vdupq_n_u64(1);
    uint64x2_t twice = vdupq_n_u64(0);
    for (int i = 0; i < VB / 2; i += 2) {
        uint64x2_t m = vdupq_n_u64(0);
        for (int j = 0; j < n; j++) {
            int64_t two[2] = {planes[j * stride + i] & 63, planes[j * stride + i + 1] & 63};
            uint64x2_t bit = vshlq_u64(one, vld1q_s64(two));
            twice = vorrq_u64(twice, vandq_u64(m, bit));
            m = vorrq_u64(m, bit);
        }
        vst1q_u64(masks + i, m);
    }
    return (vgetq_lane_u64(twice, 0) | vgetq_lane_u64(twice, 1)) == 0;
}
