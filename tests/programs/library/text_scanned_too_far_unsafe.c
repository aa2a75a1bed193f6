#include <stdio.h>

char line[16] = "GET /index";

int main(void) {
  char method[3];
  sscanf(line, "%s", method);
  return 0;
}
