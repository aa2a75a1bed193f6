#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

// Two threads take pieces of one buffer, perhaps the same: first nodes of a list, then, in their place, pairs of numbers.
struct node { struct node *next; int value; };
struct pair { int first, second; };

static _Alignas(16) char room[64];
static size_t used;
static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(size_t size)
{
    void *p = room + used;
    used += (size + 7) & ~(size_t)7;
    return p;
}

static void *work(void *number)
{
    struct node *n = take(sizeof *n);
    n->value = *(int *)number;
    pthread_mutex_lock(&lock);
    n->next = list;
    list = n;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    static int numbers[2] = {3, 4};
    pthread_t t;
    pthread_create(&t, 0, work, &numbers[0]);
    work(&numbers[1]);
    pthread_join(t, 0);
    int sum = list->value + list->next->value;
    if (sum != 7 || list->next->next)
        reach_error();
    struct pair *p = (struct pair *)list;
    p->second = 6;
    p->first = 5;
    if (p->first * 10 + p->second != 56)
        reach_error();
    return 0;
}
