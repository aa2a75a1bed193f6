#include <pthread.h>
#include <unistd.h>
extern void reach_error(void);
void *become(void *unused) {
  if (setuid(1000) == 0 && geteuid() != 1000)
    reach_error();
  return 0;
}
int main(void) {
  pthread_t thread;
  gid_t group = getgid(), in_effect = getegid();
  pthread_create(&thread, 0, become, 0);
  uid_t user = getuid();
  pthread_join(thread, 0);
  if (getuid() != user && getuid() != 1000)
    reach_error();
  if (getgid() != group || getegid() != in_effect)
    reach_error();
  if (setgid(7) < 0 && getgid() != group)
    reach_error();
  return 0;
}
