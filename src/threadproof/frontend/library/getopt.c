// getopt as GNU has it: options come first, also if they do not, unless the user or the program wants it otherwise.
#include <stddef.h>

extern char *optarg;
extern int optind, opterr, optopt;
extern unsigned __posixly_correct;

// The rest of an argument with several options, and where the one was that is being read before it was moved.
static const char *__rest = 0;
static int __place = 0;

static _Bool __is_option(const char *argument) { return argument[0] == '-' && argument[1]; }

// The argument at `from` comes before those from `to` on.
static void __bring(char **arguments, int to, int from) {
  char *moved = arguments[from];
  for (; from > to; from--)
    arguments[from] = arguments[from - 1];
  arguments[to] = moved;
}

// Looks for the next argument with options. 1: it is at `optind`, 0: there is none, 2: it is something else.
static int __find(int count, char **arguments, char order) {
  int found = optind;
  if (order == 'p')
    while (found < count && !__is_option(arguments[found]))
      found++;
  if (found >= count)
    return 0;
  if (!__is_option(arguments[found]))
    return order == '-' ? 2 : 0;
  __bring(arguments, optind, found);
  const char *text = arguments[optind];
  if (text[1] == '-' && !text[2]) {
    optind++;
    return 0;
  }
  __place = found;
  __rest = text + 1;
  return 1;
}

int getopt(int count, char *const *fixed, const char *options) {
  char **arguments = (char **)fixed;
  char order = 'p';
  if (count < 1)
    return -1;
  optarg = 0;
  if (optind == 0) {
    optind = 1;
    __rest = 0;
  }
  if (options[0] == '-' || options[0] == '+')
    order = *options++;
  else if (__posixly_correct & 1)
    order = '+';
  if (!__rest || !*__rest) {
    int found = __find(count, arguments, order);
    if (!found)
      return -1;
    if (found == 2) {
      optarg = arguments[optind++];
      return 1;
    }
  }
  char letter = *__rest++;
  size_t at = 0;
  while (options[at] && options[at] != letter)
    at++;
  _Bool is_last = !*__rest;
  if (is_last)
    optind++;
  if (!options[at] || letter == ':' || letter == ';') {
    optopt = letter;
    return '?';
  }
  if (options[at + 1] != ':')
    return letter;
  if (!is_last) {
    optarg = (char *)__rest;
    optind++;
  } else if (options[at + 2] != ':') {
    if (__place + 1 >= count) {
      optopt = letter;
      __rest = 0;
      return options[0] == ':' ? ':' : '?';
    }
    __bring(arguments, optind, __place + 1);
    optarg = arguments[optind++];
  }
  __rest = 0;
  return letter;
}
