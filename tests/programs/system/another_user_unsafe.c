#include <pthread.h>
#include <unistd.h>
extern void reach_error(void);
int count;
void *set(void *unused) {
  count++;
  return 0;
}
int main(void) {
  pthread_t thread;
  uid_t before = getuid();
  pthread_create(&thread, 0, set, 0);
  setuid(1000);
  if (getuid() != before)
    count++;
  pthread_join(thread, 0);
  gid_t group = getegid();
  if (setgid(7) == 0 && getegid() != group)
    reach_error();
  return 0;
}
