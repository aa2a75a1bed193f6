#include <assert.h>
// A table of labels, as interpreters have it; threads go their own ways.
#include <pthread.h>
int total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int run(const char *code) {
    static const void *const table[] = {&&inc, &&dec, &&twice, &&end};
    int x = 1;
    goto *table[*code++ - 'a'];
inc:
    x++;
    goto *table[*code++ - 'a'];
dec:
    x--;
    goto *table[*code++ - 'a'];
twice: {
    int y = 2 * x;
    x = y;
    const void *next = table[*code++ - 'a'];
    goto *next;
}
end:
    return x;
}
void *thread(void *code) {
    int x = run(code);
    pthread_mutex_lock(&m);
    total += x;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, "acad");
    pthread_create(&b, 0, thread, "bcd");
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 5);
    void *way = total > 3 ? &&big : &&small;
    goto *way;
small:
    assert(0);
big:
    return 0;
}
