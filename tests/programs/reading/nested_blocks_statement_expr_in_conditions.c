/* nested blocks statement expr in conditions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int x = 3; if (({ int y = x * 2; y > 5; })) x = 10;
CHECK(x == 10);
while (({ x--; x > 5; })) ;
CHECK(x == 5);
for (int i = 0; ({ i < 2; }); i++) x++;
CHECK(x == 7);
int a[({ enum { K = 3 }; K; })];
CHECK(x ? ({ 1; }) : 0);
return 0; }
