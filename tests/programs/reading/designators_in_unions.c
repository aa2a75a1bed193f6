/* A designator for another part of the same member of a union leaves the rest of that member as it is. */
extern void reach_error(void);
struct msg { int tag; union { struct { int x, y; } p; int i; } u; };
struct a { int x, y; }; struct b { struct a a; };
int main(void) {
 struct msg m = { .tag = 1, .u.p.x = 2, .u.p.y = 3 };
 struct msg n = { .u.p.x = 2, .u.i = 7, .u.p.y = 3 };
 struct msg o = { .u.p = {2, 3}, .u.p.y = 4 };
 struct msg e = { 1, {{2, 3}}, .u.p.y = 4 };
 struct b w2 = { .a = {5,6}, .a.x = 1 };
 union { struct { int x, y; } p; int i; } z[2] = { [0].p.x = 1, [1].p.x = 5, [0].p.y = 2 };
 if (!(m.u.p.x == 2 && m.u.p.y == 3)) reach_error(); if (!(n.u.p.x == 0 && n.u.p.y == 3)) reach_error(); if (!(o.u.p.x == 2 && o.u.p.y == 4)) reach_error(); if (!(e.u.p.x == 2 && e.u.p.y == 4)) reach_error();
 if (!(w2.a.y == 6 && w2.a.x == 1)) reach_error(); if (!(z[0].p.x == 1 && z[0].p.y == 2 && z[1].p.x == 5 && z[1].p.y == 0)) reach_error(); return 0; }
