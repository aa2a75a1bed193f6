#include <process.h>
