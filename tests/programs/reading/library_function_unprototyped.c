/* malloc unprototyped */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern void *malloc(); extern void free(); extern void abort();
int main(void) { int *p = malloc(4); if (!p) abort(); *p = 3;
CHECK(*p == 3); free(p);
return 0; }
