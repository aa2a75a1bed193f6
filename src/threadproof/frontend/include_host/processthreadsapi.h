#include "../include/processthreadsapi.h"
