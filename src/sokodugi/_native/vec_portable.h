/* The vector vocabulary in plain C: 16 bytes or 8 words at a time, left to the compiler to vectorise.
 *
 * A vocabulary defines vb (vector of bytes), vw (vector of 16-bit words) and the operations below; the
 * kernels in kernels.h are written in these words alone. VB is the number of bytes in a vector. */
#define VB 16
#define SD_FN SD_INLINE
#define SD_KERNEL static

typedef struct { uint8_t b[16]; } vb;
typedef struct { uint16_t w[8]; } vw;

#define EACH_BYTE(expr) do { for (int i = 0; i < 16; i++) r.b[i] = (uint8_t)(expr); } while (0)
#define EACH_WORD(expr) do { for (int i = 0; i < 8; i++) r.w[i] = (uint16_t)(expr); } while (0)

SD_FN vb vb_load(const uint8_t *p) { vb r; memcpy(&r, p, 16); return r; }
SD_FN void vb_store(uint8_t *p, vb a) { memcpy(p, &a, 16); }
SD_FN vb vb_set(uint8_t x) { vb r; EACH_BYTE(x); return r; }
SD_FN vb vb_min(vb a, vb b) { vb r; EACH_BYTE(a.b[i] < b.b[i] ? a.b[i] : b.b[i]); return r; }
SD_FN vb vb_max(vb a, vb b) { vb r; EACH_BYTE(a.b[i] > b.b[i] ? a.b[i] : b.b[i]); return r; }
SD_FN vb vb_add(vb a, vb b) { vb r; EACH_BYTE(a.b[i] + b.b[i]); return r; }
SD_FN vb vb_and(vb a, vb b) { vb r; EACH_BYTE(a.b[i] & b.b[i]); return r; }
SD_FN vb vb_or(vb a, vb b) { vb r; EACH_BYTE(a.b[i] | b.b[i]); return r; }
SD_FN vb vb_xor(vb a, vb b) { vb r; EACH_BYTE(a.b[i] ^ b.b[i]); return r; }
SD_FN vb vb_majority(vb a, vb b, vb c) {
    vb r;
    EACH_BYTE((a.b[i] & b.b[i]) | (c.b[i] & (a.b[i] | b.b[i])));
    return r;
}
SD_FN vb vb_rank(vb a) { vb r; EACH_BYTE(a.b[i] >> 2 & 15); return r; }
SD_FN vb vb_lut16(const uint8_t *table, vb index) { vb r; EACH_BYTE(table[index.b[i]]); return r; }
SD_FN vb vb_lut64(const uint8_t *table, vb index) { vb r; EACH_BYTE(table[index.b[i] & 63]); return r; }
/* `bit` where two cards, given by their xor, share rank or suit. */
SD_FN vb vb_clash(vb x, uint8_t bit) { vb r; EACH_BYTE((x.b[i] & 3) == 0 || x.b[i] < 4 ? bit : 0); return r; }
SD_FN uint8_t vb_least(vb a) {
    uint8_t m = 255;
    for (int i = 0; i < 16; i++) m = a.b[i] < m ? a.b[i] : m;
    return m;
}
SD_FN uint8_t vb_most(vb a) {
    uint8_t m = 0;
    for (int i = 0; i < 16; i++) m = a.b[i] > m ? a.b[i] : m;
    return m;
}

SD_FN vw vw_set(uint16_t x) { vw r; EACH_WORD(x); return r; }
SD_FN void vw_store(uint16_t *p, vw a) { memcpy(p, &a, 16); }
SD_FN vw vw_add(vw a, vw b) { vw r; EACH_WORD(a.w[i] + b.w[i]); return r; }
SD_FN vw vw_sub(vw a, vw b) { vw r; EACH_WORD(a.w[i] - b.w[i]); return r; }
SD_FN vw vw_mul(vw a, vw b) { vw r; EACH_WORD(a.w[i] * b.w[i]); return r; }
SD_FN vw vw_and(vw a, vw b) { vw r; EACH_WORD(a.w[i] & b.w[i]); return r; }
SD_FN vw vw_or(vw a, vw b) { vw r; EACH_WORD(a.w[i] | b.w[i]); return r; }
#define vw_shl(a, n) vw_shl_((a), (n))
SD_FN vw vw_shl_(vw a, int n) { vw r; EACH_WORD(a.w[i] << n); return r; }
/* `yes` in the lanes in which `a` and `bits` share a bit, 0 elsewhere. */
SD_FN vw vw_if(vw a, vw bits, vw yes) { vw r; EACH_WORD(a.w[i] & bits.w[i] ? yes.w[i] : 0); return r; }
/* `yes` in the lanes in which `a` is not zero, else `no`. */
SD_FN vw vw_pick(vw a, vw yes, vw no) { vw r; EACH_WORD(a.w[i] ? yes.w[i] : no.w[i]); return r; }
SD_FN vw vw_lookup(const uint16_t *table, vw index) { vw r; EACH_WORD(table[index.w[i]]); return r; }
/* The bytes of `a` as words: the first half of them, then the second. */
SD_FN void vb_widen(vb a, vw out[2]) {
    for (int i = 0; i < 8; i++) out[0].w[i] = a.b[i], out[1].w[i] = a.b[i + 8];
}

/* Rows of n cards to planes: plane j holds card j of each row. */
SD_FN void v_stage(const uint8_t *rows, int n, uint8_t *planes, int stride) {
    for (int i = 0; i < VB; i++)
        for (int j = 0; j < n; j++) planes[j * stride + i] = rows[i * n + j];
}
/* VB / 2 masks, split into their four 16-bit words. */
SD_FN void v_load_masks(const uint64_t *masks, vw out[4]) {
    for (int i = 0; i < 8; i++)
        for (int q = 0; q < 4; q++) out[q].w[i] = (uint16_t)(masks[i] >> 16 * q);
}
/* VB / 2 rows of n cards, given as planes, to masks; returns false if a card stands twice in a row. */
SD_FN int v_make_masks(const uint8_t *planes, int stride, int n, uint64_t *masks) {
    uint64_t twice = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t m = 0;
        for (int j = 0; j < n; j++) {
            uint64_t bit = (uint64_t)1 << (planes[j * stride + i] & 63);
            twice |= m & bit;
            m |= bit;
        }
        masks[i] = m;
    }
    return twice == 0;
}
