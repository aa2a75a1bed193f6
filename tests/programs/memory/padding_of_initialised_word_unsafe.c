// A number that lies over a member and over what is behind it: only the member is known, also in a list without braces.
#include <assert.h>
#include <string.h>

struct entry {
    short kind;
    int value;
};

struct pair {
    struct entry first, second;
};

int main(void) {
    struct pair p = {1, 2, 3, 4};
    unsigned word;
    memcpy(&word, &p.second, sizeof word);
    assert((word & 0xffff) == 3);
    assert(word == 3);
    return 0;
}
