// The first byte is the first.
#include <arpa/inet.h>
#include <assert.h>
#include <endian.h>
int main(void) {
  uint16_t port = htons(0x0102);
  uint32_t address = htonl(0x01020304);
  assert(port == 0x0201 && address == 0x04030201);
  assert(ntohs(port) == 0x0102 && ntohl(address) == 0x01020304);
  assert(htons(0x10203) == 0x0302 && htonl(INADDR_LOOPBACK) == 0x0100007f);
  assert(htobe32(0x01020304) == 0x04030201 && htobe64(1) == 1ull << 56 && be16toh(0x0102) == 0x0201);
  assert(htole16(0x10203) == 0x0203 && le32toh(7) == 7);
  return 0;
}
