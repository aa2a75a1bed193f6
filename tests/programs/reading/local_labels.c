/* local labels */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define LOOP(n) ({ __label__ again, out; int i_ = 0; again: if (i_ >= (n)) goto out; i_++; goto again; out: i_; })
int main(void){ int a = LOOP(3); int b = LOOP(2); CHECK(a == 3 && b == 2); return 0; }
