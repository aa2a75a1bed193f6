/* The intrinsic functions of Microsoft's compiler that are atomic operations. */
#include "windows.h"
