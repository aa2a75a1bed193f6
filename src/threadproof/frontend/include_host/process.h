#include "../include/process.h"
