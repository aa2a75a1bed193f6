// Nobody has looked whether there is an argument.
#include <stdlib.h>
int main(int argc, char *argv[]) { return atoi(argv[1]) > 3; }
