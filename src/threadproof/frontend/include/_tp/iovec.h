#ifndef _TP_IOVEC_H
#define _TP_IOVEC_H
struct iovec {
  void *iov_base;
  __SIZE_TYPE__ iov_len;
};
#endif
