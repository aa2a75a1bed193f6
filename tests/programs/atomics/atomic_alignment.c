/* What is accessed at once is aligned to its size. */
#include <stdalign.h>
extern void reach_error(void);
struct eight {
    char a[8];
};
struct three {
    char a[3];
};
struct first {
    char c;
    _Atomic struct eight s;
};
struct second {
    char c;
    _Atomic struct three s;
};
struct third {
    char c;
    _Atomic long long x;
};
int main(void) {
    if (sizeof(struct first) != 16 || sizeof(struct second) != 4 || sizeof(struct third) != 16)
        reach_error();
    if (alignof(_Atomic struct eight) != 8 || alignof(_Atomic struct three) != 1 || alignof(_Atomic long long) != 8)
        reach_error();
    return 0;
}
