extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
enum first { A };
enum second { B };
typedef enum { C = -1 } third;
enum first x;
enum second y;
third z;
const enum first constant;

int main(void) {
    check(_Generic(x, enum second: 1, default: 2) == 2);
    check(_Generic(x, enum first: 1, default: 2) == 1);
    check(_Generic(x, unsigned: 1, default: 2) == 1);
    check(_Generic(A, int: 1, default: 2) == 1);
    check(_Generic(&x, enum second *: 1, default: 2) == 2);
    check(_Generic(&x, unsigned *: 1, default: 2) == 1);
    check(_Generic(constant, enum first: 1, default: 2) == 1);
    check(_Generic(x + 0, enum second: 1, default: 2) == 1);
    check(_Generic(1 ? x : x, enum second: 1, default: 2) == 1);
    check(_Generic((enum first)y, enum first: 3, default: 2) == 3);
    check(_Generic(z, int: 1, default: 2) == 1);
    check(!__builtin_types_compatible_p(enum first, enum second));
    check(!__builtin_types_compatible_p(enum first, third));
    check(__builtin_types_compatible_p(enum first, unsigned));
    check(__builtin_types_compatible_p(third, int));
    return 0;
}
