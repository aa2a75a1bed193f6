#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>
int main(void) {
    assert(strcmp("b", "a") > 0 && memcmp("a", "b", 1) < 0 && strcasecmp("B", "a") > 0 && strncmp("ab", "ac", 1) == 0);
    assert(isdigit('5') && !isdigit('a') && isalpha('x') && !isspace('x'));
    return 0;
}
