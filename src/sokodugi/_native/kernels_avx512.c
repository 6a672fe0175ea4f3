#include "platform.h"

#if defined(SD_X86)
#include "vec_avx512.h"

#define SD_NAME(x) x##_avx512
#define SD_NAME_TEXT "avx512"
#include "kernels_text.h"

void sd_prepare_avx512(void) { v_prepare(); }
#endif
