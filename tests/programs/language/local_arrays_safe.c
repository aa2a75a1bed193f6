// A local array with an initialiser is initialised again on each entry of its block.
#include <assert.h>

static int run(int n) {
    int hits = 0;
    for (int i = 0; i < n; i++) {
        int seen[3] = {0, 1};
        struct { int a, b; } s = {i};
        hits += seen[0] + seen[1] + seen[2] + s.b;
        seen[0] = seen[2] = 5;
        s.b = 9;
    }
    return hits;
}

int main(void) {
    char word[] = {'o', 'k', '\0'};
    int fib[8] = {0, 1};

    assert(run(3) == 3);
    for (int i = 2; i < 8; i++)
        fib[i] = fib[i - 1] + fib[i - 2];
    assert(fib[7] == 13);
    assert(sizeof(word) == 3 && word[1] == 'k');
    return 0;
}
