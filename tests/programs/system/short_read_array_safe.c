// What has not arrived of an array as a whole stays as it was.
#include <assert.h>
#include <unistd.h>

char text[100];

int main(void) {
    ssize_t n = read(0, &text, sizeof text);
    if (n == 1)
        assert(text[99] == 0);
}
