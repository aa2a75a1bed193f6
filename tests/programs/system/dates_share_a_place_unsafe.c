#include <pthread.h>
#include <time.h>
static void *tell(void *argument) {
  time_t now = 0;
  ctime(&now);
  return 0;
}
int main(void) {
  pthread_t a;
  time_t now = 0;
  struct tm *date = gmtime(&now);
  pthread_create(&a, 0, tell, 0);
  int month = date ? date->tm_mon : 0;
  pthread_join(a, 0);
  return month;
}
