#ifndef _TP_OFF_T_H
#define _TP_OFF_T_H
#ifdef __USE_FILE_OFFSET64
typedef __INT64_TYPE__ off_t;
#else
typedef long off_t;
#endif
#endif
