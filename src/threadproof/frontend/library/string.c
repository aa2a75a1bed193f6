// <string.h> and <strings.h> on characters. Each character is read once, and no further than the standard says.
#include <stddef.h>

int __between(unsigned, unsigned); // any bits from here to there
void *malloc(size_t);
void __apart(const char *, size_t, const char *, size_t); // what is copied must not overlap what is read

// Only the sign of a comparison is specified.
static int __order(int x, int y) {
  if (x == y)
    return 0;
  return x < y ? __between(0x80000000, 0xffffffff) : __between(1, 0x7fffffff);
}

static int __lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

static int __is_in(char c, const char *set) {
  for (size_t i = 0;; i++) {
    char x = set[i];
    if (!x)
      return 0;
    if (x == c)
      return 1;
  }
}

int __is_in_argument(const char *);
size_t __argument_length(const char *);

size_t strlen(const char *s) {
  if (__is_in_argument(s)) // of main, which may be any
    return __argument_length(s);
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  return n;
}

char *stpcpy(char *to, const char *from) {
  for (size_t i = 0;; i++) {
    __apart(to, i + 1, from, i + 1);
    char c = from[i];
    to[i] = c;
    if (!c)
      return to + i;
  }
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n; i++) {
    __apart(to, i + 1, from, i + 1);
    char c = from[i];
    to[i] = c;
    if (!c)
      break;
  }
  __apart(to, n, from, i);
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  size_t end = strlen(to), i = 0;
  for (; i < n; i++) {
    __apart(to + end, i + 1, from, i + 1);
    char c = from[i];
    if (!c)
      break;
    to[end + i] = c;
  }
  to[end + i] = 0;
  return to;
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i], y = b[i];
    if (x != y || !x)
      return __order(x, y);
  }
  return 0;
}

int __is_argument(const char *);
int __is_asked_once(void);
int __some_order(void);

int strcmp(const char *a, const char *b) {
  if (__is_asked_once() && __is_argument(a)) // of main, which may be any
    return __some_order();
  return strncmp(a, b, (size_t)-1);
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i], y = b[i];
    if (__lower(x) != __lower(y) || !x)
      return __order(__lower(x), __lower(y));
  }
  return 0;
}

int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size_t)-1); }

char *strchr(const char *s, int wanted) {
  for (size_t i = 0;; i++) {
    char c = s[i];
    if (c == (char)wanted)
      return (char *)s + i;
    if (!c)
      return 0;
  }
}

char *strrchr(const char *s, int wanted) {
  const char *found = 0;
  for (size_t i = 0;; i++) {
    char c = s[i];
    if (c == (char)wanted)
      found = s + i;
    if (!c)
      return (char *)found;
  }
}

// A set of characters is read to its end, whatever the text is.
static size_t __span(const char *s, const char *set, int inside) {
  for (size_t i = 0;; i++) {
    char c = s[i];
    if (!c || __is_in(c, set) != inside)
      return i;
  }
}

size_t strcspn(const char *s, const char *set) {
  strlen(set);
  return __span(s, set, 0);
}

size_t strspn(const char *s, const char *set) {
  strlen(set);
  return __span(s, set, 1);
}

char *strpbrk(const char *s, const char *set) {
  size_t i = strcspn(s, set);
  return s[i] ? (char *)s + i : 0;
}

char *strstr(const char *s, const char *wanted) {
  strlen(wanted); // to its end, however little of it is found
  for (size_t start = 0;; start++) {
    for (size_t i = 0;; i++) {
      char x = wanted[i];
      if (!x)
        return (char *)s + start;
      char c = s[start + i];
      if (!c)
        return 0;
      if (c != x)
        break;
    }
  }
}

char *strtok_r(char *s, const char *set, char **rest) {
  if (!s)
    s = *rest;
  strlen(set);
  s += __span(s, set, 1);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + __span(s, set, 0);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = end;
  }
  return s;
}

static char *__token = 0;

char *strtok(char *s, const char *set) {
  if (!s)
    s = __token;
  strlen(set);
  s += __span(s, set, 1);
  if (!*s) {
    __token = s;
    return 0;
  }
  char *end = s + __span(s, set, 0);
  if (*end) {
    *end = 0;
    __token = end + 1;
  } else {
    __token = end;
  }
  return s;
}

char *strndup(const char *s, size_t n) {
  size_t length = strnlen(s, n);
  char *copy = malloc(length + 1);
  for (size_t i = 0; i < length; i++)
    copy[i] = s[i];
  copy[length] = 0;
  return copy;
}

char *strdup(const char *s) { return strndup(s, (size_t)-1); }

void *memchr(const void *memory, int wanted, size_t n) {
  const unsigned char *s = memory;
  for (size_t i = 0; i < n; i++)
    if (s[i] == (unsigned char)wanted)
      return (void *)(s + i);
  return 0;
}

int memcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  int x = 0, y = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned char u = a[i], v = b[i];
    if (x == y) {
      x = u;
      y = v;
    }
  }
  return x == y ? 0 : __order(x, y);
}

int bcmp(const void *left, const void *right, size_t n) {
  return memcmp(left, right, n) ? __between(1, 0xffffffff) : 0;
}

char *strsep(char **rest, const char *delimiters) {
  char *start = *rest;
  if (!start)
    return 0;
  size_t length = strcspn(start, delimiters);
  if (start[length]) {
    start[length] = 0;
    *rest = start + length + 1;
  } else
    *rest = 0;
  return start;
}
