/* alignof and offsetof */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#include <stddef.h>
struct s { char a; double d;
char b[3];
int arr[4];
struct { short x, y; } in; };
int main(void){ CHECK(offsetof(struct s, d)==8);
CHECK(offsetof(struct s, arr[2])==28);
CHECK(offsetof(struct s, in.y)==38);
CHECK(_Alignof(struct s)==8);
CHECK(_Alignof(char)==1 && __alignof__(long double)==16);
CHECK(sizeof(struct s)==40);
return 0; }
