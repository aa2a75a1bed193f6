// __CPROVER_assume and __CPROVER_assert; main itself goes on as a thread.
extern void __CPROVER_atomic_begin(void);
extern void __CPROVER_atomic_end(void);
extern void __CPROVER_assume(int);
extern void __CPROVER_assert(int, const char *);

static int x = 0, y = 0;

static void writer(void) {
    __CPROVER_atomic_begin();
    x = 1;
    __CPROVER_atomic_end();
    __CPROVER_atomic_begin();
    y = 1;
    __CPROVER_atomic_end();
}

int main(void) {
__CPROVER_ASYNC_00: writer();
    __CPROVER_atomic_begin();
    __CPROVER_assume(y == 1);
    __CPROVER_atomic_end();
    __CPROVER_atomic_begin();
    __CPROVER_assert(x + y == 2, "both are written");
    __CPROVER_atomic_end();
    return 0;
}
