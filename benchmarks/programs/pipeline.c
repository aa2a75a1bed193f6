// A compressor in the manner of parallel bzip2. One thread reads blocks of a file into a bounded queue, two threads
// compress them, and one writes the results. The queue has a mutex and two condition variables; finished blocks are
// counted under a mutex of their own. The main thread starts all, waits for all, and only then deletes the queue.
//
// What is checked: nothing is added to a full queue or taken from an empty one, its indices stay in range and its flags
// agree with its count; no thread uses the queue after it was deleted; no byte of the file is lost; there is room for
// every finished block, and all of them are written before the program ends.
#include <pthread.h>
#include <stdbool.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

#define QUEUE_SIZE 4
#define WORKERS 2
#define MAX_BLOCK 900
#define MAX_FINISHED 3

static void check(bool condition) {
    if (!condition)
        reach_error();
}

// Any value from low to high.
static unsigned any_between(unsigned low, unsigned high) {
    unsigned value = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= value && value <= high);
    return value;
}

// ---------------------------------------------------------------- the file

struct file {
    unsigned size;
    unsigned left;
    unsigned bytes_read;
};

// Only the reader touches it once it is open.
static struct file input;

static void file_open(void) {
    input.size = __VERIFIER_nondet_uint();
    input.left = input.size;
    input.bytes_read = 0;
}

// The size of the next block, 0 at the end.
static unsigned file_read(void) {
    unsigned size;
    if (input.left == 0)
        return 0;
    if (input.left < MAX_BLOCK)
        size = input.left;
    else
        size = any_between(1, MAX_BLOCK);
    input.left = input.left - size;
    input.bytes_read = input.bytes_read + size;
    return size;
}

// ---------------------------------------------------------------- the queue of blocks to compress

struct queue {
    unsigned block[QUEUE_SIZE];
    int head;
    int tail;
    int count;
    bool is_full;
    bool is_empty;
    // no block will come any more
    bool is_closed;
    // between queue_init and queue_delete
    bool exists;
};

static struct queue fifo;
static pthread_mutex_t fifo_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static void queue_init(void) {
    fifo.head = 0;
    fifo.tail = 0;
    fifo.count = 0;
    fifo.is_full = false;
    fifo.is_empty = true;
    fifo.is_closed = false;
    fifo.exists = true;
}

static void queue_delete(void) {
    check(fifo.exists);
    fifo.exists = false;
    pthread_mutex_destroy(&fifo_mutex);
    pthread_cond_destroy(&not_full);
    pthread_cond_destroy(&not_empty);
}

// With the mutex held.
static void queue_check(void) {
    check(fifo.exists);
    check(0 <= fifo.count && fifo.count <= QUEUE_SIZE);
    check(fifo.is_full == (fifo.count == QUEUE_SIZE));
    check(fifo.is_empty == (fifo.count == 0));
}

// With the mutex held and room in the queue.
static void queue_add(unsigned block) {
    check(!fifo.is_full);
    check(0 <= fifo.tail && fifo.tail < QUEUE_SIZE);
    fifo.block[fifo.tail] = block;
    fifo.tail = fifo.tail + 1;
    if (fifo.tail == QUEUE_SIZE)
        fifo.tail = 0;
    fifo.count = fifo.count + 1;
    fifo.is_full = fifo.count == QUEUE_SIZE;
    fifo.is_empty = false;
}

// With the mutex held and something in the queue.
static unsigned queue_remove(void) {
    unsigned block;
    check(!fifo.is_empty);
    check(0 <= fifo.head && fifo.head < QUEUE_SIZE);
    block = fifo.block[fifo.head];
    fifo.head = fifo.head + 1;
    if (fifo.head == QUEUE_SIZE)
        fifo.head = 0;
    fifo.count = fifo.count - 1;
    fifo.is_empty = fifo.count == 0;
    fifo.is_full = false;
    return block;
}

