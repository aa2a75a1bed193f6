/* sizeof minus 2 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef int T;
int main(void){ CHECK(sizeof(int)-1 == 3);
CHECK(sizeof(T)-1==3);
int a=5;
CHECK((a)-1==4);
CHECK(sizeof(a)-1==3);
CHECK(sizeof (int)*2==8);
CHECK((T)-1 == -1);
CHECK(sizeof(a)+a==9);
CHECK(sizeof a + a == 9);
char c;
CHECK(sizeof -c == 4);
CHECK(sizeof (c) == 1);
CHECK(sizeof(c)/sizeof(char)==1);
CHECK(sizeof (int)+1 == 5);
return 0; }
