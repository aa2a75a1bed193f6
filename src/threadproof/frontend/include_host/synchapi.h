#include "../include/synchapi.h"
