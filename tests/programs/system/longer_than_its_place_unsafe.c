#include <sys/socket.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char place[4];
  int flags = __VERIFIER_nondet_int() ? MSG_TRUNC : MSG_DONTWAIT;
  if (recvfrom(3, place, sizeof place, flags, 0, 0) == 9)
    reach_error();
  return 0;
}
