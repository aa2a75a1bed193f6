// Three characters, and the end.
#include <string.h>
int main(int argc, char *argv[]) {
  char text[4];
  if (argc > 1)
    strcpy(text, argv[1]);
  return 0;
}
