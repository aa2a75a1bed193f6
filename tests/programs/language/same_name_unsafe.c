// half of a pointer is called like the member of a structure of the same name
extern void abort(void);
extern void reach_error(void);
struct pair { int obj, off; };
int sum(struct pair *p) { return p->obj + p->off; }
int main(void) {
  int s = 0;
  {
    struct pair p = {1, 2};
    s += sum(&p);
  }
  {
    int *p = &s;
    *p += 4;
  }
  int n = 2;
  int *a[n];
  a[1] = &s;
  if (*a[1] == 7)
    reach_error();
  return 0;
}
