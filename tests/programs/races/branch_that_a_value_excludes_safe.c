#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int g;

void *other(void *a)
{
    pthread_mutex_lock(&m);
    g++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    int marks[2] = {2, 6}, n;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&m);
    marks[g & 1] = 2;
    n = g == 1 ? -1 : -2;
    pthread_mutex_unlock(&m);
    if (n == 3 && (marks[0] != 2 || marks[1] != 6)) g = 1;
    pthread_join(t, 0);
    return 0;
}
