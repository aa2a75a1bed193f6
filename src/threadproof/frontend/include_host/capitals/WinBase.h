#include <winbase.h>
