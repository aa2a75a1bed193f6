#include <sys/ioctl.h>
extern void reach_error(void);
int main(void) {
  int left;
  if (ioctl(3, FIONREAD, &left) == 0 && left == -4)
    reach_error();
  return 0;
}
