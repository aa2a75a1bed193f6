/* function returning struct and member of it */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct p { int x, y;
int a[2]; };
static struct p mk(int x) { struct p r = { x, x + 1, { 7, 8 } };
return r; }
int main(void){ CHECK(mk(3).y == 4);
CHECK(mk(1).a[1] == 8);
struct p q = mk(5), z; z = q;
CHECK(z.x == 5 && z.a[0] == 7);
CHECK((mk(2), 9) == 9);
return 0; }
