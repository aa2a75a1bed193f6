#include <assert.h>
#include <locale.h>
#include <string.h>
int main(void) {
  if (setlocale(LC_ALL, "C.UTF-8"))
    assert(!strcmp(setlocale(LC_ALL, NULL), "C"));
  return 0;
}
