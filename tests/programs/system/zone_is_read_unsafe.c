#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
static struct tm date;
static void *move(void *argument) {
  date.tm_zone = "CET";
  return 0;
}
int main(void) {
  char text[8];
  pthread_t t;
  pthread_create(&t, 0, move, 0);
  strftime(text, sizeof text, "%Z", &date);
  pthread_join(t, 0);
  return 0;
}
