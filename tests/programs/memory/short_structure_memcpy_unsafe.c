#include <stdlib.h>
#include <string.h>
struct message { char kind; int words[4]; };
int main(void) {
    struct message *p = malloc(8), copy;
    memcpy(&copy, p, sizeof copy);
    free(p);
    return 0;
}
