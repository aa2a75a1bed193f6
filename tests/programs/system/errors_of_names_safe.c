#include <assert.h>
#include <netdb.h>
#include <string.h>
int main(void) {
  assert(gai_strerror(EAI_AGAIN) == gai_strerror(EAI_AGAIN));
  assert(!strcmp(gai_strerror(EAI_FAMILY), "ai_family not supported"));
  assert(!strcmp(gai_strerror(0), "Unknown error") && gai_strerror(0) == gai_strerror(1));
  assert(!strcmp(hstrerror(HOST_NOT_FOUND), "Unknown host") && hstrerror(6) == hstrerror(7));
  return 0;
}
