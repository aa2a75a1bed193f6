#ifndef _TP_TIME_T_H
#define _TP_TIME_T_H
#ifdef __USE_TIME_BITS64
typedef __INT64_TYPE__ time_t;
#else
typedef long time_t;
#endif
#endif
