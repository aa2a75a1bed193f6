/* large and negative array designators */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
enum { N = 4 };
int sq[N * N] = { [0] = 1, [N] = 2, [N * 2 - 1] = 3, [N*N - 1] = 4 };
int t[][2] = { [1] = { 5, 6 }, { 7 } };
int main(void){ CHECK(sq[4]==2 && sq[7]==3 && sq[15]==4 && sizeof t == 24 && t[2][0]==7 && t[0][1]==0);
return 0; }
