#include "../include/windef.h"
