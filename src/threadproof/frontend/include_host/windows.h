#include "../include/windows.h"
