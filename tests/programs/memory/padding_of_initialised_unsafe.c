// An initialiser says nothing about what is between the members of a local (C11 6.7.9p10 is about static objects):
// gcc -O0 leaves what the stack has, so equal structures may differ.
#include <assert.h>
#include <string.h>

struct entry {
    char kind;
    int value;
};

int main(void) {
    struct entry a = {1, 2}, b = {1, 2};
    assert(memcmp(&a, &b, sizeof a) == 0);
    return 0;
}
