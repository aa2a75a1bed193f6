// What a member has in the padding of another one is part of the union, too.
#include <pthread.h>
#include <string.h>
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
typedef struct {
    union {
        struct { int kind; long value; } number;
        struct { int kind, code; long value; } failure;
    };
} message;
static message slot, copied;
static message sent(message m) { return m; }
static void *producer(void *unused) {
    message m;
    m.failure.kind = 2;
    m.failure.code = 42;
    m.failure.value = 7;
    slot = sent(m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    pthread_join(t, 0);
    check(slot.failure.kind == 2 && slot.failure.code == 42 && slot.failure.value == 7);
    memcpy(&copied, &slot, sizeof slot);
    check(copied.failure.code == 42 && copied.number.value == 7);
    check(sent(slot).failure.code == 42 && sent(slot).number.value == 7);
    memset(&copied, 0, sizeof copied);
    check(copied.failure.code == 0);
    return 0;
}
