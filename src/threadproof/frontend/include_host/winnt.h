#include "../include/winnt.h"
