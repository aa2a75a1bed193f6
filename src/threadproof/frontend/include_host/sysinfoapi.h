#include "../include/sysinfoapi.h"
