/* casts of compound literals 2 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct p { int x, y; };
int main(void){ CHECK((((struct p){1,2}).y == 2));
CHECK(((struct p){3,4}.x == 3));
int *q = (int[]){1,2,3};
CHECK(q[2]==3);
CHECK((char)(int){300} == 44);
CHECK((*(int*)&(struct p){9,8} == 9));
CHECK(sizeof (struct p){1} == 8);
CHECK((sizeof (int[]){1,2,3} == 12));
CHECK((int){5}++ == 5);
CHECK(-(int){3} == -3);
return 0; }
