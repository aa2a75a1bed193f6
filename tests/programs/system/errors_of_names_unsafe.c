#include <assert.h>
#include <netdb.h>
#include <string.h>
int main(void) {
  assert(strlen(hstrerror(NO_DATA)) < strlen(gai_strerror(EAI_SYSTEM)));
  return 0;
}
