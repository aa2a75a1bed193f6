#include <stdio.h>
int x, n, a[4]; int *p=&x;
int f(void){ x+=10; return 1; }
int g(void){ n++; return 5; }
int h(int i){ x = x*2+i; return x; }
struct {int v;} s, *q=&s;
int k(void){ s.v+=3; return 1;}
int main(void){
 x=1; int r1 = x + f();
 x=1; int r2 = f() + x;
 x=1; int r3 = *p - f();
 n=0; a[n] = g(); int r4=a[0]*10+a[1];
 x=1; int r5 = h(1) - h(2);
 x=1; x = x + f(); int r6=x;
 x=1; int r7 = (x > f());
 n=0; a[0]=7; a[1]=9; int r8 = a[n] + g();
 s.v=0; int r9 = q->v + k();
 int l=1; int *lp=&l; int r10 = l + (*lp = 5);
 x=1; int r11 = (x+0) + f();
 x=1; int r12 = (char)x + f();
 x=1; int r13 = x*x + f();
 printf("%d %d %d %d %d %d %d %d %d %d %d %d %d\n",r1,r2,r3,r4,r5,r6,r7,r8,r9,r10,r11,r12,r13);
 printf("%d %d\n", h(1), h(2));
}
