// What has not arrived stays as it was, to the byte.
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

struct header {
    unsigned short length, kind;
    unsigned rest;
};

int main(void) {
    struct header h = {1, 2, 3};
    ssize_t n = read(0, &h, sizeof h);
    if (n == 2)
        assert(h.kind == 2 && h.rest == 3);
    if (n == 5)
        assert(h.rest < 256);
    unsigned x = 0;
    if (recv(0, &x, sizeof x, 0) == 3)
        assert(x < 1u << 24);
}
