#include "../include/handleapi.h"
