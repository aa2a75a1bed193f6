/* line continuations */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define M(a, b) \
   ((a) + \
    (b))
int ma\
in(void){ int lo\
ng_name = 3; CHECK(M(1,\
 2) == 3); CHECK(long_name == 3); // comment \
 CHECK(0);
 char *s = "ab\
c"; CHECK(s[2]=='c'); return 0; }
