// A function that may return null.
#include <stddef.h>

static int cell = 4;
static int *find(int key) { return key == 1 ? &cell : NULL; }

int main(void) {
    int *p = find(2);
    return *p != 4;
}
