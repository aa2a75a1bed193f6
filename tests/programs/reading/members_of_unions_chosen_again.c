#include <assert.h>
union U{int a; char c[4];}; struct S{union U u; int k;};
struct S v={.u.c="xyz", .u={7}, .u.c[1]='q'};
struct S w={.u.c="xyz", .u.c[1]='q', .k=3};
struct S x[2]={[0].u.c[0]='a', [0].u.c[2]='b', [1].u.c="abc", [1]={5}, [1].u.c[1]=1};
int main(void){ assert(v.u.c[0]==0&&v.u.c[1]=='q'&&v.u.c[2]==0); assert(w.u.c[0]=='x'&&w.u.c[1]=='q'&&w.u.c[2]=='z'&&w.k==3);
assert(x[0].u.c[0]=='a'&&x[0].u.c[2]=='b'&&x[0].u.c[1]==0); assert(x[1].u.c[0]==0&&x[1].u.c[1]==1);
return 0; }
