#include "../include/interlockedapi.h"
