#include "../include/intrin.h"
