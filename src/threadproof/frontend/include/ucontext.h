#ifndef _UCONTEXT_H
#define _UCONTEXT_H 1
#include <features.h>
#include <signal.h>
#endif
