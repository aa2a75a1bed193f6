#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(8);
    size_t size = 0;
    getline(&line, &size, stdin);
    free(line);
    return 0;
}
