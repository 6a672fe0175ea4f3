#include "platform.h"

#if defined(SD_X86)
#include "vec_avx2.h"

#define SD_NAME(x) x##_avx2
#define SD_NAME_TEXT "avx2"
#include "kernels_text.h"
#endif
