#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int room = 1, *numbers = malloc(room * sizeof *numbers);
  for (int i = 0; i < 5; i++) {
    if (i == room) {
      room *= 2;
      numbers = realloc(numbers, room * sizeof *numbers);
    }
    numbers[i] = 3 * i;
  }
  if (numbers[1] != 3 || numbers[3] != 9)
    reach_error();
  free(numbers);
  return 0;
}
