// Between members there are zeros in static objects, with empty braces, and in what a list does not mention; whatever
// else is there, members are what they are.
#include <assert.h>
#include <string.h>

struct entry {
    char kind;
    int value;
};

struct pair {
    struct entry first, second;
};

union slot {
    int number;
    void *pointer;
};

static unsigned char byte(const void *object, int place) { return ((const unsigned char *)object)[place]; }

int main(void) {
    static struct entry a = {1, 2}, b = {1, 2};
    assert(memcmp(&a, &b, sizeof a) == 0);

    struct entry empty = {};
    assert(byte(&empty, 0) == 0 && byte(&empty, 2) == 0);

    struct pair p = {.first = {1, 2}};
    assert(byte(&p, 0) == 1 && byte(&p, 4) == 2);
    assert(byte(&p, 9) == 0 && byte(&p, 12) == 0);

    union slot s = {.pointer = &p};
    assert(s.pointer == &p);
    return 0;
}
