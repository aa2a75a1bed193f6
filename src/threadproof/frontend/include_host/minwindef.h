#include "../include/minwindef.h"
