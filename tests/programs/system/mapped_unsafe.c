#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>
extern void reach_error(void);
int main(void) {
  int *memory = mmap(0, 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 1;
  if (memory[3])
    reach_error();
  memory[3] = 1;
  munmap(memory, 16);
  memory[0] = 2;
  return 0;
}
