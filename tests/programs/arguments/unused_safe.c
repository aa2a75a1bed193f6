// Arguments that nobody looks at.
#include <assert.h>
int main(int argc, char *argv[], char *environment[]) {
  (void)argv;
  (void)environment;
  assert(argc >= 1);
  return 0;
}
