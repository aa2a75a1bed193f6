// What has its turn again forgets what its parts were given before, if it is given as a whole.
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
struct point { int x, y; };
struct shape { int kind; struct point p[2]; int z; };
struct mixed { int a; char t[4]; unsigned b : 3, c : 5; union { int i; char k[4]; } u; };
int rows[3][2] = {[1][1] = 7, [0] = {1, 2}, {3}};
struct shape s = {.p[1].y = 5, .kind = 3, {{.x = 5}}, 4};
struct shape elided = {.p[1].y = 5, .kind = 3, 5};
struct shape nested = {1, {{2, 3}, {4, 5}}, 6, .p[0].y = 9, {8}};
struct mixed text = {.t[2] = 'x', .a = 3, "a", .c = 3, .b = 1, 2};
struct mixed member = {.u.k[1] = 1, .a = 3, "ab", 1, 2, {5}};
struct { int z; int a[3]; } first = {.a[1] = 3, .a = 4};
int ranges[6] = {[0 ... 5] = 1, [2] = 5, [1 ... 3] = 4, 7, [3] = 2};
int main(void) {
    struct shape l = {.p[1].y = 5, .kind = 3, {{.x = 5}}};
    check(rows[0][1] == 2 && rows[1][0] == 3 && rows[1][1] == 0);
    check(s.p[0].x == 5 && s.p[1].y == 0 && s.z == 4);
    check(elided.p[0].x == 5 && elided.p[1].y == 5);
    check(nested.p[0].x == 2 && nested.p[0].y == 9 && nested.p[1].x == 8 && nested.p[1].y == 0);
    check(text.t[0] == 'a' && text.t[2] == 0 && text.b == 1 && text.c == 2);
    check(member.u.i == 5 && member.b == 1 && member.c == 2);
    check(ranges[1] == 4 && ranges[2] == 4 && ranges[3] == 2 && ranges[4] == 7 && ranges[5] == 1);
    check(first.z == 0 && first.a[0] == 4 && first.a[1] == 3);
    check(l.p[0].x == 5 && l.p[1].y == 0);
    return 0;
}
