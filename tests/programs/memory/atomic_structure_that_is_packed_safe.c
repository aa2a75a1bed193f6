// An _Atomic structure is laid out as the structure is, also if a pragma packs that.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#pragma pack(push, 1)
struct pair { char first; int second; };
#pragma pack(pop)
struct outer { char before; _Atomic struct pair pair; char after; };

int main(void) {
    assert(sizeof(_Atomic struct pair) == 5);
    assert(sizeof(struct outer) == 7 && offsetof(struct outer, after) == 6);
    struct pair *where = malloc(5), given = {1, 2}, found;
    __atomic_store(where, &given, __ATOMIC_SEQ_CST);
    __atomic_load(where, &found, __ATOMIC_SEQ_CST);
    assert(found.first == 1 && found.second == 2 && where->second == 2);
    free(where);
    return 0;
}
