// An array that is initialised with a string is a variable, and may be written to.
#include <assert.h>

static const int n = 2;

int main(void) {
    char s[] = "abc";
    s[n] = 'x';
    assert(s[2] == 'x' && "abc"[2] == 'c');
    return 0;
}
