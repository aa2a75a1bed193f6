#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
char a[16] = "one two", b[16];
int main(void) {
  assert(strlen(a) == 7 && strnlen(a, 3) == 3 && strnlen(a, 20) == 7);
  assert(strcpy(b, a) == b && strcmp(a, b) == 0);
  assert(strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strncmp("abc", "abd", 2) == 0);
  assert(strcmp("\x80", "a") > 0 && strcasecmp("OnE", "oNe") == 0);
  assert(strchr(a, 'o') == a && strrchr(a, 'o') == a + 6 && strchr(a, 'x') == 0 && strchr(a, 0) == a + 7);
  assert(strstr(a, "two") == a + 4 && strstr(a, "tow") == 0 && strstr(a, "") == a);
  assert(strspn(a, "neo") == 3 && strcspn(a, " ") == 3 && strpbrk(a, "wt") == a + 4);
  strncpy(b, "xyz", 2);
  assert(b[0] == 'x' && b[1] == 'y' && b[2] == 'e');
  strcpy(b, "ab");
  strcat(b, "cd");
  assert(strcmp(strncat(b, "efg", 2), "abcdef") == 0);
  char *rest;
  assert(strcmp(strtok_r(a, " ", &rest), "one") == 0 && strcmp(strtok_r(0, " ", &rest), "two") == 0);
  assert(strtok_r(0, " ", &rest) == 0);
  char *copy = strdup("hi");
  assert(copy[1] == 'i' && copy[2] == 0 && memcmp(copy, "ho", 1) == 0 && memchr(copy, 'i', 3) == copy + 1);
  free(copy);
  assert(isdigit('7') && !isdigit('x') && isspace('\n') && isxdigit('f') && toupper('q') == 'Q' && ispunct('!'));
  return 0;
}
