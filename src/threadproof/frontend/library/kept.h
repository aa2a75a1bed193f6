// Texts that the library keeps in one place, where the next call of the function that gave one overwrites it.
// Whoever includes this says how long they may be: LONGEST_TEXT, with the end.
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
int __between(unsigned, unsigned);
void *__memory_of_the_system(size_t);

struct kept {
  char *text;
  size_t size;
};

static void __find_place(struct kept *kept) {
  size_t size = __between(1, LONGEST_TEXT);
  char *text = __memory_of_the_system(size);
  text[size - 1] = 0;
  kept->size = size;
  kept->text = text;
}

static void __overwrite(struct kept *kept) {
  char *text = kept->text;
  size_t size = kept->size, length = 0;
  while (length + 1 < size && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    text[length++] = c;
  }
  text[length] = 0;
}

// Always in the same place.
static char *__any_text(struct kept *kept) {
  if (kept->text)
    __overwrite(kept);
  else
    __find_place(kept);
  return kept->text;
}

// One of several in a place: where the next one begins nobody knows.
static char *__part(struct kept *kept) {
  if (kept->text && __VERIFIER_nondet_bool())
    __overwrite(kept);
  else
    __find_place(kept);
  return kept->text;
}

static char *__part_with(struct kept *kept, const char *wanted) {
  if (!kept->text || __VERIFIER_nondet_bool())
    __find_place(kept);
  char *text = kept->text;
  size_t size = kept->size, length = 0;
  for (;; length++) {
    char c = wanted[length];
    __VERIFIER_assume(length < size);
    text[length] = c;
    if (!c)
      return text;
  }
}
