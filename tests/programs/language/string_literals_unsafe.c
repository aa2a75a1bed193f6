// String literals as arrays and as pointers, concatenation and embedded zeros.
#include <assert.h>

static const char *greeting = "hello";
static char buf[] = "abc";
static const char *words[] = {"zero", "one", "two"};

static int length(const char *s) {
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}

int main(void) {
    char local[8] = "xy";
    const char *joined = "foo"
                         "bar";

    assert(length(greeting) == 5 && greeting[1] == 'e' && greeting[5] == 0);
    assert(sizeof(buf) == 4 && sizeof("a\0b") == 4);
    buf[0] = 'A';
    assert(buf[0] == 'A' && buf[2] == 'c');
    assert(length(joined) == 6 && joined[3] == 'f');
    assert(local[1] == 'y' && local[2] == 0 && local[7] == 0);
    assert(words[2][0] == 't' && *words[1] == 'o' && length(words[0]) == 4);
    assert("abc"[1] == 'b' && *"q" == 'q');
    return 0;
}
