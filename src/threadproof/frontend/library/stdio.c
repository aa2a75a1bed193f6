// <stdio.h>: what is read from memory and written to it. Output goes nowhere, input is arbitrary.
#include <stddef.h>

typedef struct __threadproof_file FILE;
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __disturb_errno(void);
void __fail(void);
void *malloc(size_t);
void __apart(const char *, size_t, const char *, size_t);

int __is_in_argument(const char *);

// (An argument of main that may be any: nobody writes to it, and it has an end.)
void __read_string(const char *s) {
  if (__is_in_argument(s))
    return;
  while (*s)
    s++;
}

void __read_at_most(const char *s, size_t n) {
  if (__is_in_argument(s))
    return;
  for (size_t i = 0; i < n && s[i]; i++)
    ;
}

static int __output(int c) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return (unsigned char)c;
}

int putchar(int c) { return __output(c); }
int putc(int c, FILE *file) { return __output(c); }
int fputc(int c, FILE *file) { return __output(c); }

static int __input(void) {
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return -1;
  return __VERIFIER_nondet_uchar();
}

int getchar(void) { return __input(); }
int getc(FILE *file) { return __input(); }
int fgetc(FILE *file) { return __input(); }
int getchar_unlocked(void) { return __input(); }
int getc_unlocked(FILE *file) { return __input(); }

char *fgets(char *s, int n, FILE *file) {
  int i = 0;
  __disturb_errno();
  while (i + 1 < n) {
    if (__VERIFIER_nondet_bool())
      break;
    char c = __VERIFIER_nondet_char();
    s[i++] = c;
    if (c == '\n')
      break;
  }
  // the end of the input, or an error, which may come late
  if (n < 1 || (i == 0 && n > 1) || (i > 0 && __VERIFIER_nondet_bool()))
    return 0;
  s[i] = 0;
  return s;
}

char *__room_for_text(int length) { return malloc((size_t)length + 1); }

// Formatted output into memory of `n` characters: `at` characters so far, the last place is for the end.
int __put_char(char *to, size_t n, int at, char c) {
  if ((size_t)at + 1 < n)
    to[at] = c;
  return at + 1;
}

static int __pad(char *to, size_t n, int at, int count, char c) {
  for (int i = 0; i < count; i++)
    at = __put_char(to, n, at, c);
  return at;
}

int __put_string(char *to, size_t n, int at, const char *s, int width, int most) {
  int length = 0;
  while ((most < 0 || length < most) && s[length])
    length++;
  at = __pad(to, n, at, width - length, ' ');
  size_t end = (size_t)at + length;
  __apart(to, end < n ? end : n, s, length + 1);
  for (int i = 0; i < length; i++)
    at = __put_char(to, n, at, s[i]);
  return __pad(to, n, at, -width - length, ' ');
}

int __put_number(char *to, size_t n, int at, unsigned long long value, int base, int sign, int letters, int width,
                 int zeros) {
  int digits = 1;
  unsigned long long power = 1;
  while (value / power >= base) {
    power *= base;
    digits++;
  }
  int length = digits + (sign != 0);
  if (!zeros)
    at = __pad(to, n, at, width - length, ' ');
  if (sign)
    at = __put_char(to, n, at, sign);
  if (zeros)
    at = __pad(to, n, at, width - length, '0');
  for (; digits > 0; digits--) {
    int d = value / power % base;
    at = __put_char(to, n, at, d < 10 ? '0' + d : letters + d - 10);
    power /= base;
  }
  return __pad(to, n, at, -width - length, ' ');
}
