// The environment: a variable is not there, or it is any text; it does not change while the program runs.
#include <stddef.h>

#define VARIABLES 16
// Linux has no longer strings for a program (MAX_ARG_STRLEN).
#define LONGEST 131072

_Bool __VERIFIER_nondet_bool(void);
void __unordered_begin(void);
void __unordered_end(void);
int __between(unsigned, unsigned);
void __not_understood(const char *);
void *__memory_of_the_system(size_t);

static _Bool __is_known[VARIABLES];
static char *__texts[VARIABLES];

// `variable`: the number of its name in the program.
char *__environment_variable(unsigned variable) {
  if (variable >= VARIABLES)
    __not_understood("more than 16 variables of the environment");
  __unordered_begin();
  if (!__is_known[variable]) {
    __is_known[variable] = 1;
    if (__VERIFIER_nondet_bool()) {
      size_t size = __between(1, LONGEST);
      char *text = __memory_of_the_system(size);
      text[size - 1] = 0;
      __texts[variable] = text;
    }
  }
  char *text = __texts[variable];
  __unordered_end();
  return text;
}
