/* compound literals at file scope */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct p { int x;
struct p *next; };
static int *arr = (int[]){1,2,3};
static struct p *list = &(struct p){ 1, &(struct p){ 2, 0 } };
int (*tab)[2] = (int[][2]){{1,2},{3,4}};
const char *names[] = { (char[]){"ab"}, "cd" };
int main(void){ CHECK(arr[2]==3);
CHECK(list->next->x == 2 && !list->next->next);
CHECK(tab[1][0]==3);
CHECK(names[0][1]=='b' && names[1][0]=='c'); arr[0] = 7;
CHECK(arr[0]==7);
return 0; }
