#include <stdlib.h>
static void keep(void *p) {}
struct ops { void (*end)(void *); } owned = {free}, borrowed = {keep};
int main(void) {
    int *p = malloc(4);
    borrowed.end(p);
    owned.end(p);
    owned.end(p);
    return 0;
}
