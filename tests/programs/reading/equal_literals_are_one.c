// Equal string literals are one object, as gcc has it; __func__ is one array.
#include <assert.h>
int main(void) {
    const char *a = "abc", *f = __func__;
    assert(a == "abc" && a != "abcd");
    assert(f == __func__ && f[0] == 'm');
    return 0;
}
