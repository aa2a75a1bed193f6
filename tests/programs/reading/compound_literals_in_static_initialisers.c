/* GNU C lets a compound literal initialise a static object */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct p { int x, y; };
struct q { struct p a, b[2];
int k; };
struct p a = (struct p){1,2};
struct q v = { (struct p){3}, { { 4, 5 }, (struct p){ .y = 6 } }, 7 };
static int arr[] = (int[]){ 1, 2, 3 };
int n = (int){ 5 };
int main(void){ CHECK(a.y == 2 && v.a.x == 3 && v.a.y == 0 && v.b[1].x == 0 && v.b[1].y == 6 && v.b[0].y == 5 && v.k == 7);
CHECK(sizeof arr == 12 && arr[2] == 3 && n == 5);
static struct p s = (struct p){ .y = 9 };
CHECK(s.y == 9 && s.x == 0);
return 0; }
