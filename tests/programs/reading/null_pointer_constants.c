#include <assert.h>
int x;
#define K(e) _Generic(1?(void*)(e):(int*)0, int*:1, void*:2)
int main(void){ assert(K(0)==1); assert(K((long)x*0)==2); assert(K(0&&x)==2); assert(K(1?0:x)==2); assert(K((char)0)==1); assert(K(0*5)==1); assert(K('\0')==1); enum{Z}; assert(K(Z)==1); assert(K((void*)0)==2);assert(K(sizeof(x)-4)==1); return 0; }
