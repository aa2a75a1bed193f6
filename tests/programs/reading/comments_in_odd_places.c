/* comments in odd places */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int/**/main(/* void */void)/* x */{ int a/*=1*/=/**/2; // rest
CHECK(a /* + 1 */ == 2); /* multi
line */ a = 4 / 2 /**// 1;
CHECK(a == 2);
char *s = "/* no */ // no";
CHECK(s[0] == '/');
char c = '"';
CHECK(c == 34); /* ' " */ return 0; }
