#include "platform.h"

#include "vec_portable.h"

#define SD_NAME(x) x##_portable
#define SD_NAME_TEXT "portable"
#include "kernels_text.h"
