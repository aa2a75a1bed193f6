/* void pointers and arithmetic */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int a[4] = {1,2,3,4}; void *v = a; v = v + 8;
CHECK(*(int*)v == 3);
CHECK(sizeof(void)==1);
CHECK((char*)v - (char*)a == 8);
int *p = a + 3;
CHECK(p - a == 3);
CHECK(p > a);
CHECK(&a[4] - p == 1); p -= 2;
CHECK(*p==2);
CHECK(p[-1]==1);
const void *cv = a;
CHECK(cv == a);
CHECK(!(v == 0));
CHECK((p ? 1 : 2) == 1);
return 0; }
