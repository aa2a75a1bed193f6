#include <stdlib.h>
extern void reach_error(void);
struct entry { int key; char *name; };
static int calls;
static int order(const void *a, const void *b) {
  calls++;
  return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}
int main(void) {
  struct entry entries[3] = {{7, "a"}, {2, "b"}, {5, "c"}};
  qsort(entries, 0, sizeof entries[0], order);
  if (calls)
    reach_error();
  qsort(entries, 3, sizeof entries[0], order);
  if (entries[0].key > entries[1].key || entries[1].key > entries[2].key || entries[0].name[0] != 'b')
    reach_error();
  return 0;
}