// Waits for room.
static void queue_put(unsigned block) {
    pthread_mutex_lock(&fifo_mutex);
    while (fifo.is_full)
        pthread_cond_wait(&not_full, &fifo_mutex);
    queue_check();
    queue_add(block);
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&fifo_mutex);
}

// Waits for a block; false if none will come any more.
static bool queue_get(unsigned *block) {
    bool has_block;
    pthread_mutex_lock(&fifo_mutex);
    while (fifo.is_empty && !fifo.is_closed)
        pthread_cond_wait(&not_empty, &fifo_mutex);
    queue_check();
    has_block = !fifo.is_empty;
    if (has_block) {
        *block = queue_remove();
        pthread_cond_signal(&not_full);
    }
    pthread_mutex_unlock(&fifo_mutex);
    return has_block;
}

static void queue_close(void) {
    pthread_mutex_lock(&fifo_mutex);
    queue_check();
    fifo.is_closed = true;
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&fifo_mutex);
}

// ---------------------------------------------------------------- finished blocks

struct output {
    // compressed, but not written yet
    int finished;
    // which workers have added their last block
    bool has_left[WORKERS];
};

static struct output output;
static pthread_mutex_t output_mutex = PTHREAD_MUTEX_INITIALIZER;

static void output_init(void) {
    int i;
    output.finished = 0;
    for (i = 0; i < WORKERS; i++)
        output.has_left[i] = false;
}

// Asks again and again until there is room.
static void output_add(void) {
    bool is_added = false;
    while (!is_added) {
        pthread_mutex_lock(&output_mutex);
        if (output.finished < MAX_FINISHED) {
            output.finished = output.finished + 1;
            is_added = true;
        }
        pthread_mutex_unlock(&output_mutex);
    }
}

static void output_leave(int worker) {
    pthread_mutex_lock(&output_mutex);
    output.has_left[worker] = true;
    pthread_mutex_unlock(&output_mutex);
}

// With the mutex held: will no block come any more?
static bool output_is_complete(void) {
    int i;
    for (i = 0; i < WORKERS; i++)
        if (!output.has_left[i])
            return false;
    return true;
}

// ---------------------------------------------------------------- compression

// Run by run; what comes out does not matter here, only that it ends.
static void compress(unsigned size) {
    unsigned left = size;
    while (left > 0)
        left = left - any_between(1, left);
}

// ---------------------------------------------------------------- threads

static void *reader(void *arg) {
    unsigned block = file_read();
    while (block != 0) {
        queue_put(block);
        block = file_read();
    }
    check(input.bytes_read == input.size);
    queue_close();
    return 0;
}

static void *worker(void *arg) {
    int number = (int)(long)arg;
    unsigned block;
    while (queue_get(&block)) {
        compress(block);
        output_add();
    }
    output_leave(number);
    return 0;
}

static void *writer(void *arg) {
    bool is_done = false;
    while (!is_done) {
        pthread_mutex_lock(&output_mutex);
        check(0 <= output.finished && output.finished <= MAX_FINISHED);
        if (output.finished > 0)
            output.finished = output.finished - 1;
        else if (output_is_complete())
            is_done = true;
        pthread_mutex_unlock(&output_mutex);
    }
    return 0;
}

int main(void) {
    pthread_t read_thread, work_thread[WORKERS], write_thread;
    int i;
    file_open();
    queue_init();
    output_init();
    pthread_create(&read_thread, 0, reader, 0);
    for (i = 0; i < WORKERS; i++)
        pthread_create(&work_thread[i], 0, worker, (void *)(long)i);
    pthread_create(&write_thread, 0, writer, 0);
    pthread_join(read_thread, 0);
    for (i = 0; i < WORKERS; i++)
        pthread_join(work_thread[i], 0);
    pthread_join(write_thread, 0);
    check(output.finished == 0);
    queue_delete();
    return 0;
}
