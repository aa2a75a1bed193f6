#include <sys/socket.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char place[4];
  if (recv(3, place, sizeof place, __VERIFIER_nondet_int() ? MSG_PEEK : MSG_WAITALL | MSG_DONTWAIT) > 4)
    reach_error();
  if (recv(3, place, sizeof place, MSG_TRUNC) < -1)
    reach_error();
  return 0;
}
