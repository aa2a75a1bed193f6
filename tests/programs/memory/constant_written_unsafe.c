// A constant is not written to, whoever casts.
static const int c[2]={1,2}; int main(void){ int *p=(int*)c; p[1]=3; return 0; }
