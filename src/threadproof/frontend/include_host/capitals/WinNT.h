#include <winnt.h>
