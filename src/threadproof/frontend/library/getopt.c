// getopt and getopt_long as GNU has them: options come first, also if they do not, unless somebody wants it otherwise.
#include <getopt.h>
#include <stddef.h>

extern unsigned __posixly_correct;
void __not_understood(const char *);
void __disturb_errno(void);

// The rest of an argument with several options.
static const char *__rest = 0;
// What is no option, seen from here to there: it comes behind the options when the next one is looked for.
static int __seen = 1, __until = 1;
// '+': the first one that is no option is the end, '-': it is told, 'p': it comes last. 0: nothing was read yet.
static char __order = 0;
// The last letter that was wrong: every call tells it.
static int __wrong = 0;

static _Bool __is_option(const char *argument) { return argument[0] == '-' && argument[1]; }

// The argument at `from` comes before those from `to` on.
static void __bring(char **arguments, int to, int from) {
  char *moved = arguments[from];
  for (; from > to; from--)
    arguments[from] = arguments[from - 1];
  arguments[to] = moved;
}

// All options that were read since come before what is none.
static void __exchange(char **arguments) {
  while (__until < optind)
    __bring(arguments, __seen++, __until++);
}

// Looks for the next argument with options. 1: it is at `optind`, 0: there is none, 2: it is something else.
static int __find(int count, char **arguments) {
  if (__until > optind)
    __until = optind;
  if (__seen > optind)
    __seen = optind;
  if (__order == 'p') {
    if (__seen != __until)
      __exchange(arguments);
    else
      __seen = optind;
    while (optind < count && !__is_option(arguments[optind]))
      optind++;
    __until = optind;
  }
  if (optind != count) {
    const char *text = arguments[optind];
    if (text[0] == '-' && text[1] == '-' && !text[2]) {
      optind++;
      if (__seen != __until)
        __exchange(arguments);
      else
        __seen = optind;
      __until = optind = count;
    }
  }
  if (optind == count) {
    if (__seen != __until)
      optind = __seen;
    return 0;
  }
  if (!__is_option(arguments[optind]))
    return __order == '-' ? 2 : 0;
  __rest = arguments[optind] + 1;
  return 1;
}

// A word after two dashes, which may be cut short if nothing else begins so.
static int __word(int count, char **arguments, _Bool is_quiet, const struct option *words, int *which) {
  const char *text = __rest + 1;
  size_t length = 0;
  while (text[length] && text[length] != '=')
    length++;
  int found = -1;
  _Bool is_exact = 0, is_open = 0;
  for (int n = 0; words[n].name && !is_exact; n++) {
    size_t i = 0;
    while (i < length && words[n].name[i] == text[i])
      i++;
    if (i < length)
      continue;
    if (!words[n].name[length]) {
      is_exact = 1;
      found = n;
    } else if (found < 0)
      found = n;
    else
      is_open |= words[found].has_arg != words[n].has_arg || words[found].flag != words[n].flag ||
                 words[found].val != words[n].val;
  }
  __rest = 0;
  optind++;
  if (found < 0 || (is_open && !is_exact)) {
    __wrong = 0;
    return '?';
  }
  if (text[length]) {
    if (words[found].has_arg == no_argument) {
      __wrong = words[found].val;
      return '?';
    }
    optarg = (char *)text + length + 1;
  } else if (words[found].has_arg == required_argument) {
    if (optind >= count) {
      __wrong = words[found].val;
      return is_quiet ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  if (which)
    *which = found;
  if (words[found].flag) {
    *words[found].flag = words[found].val;
    return 0;
  }
  return words[found].val;
}

// Arguments of main that may be any: some option, with some text. (Those that are none come last already.)
int __are_any_arguments(char **);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int __between(unsigned, unsigned);
void *__memory_of_the_system(size_t);

static char *__text(void) {
  size_t size = __between(1, 131072);
  char *text = __memory_of_the_system(size);
  text[size - 1] = 0;
  return text;
}

static int __any(int count, const char *options, const struct option *words, int *which) {
  int next = __VERIFIER_nondet_int();
  __VERIFIER_assume(next >= optind && next >= 1 && next <= count);
  optarg = 0;
  optind = next;
  if (__VERIFIER_nondet_bool())
    return -1;
  if (__VERIFIER_nondet_bool()) {
    __wrong = __VERIFIER_nondet_int();
    return options[0] == ':' && __VERIFIER_nondet_bool() ? ':' : '?';
  }
  if (words && __VERIFIER_nondet_bool())
    for (int n = 0; words[n].name; n++)
      if (__VERIFIER_nondet_bool()) {
        if (words[n].has_arg == required_argument || (words[n].has_arg && __VERIFIER_nondet_bool()))
          optarg = __text();
        if (which)
          *which = n;
        if (!words[n].flag)
          return words[n].val;
        *words[n].flag = words[n].val;
        return 0;
      }
  for (size_t at = 0; options[at]; at++)
    if (options[at] != ':' && options[at] != '+' && options[at] != '-' && __VERIFIER_nondet_bool()) {
      if (options[at + 1] == ':' && (options[at + 2] != ':' || __VERIFIER_nondet_bool()))
        optarg = __text();
      return options[at];
    }
  return -1;
}

static int __next(int count, char **arguments, const char *options, const struct option *words, int *which) {
  if (count < 1)
    return -1;
  if (__are_any_arguments(arguments))
    return __any(count, options, words, which);
  optarg = 0;
  _Bool has_order = options[0] == '-' || options[0] == '+';
  if (optind == 0 || !__order) {
    if (optind == 0)
      optind = 1;
    __seen = __until = optind;
    __rest = 0;
    __order = has_order ? options[0] : __posixly_correct > 0x7fffffff ? '+' : 'p';
  }
  if (has_order)
    options++;
  if (!__rest || !*__rest) {
    int found = __find(count, arguments);
    if (!found)
      return -1;
    if (found == 2) {
      optarg = arguments[optind++];
      return 1;
    }
    if (words && *__rest == '-')
      return __word(count, arguments, options[0] == ':', words, which);
  }
  char letter = *__rest++;
  size_t at = 0;
  while (options[at] && options[at] != letter)
    at++;
  _Bool is_last = !*__rest;
  if (is_last)
    optind++;
  if (!options[at] || letter == ':' || letter == ';') {
    __wrong = letter;
    return '?';
  }
  if (words && letter == 'W' && options[at + 1] == ';')
    __not_understood("getopt_long with W;");
  if (options[at + 1] != ':')
    return letter;
  if (!is_last) {
    optarg = (char *)__rest;
    optind++;
  } else if (options[at + 2] != ':') {
    if (optind == count) {
      __wrong = letter;
      letter = options[0] == ':' ? ':' : '?';
    } else
      optarg = arguments[optind++];
  }
  __rest = 0;
  return letter;
}

int getopt_long(int count, char *const *arguments, const char *options, const struct option *words, int *which) {
  int found = __next(count, (char **)arguments, options, words, which);
  if (found == '?')
    __disturb_errno(); // (it says so on stderr)
  optopt = __wrong;
  return found;
}
int getopt(int count, char *const *arguments, const char *options) {
  return getopt_long(count, arguments, options, 0, 0);
}
