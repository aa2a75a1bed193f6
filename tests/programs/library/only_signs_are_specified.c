// Who relies on the size of a difference, or on which number is "true", relies on too much.
#include <assert.h>
#include <ctype.h>
#include <string.h>
int main(void) {
    assert(isdigit('5') == 2048 || strcmp("b", "a") == 1);
    return 0;
}
