#ifndef _TP_STDNORETURN_H
#define _TP_STDNORETURN_H
#define noreturn _Noreturn
#endif
