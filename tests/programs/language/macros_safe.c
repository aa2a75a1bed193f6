// Preprocessor: conditionals, function-like macros, # and ##, multi-line macros.
#include <assert.h>

#define SQUARE(x) ((x) * (x))
#define BAD_SQUARE(x) x *x
#define JOIN(a, b) a##b
#define TEXT(x) #x
#define SWAP(a, b) \
    do {           \
        int t_ = a; \
        a = b;     \
        b = t_;    \
    } while (0)
#define LIMIT 3
#if defined(LIMIT) && LIMIT > 2
#define MODE 1
#elif LIMIT == 2
#define MODE 2
#else
#error unexpected
#endif
#undef LIMIT
#ifndef LIMIT
#define LIMIT 9
#endif

int main(void) {
    int JOIN(va, lue) = 4, other = 5;

    assert(SQUARE(2 + 1) == 9 && BAD_SQUARE(2 + 1) == 5);
    if (value)
        SWAP(value, other);
    else
        value = 0;
    assert(value == 5 && other == 4);
    assert(MODE == 1 && LIMIT == 9);
    assert(TEXT(a b)[2] == 'b' && sizeof(TEXT(xyz)) == 4);
#if 0
    assert(0);
#endif
    assert(__LINE__ > 30);
    return 0;
}
