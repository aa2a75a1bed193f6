#include <stdlib.h>
#include <assert.h>
static void *nothing(size_t n) { return 0; }
struct allocator { void *(*take)(size_t); void (*give)(void *); } own = {malloc, free}, none = {nothing, free};
int main(void) {
    int *p = none.take(4);
    assert(!p);
    p = own.take(4);
    *p = 7;
    int x = *p;
    own.give(p);
    assert(x != 7);
    return 0;
}
