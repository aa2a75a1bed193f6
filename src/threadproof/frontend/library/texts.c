// <string.h> and <libgen.h>, what is asked for less often: each character is read once, and no further than it must.
#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>

void __apart(const char *, size_t, const char *, size_t);

static int __lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

void *memccpy(void *restrict to, const void *restrict from, int last, size_t n) {
  for (size_t i = 0; i < n; i++) {
    __apart(to, i + 1, from, i + 1);
    char c = ((const char *)from)[i];
    ((char *)to)[i] = c;
    if (c == (char)last)
      return (char *)to + i + 1;
  }
  return 0;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t i = 0;
  for (; i < n; i++) {
    __apart(to, i + 1, from, i + 1);
    char c = from[i];
    to[i] = c;
    if (!c)
      break;
  }
  char *end = to + i;
  __apart(to, n, from, i);
  for (; i < n; i++)
    to[i] = 0;
  return end;
}

void *memrchr(const void *memory, int wanted, size_t n) {
  const unsigned char *found = 0;
  for (size_t i = 0; i < n; i++)
    if (((const unsigned char *)memory)[i] == (unsigned char)wanted)
      found = (const unsigned char *)memory + i;
  return (void *)found;
}

void *rawmemchr(const void *memory, int wanted) {
  const unsigned char *s = memory;
  while (*s != (unsigned char)wanted)
    s++;
  return (void *)s;
}

char *strchrnul(const char *s, int wanted) {
  for (;; s++) {
    char c = *s;
    if (!c || c == (char)wanted)
      return (char *)s;
  }
}

void *memmem(const void *memory, size_t n, const void *wanted, size_t m) {
  const char *s = memory, *w = wanted;
  for (size_t i = 0; m <= n && i < m; i++)
    ((const volatile char *)w)[i]; // all of it, however little is found
  for (size_t at = 0; m <= n && at <= n - m; at++) {
    size_t i = 0;
    while (i < m && s[at + i] == w[i])
      i++;
    if (i == m)
      return (void *)(s + at);
  }
  return 0;
}

char *strcasestr(const char *s, const char *wanted) {
  strlen(wanted); // to its end, however little of it is found
  for (size_t start = 0;; start++) {
    for (size_t i = 0;; i++) {
      unsigned char x = wanted[i];
      if (!x)
        return (char *)s + start;
      unsigned char c = s[start + i];
      if (!c)
        return 0;
      if (__lower(c) != __lower(x))
        break;
    }
  }
}

void explicit_bzero(void *memory, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((char *)memory)[i] = 0;
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
  size_t length = strlen(from);
  __apart(to, length < n ? length + 1 : n, from, length + 1);
  for (size_t i = 0; i <= length && i < n; i++)
    to[i] = from[i];
  return length;
}

// The one of <string.h>, which changes nothing, and those of <libgen.h>.
char *basename(const char *path) {
  const char *last = path;
  for (const char *s = path; *s; s++)
    if (*s == '/')
      last = s + 1;
  return (char *)last;
}

char *__xpg_basename(char *path) {
  if (!path || !*path)
    return ".";
  size_t end = strlen(path), last = end;
  while (last && path[last - 1] == '/')
    last--;
  if (!last)
    return path + end - 1;
  if (end > last)
    path[last] = 0;
  size_t begin = last;
  while (begin && path[begin - 1] != '/')
    begin--;
  return path + begin;
}

char *dirname(char *path) {
  if (!path)
    return ".";
  size_t slashes = 0, end = strlen(path);
  while (path[slashes] == '/')
    slashes++;
  while (end > slashes && path[end - 1] == '/')
    end--;
  while (end > slashes && path[end - 1] != '/')
    end--;
  while (end > slashes && path[end - 1] == '/')
    end--;
  if (!end)
    return ".";
  // (two slashes at the beginning are something else than one, or three)
  path[end > slashes ? end : slashes == 2 ? 2 : 1] = 0;
  return path;
}
