// What macros of system headers stand for.
#include <assert.h>
#include <netinet/in.h>
#include <sys/param.h>
#include <sys/queue.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>

struct item {
  int value;
  SLIST_ENTRY(item) s;
  LIST_ENTRY(item) l;
  STAILQ_ENTRY(item) t;
  TAILQ_ENTRY(item) q;
};
SLIST_HEAD(stack, item) stack = SLIST_HEAD_INITIALIZER(stack);
LIST_HEAD(list, item) list;
STAILQ_HEAD(tail, item) tail = STAILQ_HEAD_INITIALIZER(tail);
TAILQ_HEAD(queue, item) queue = TAILQ_HEAD_INITIALIZER(queue);

static void descriptors(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  FD_SET(70, &set);
  assert(FD_ISSET(0, &set) && FD_ISSET(70, &set) && !FD_ISSET(6, &set));
  FD_CLR(70, &set);
  assert(FD_ISSET(0, &set) && !FD_ISSET(70, &set));
}

static void numbers(void) {
  assert(WIFEXITED(0x300) && WEXITSTATUS(0x300) == 3 && !WIFSIGNALED(0x300) && !WIFSTOPPED(0x300));
  assert(WIFSIGNALED(9) && WTERMSIG(9) == 9 && !WIFEXITED(9) && WIFSTOPPED(0x137f) && WSTOPSIG(0x137f) == 0x13);
  assert(WIFCONTINUED(0xffff) && !WIFCONTINUED(0) && WCOREDUMP(0x8b));
  assert(S_ISDIR(0040755) && !S_ISREG(0040755) && S_ISREG(0100644) && S_ISLNK(0120777) && !S_ISSOCK(0120777));
  assert(MIN(2, 3) == 2 && MAX(2, 3) == 3 && howmany(10, 4) == 3 && roundup(10, 4) == 12 && roundup(10, 3) == 12);
  assert(powerof2(8) && !powerof2(6));
  assert(IN_CLASSA(0x7f000001) && IN_CLASSB(0x80000000) && IN_CLASSC(0xc0000000) && IN_MULTICAST(0xe0000001));
  assert(CMSG_LEN(4) == CMSG_ALIGN(sizeof(struct cmsghdr)) + 4 && CMSG_SPACE(1) == CMSG_SPACE(sizeof(long)));
}

static void times(void) {
  struct timeval a = { 1, 700000 }, b = { 2, 600000 }, c;
  timeradd(&a, &b, &c);
  assert(c.tv_sec == 4 && c.tv_usec == 300000 && timerisset(&c) && timercmp(&a, &b, <) && !timercmp(&a, &a, <));
  timersub(&c, &a, &c);
  assert(!timercmp(&c, &b, !=));
  timerclear(&c);
  assert(!timerisset(&c));
}

static void lists(void) {
  struct item a = { 1 }, b = { 2 }, c = { 3 }, *at;
  int sum = 0;
  SLIST_INSERT_HEAD(&stack, &a, s);
  SLIST_INSERT_HEAD(&stack, &b, s);
  SLIST_INSERT_AFTER(&b, &c, s);
  SLIST_FOREACH(at, &stack, s) sum = 10 * sum + at->value;
  assert(sum == 231);
  SLIST_REMOVE(&stack, &c, item, s);
  SLIST_REMOVE_HEAD(&stack, s);
  assert(SLIST_FIRST(&stack) == &a && !SLIST_NEXT(&a, s) && !SLIST_EMPTY(&stack));
  LIST_INIT(&list);
  LIST_INSERT_HEAD(&list, &a, l);
  LIST_INSERT_BEFORE(&a, &b, l);
  LIST_INSERT_AFTER(&a, &c, l);
  sum = 0;
  LIST_FOREACH(at, &list, l) sum = 10 * sum + at->value;
  assert(sum == 213);
  LIST_REMOVE(&a, l);
  assert(LIST_FIRST(&list) == &b && LIST_NEXT(&b, l) == &c && !LIST_NEXT(&c, l));
  STAILQ_INSERT_TAIL(&tail, &a, t);
  STAILQ_INSERT_HEAD(&tail, &b, t);
  STAILQ_INSERT_AFTER(&tail, &a, &c, t);
  STAILQ_REMOVE(&tail, &c, item, t);
  STAILQ_INSERT_TAIL(&tail, &c, t);
  sum = 0;
  STAILQ_FOREACH(at, &tail, t) sum = 10 * sum + at->value;
  assert(sum == 213);
  STAILQ_REMOVE_HEAD(&tail, t);
  assert(STAILQ_FIRST(&tail) == &a);
  TAILQ_INSERT_TAIL(&queue, &a, q);
  TAILQ_INSERT_HEAD(&queue, &b, q);
  TAILQ_INSERT_AFTER(&queue, &b, &c, q);
  sum = 0;
  TAILQ_FOREACH(at, &queue, q) sum = 10 * sum + at->value;
  assert(sum == 231);
  TAILQ_REMOVE(&queue, &c, q);
  TAILQ_INSERT_BEFORE(&b, &c, q);
  TAILQ_REMOVE(&queue, &a, q);
  assert(TAILQ_FIRST(&queue) == &c && TAILQ_NEXT(&c, q) == &b && !TAILQ_NEXT(&b, q));
}

int main(void) {
  descriptors();
  numbers();
  times();
  lists();
  return 0;
}
