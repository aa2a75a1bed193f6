#include <arpa/inet.h>
#include <assert.h>
int main(void) {
  struct in_addr one = {0x01010101}, other = {0x02020202};
  const char *text = inet_ntoa(one);
  assert(text[0] == '1' && text[7] == 0);
  inet_ntoa(other);
  assert(text[0] == '1');
  return 0;
}
