#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[16];
  // the double is a little less than 1.005, and 0.125 is a tie
  snprintf(text, sizeof text, "%.2f %.2f", 1.005, 0.125);
  assert(!strcmp(text, "1.00 0.13"));
  return 0;
}
