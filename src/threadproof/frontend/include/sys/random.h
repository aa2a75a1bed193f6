#ifndef _SYS_RANDOM_H
#define _SYS_RANDOM_H 1
#include <features.h>
#include <sys/types.h>
#define GRND_INSECURE 0x04
#define GRND_NONBLOCK 0x01
#define GRND_RANDOM 0x02
ssize_t getrandom(void *, size_t, unsigned int);
int getentropy(void *, size_t);
#endif
