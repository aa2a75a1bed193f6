#include "../include/profileapi.h"
