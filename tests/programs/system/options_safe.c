#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char name[] = "p", a[] = "-ab", b[] = "-n12", c[] = "-o", d[] = "x", e[] = "-z", f[] = "--", g[] = "rest";
  char *arguments[] = {name, a, b, c, d, e, f, g, 0};
  int seen = 0, number = 0, unknown = 0, option;
  while ((option = getopt(8, arguments, "+abn:o:")) != -1)
    switch (option) {
    case 'a': seen |= 1; break;
    case 'b': seen |= 2; break;
    case 'n': number = atoi(optarg); break;
    case 'o': seen |= strcmp(optarg, "x") ? 0 : 4; break;
    case '?': unknown = optopt; break;
    }
  if (seen != 7 || number != 12 || unknown != 'z' || optind != 7 || strcmp(arguments[optind], "rest"))
    reach_error();
  return 0;
}
