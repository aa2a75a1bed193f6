/* only the value is repeated; what follows is of the last element */
#include <assert.h>
struct S{int a,b,c;} v[3]={[0 ... 1].a=9, 10, 11, 12};
struct S w[3]={[0].b=5,[0 ... 1].a=9, 10};
int m[3][2]={[0 ... 1][0]=7, 8, 9};
struct T{struct{int a,b;}in;} x[2]={[0].in.b=5,[0 ... 1].in={1}};
int c3[2][2][2]={[0][1][1]=5,[0 ... 1][1]={7}};
int main(void){
assert(v[0].a==9&&v[0].b==0&&v[1].b==10&&v[1].c==11&&v[2].a==12);
assert(w[0].a==9&&w[0].b==5&&w[1].a==9&&w[1].b==10);
assert(m[0][0]==7&&m[0][1]==0&&m[1][1]==8&&m[2][0]==9);
assert(x[0].in.b==0&&x[1].in.a==1&&c3[0][1][1]==0&&c3[1][1][0]==7);
struct S l[3]={[0 ... 1].a=9, 10, 11, 12};
assert(l[0].a==9&&l[0].b==0&&l[1].b==10&&l[1].c==11&&l[2].a==12);
return 0;}
