/* arrays of length zero have no elements, and take no room */
extern void reach_error(void);
struct s { int n; char d[0]; }; struct e { }; struct t { int a[0][3]; int b; };
int z[0], y[3][0]; struct e v[2];
int main(void) {
  struct t t = { {}, 5 };
  if (sizeof(struct s) != 4 || sizeof(struct e) != 0 || sizeof z != 0 || sizeof y != 0 || sizeof v != 0) reach_error();
  if (t.b != 5 || sizeof(struct t) != 4 || sizeof y[0] != 0) reach_error();
  return 0;
}
