#include <getopt.h>
#include <stdlib.h>
extern void reach_error(void);
int main(int n, char **arguments) {
  static const struct option words[] = {{"all", no_argument, 0, 'a'}, {"size", required_argument, 0, 's'}, {0, 0, 0, 0}};
  int c, all = 0;
  while ((c = getopt_long(n, arguments, "as:", words, 0)) != -1) {
    if (c == 'a')
      all = 1;
    else if (c == 's' && !optarg)
      reach_error();
    else if (c != 's' && c != '?')
      reach_error();
  }
  if (!all)
    reach_error();
  return 0;
}
