#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = stdout, *all[] = {stdin, stderr};
    assert(f != NULL && f != stderr && all[0] != all[1]);
    stdout = stderr;
    assert(f != stdout && stdout == all[1]);
    return 0;
}
