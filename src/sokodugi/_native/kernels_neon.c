#include "platform.h"

#if defined(SD_ARM64)
#include "vec_neon.h"

#define SD_NAME(x) x##_neon
#define SD_NAME_TEXT "neon"
#include "kernels_text.h"
#endif
