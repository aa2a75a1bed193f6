#include <pthread.h>
#include <time.h>
extern void reach_error(void);
static int days;
static void *look(void *argument) {
  time_t now = time(0);
  struct tm own, *date = localtime_r(&now, &own);
  if (date && date->tm_mday > 31)
    reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  look(0);
  pthread_join(t, 0);
  return 0;
}
