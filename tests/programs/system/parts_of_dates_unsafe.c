#include <pthread.h>
#include <time.h>

struct tm date;

static void *set(void *unused) {
    date.tm_min = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    char text[2];
    pthread_create(&t, 0, set, 0);
    strftime(text, sizeof text, "%_2T", &date);
    return 0;
}
