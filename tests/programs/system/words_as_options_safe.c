#include <getopt.h>
extern void reach_error(void);
int main(int n, char **arguments) {
  static const struct option words[] = {{"all", no_argument, 0, 'a'}, {"size", required_argument, 0, 's'}, {0, 0, 0, 0}};
  int c = getopt_long(n, arguments, "as:", words, 0);
  if (c == 's' && !optarg)
    reach_error();
  if (c != 'a' && c != 's' && c != '?' && c != -1)
    reach_error();
  return 0;
}
