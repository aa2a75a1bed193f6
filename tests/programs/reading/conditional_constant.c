/* conditional constant */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int x = 1.5f == 1.5 ? 3 : 4;
static const int k = 5;
enum { N = 3 + 4 * 2 };
int arr[N];
int main(void) { CHECK(x == 3 && sizeof arr == 44);
return 0; }
