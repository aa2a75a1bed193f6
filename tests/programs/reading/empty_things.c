/* empty things */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct e {}; ;
static void f(void) {} ;
int main(void){ ; ; {} { ; } f();
struct e x, y; x = y;
CHECK(sizeof x == 0);
for (;;) break; if (1) {} else {} do {}
while (0);
switch (1) {}
while (0);
return 0; }
