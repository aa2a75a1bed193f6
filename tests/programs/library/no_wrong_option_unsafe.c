#include <unistd.h>

extern void reach_error(void);

int main(void) {
    char *words[] = {"p", "x", 0};
    getopt(2, words, "a");
    if (optopt == 0)
        reach_error();
    return 0;
}
