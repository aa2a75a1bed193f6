#include <libgen.h>

extern void reach_error(void);

int main(void) {
    char path[] = "usr///";
    basename(path);
    if (path[4] == '/')
        reach_error();
    return 0;
}
