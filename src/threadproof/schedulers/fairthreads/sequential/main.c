#ifdef STANDALONE
int main(int argc, char **argv) {
    random_state += argc > 1 ? 0x9e3779b97f4a7c15ull * (uint64_t)atoi(argv[1]) : 0;
    turns_left = argc > 2 ? atoi(argv[2]) : turns_left;
    run();
#include "shown.h"  /* the values of global variables */
    return 0;
}
#else
int main(void) {
    run();
    return 0;
}
#endif
