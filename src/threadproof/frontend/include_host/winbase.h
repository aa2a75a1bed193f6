#include "../include/winbase.h"
