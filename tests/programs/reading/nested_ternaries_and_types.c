/* nested ternaries and types */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int a = 1;
unsigned u = 2; long l = -1;
CHECK((a ? l : u) == -1);
CHECK((1 ? -1 : 1u) > 0);
CHECK((1 ? -1 : 1ul) > 0);
CHECK((a ? (char)200 : 5) == -56);
CHECK(sizeof(a ? (char)1 : (short)2) == 4);
int *p = 0;
CHECK((1 ? p : 0) == 0);
CHECK(sizeof *(1 ? p : (void*)0) == 4);
CHECK((a ? 1 : 0 ? 2 : 3) == 1);
return 0; }
