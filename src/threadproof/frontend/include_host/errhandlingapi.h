#include "../include/errhandlingapi.h"
