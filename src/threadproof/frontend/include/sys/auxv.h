#ifndef _SYS_AUXV_H
#define _SYS_AUXV_H 1
#include <features.h>
#define AT_NULL 0
#define AT_PHDR 3
#define AT_PAGESZ 6
#define AT_BASE 7
#define AT_ENTRY 9
#define AT_HWCAP 16
#define AT_CLKTCK 17
#define AT_SECURE 23
#define AT_RANDOM 25
#define AT_HWCAP2 26
unsigned long getauxval(unsigned long);
#endif
