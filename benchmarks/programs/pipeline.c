// A compressor in the manner of parallel bzip2: one thread reads blocks of a file into a bounded queue, two threads
// compress them, one writes them out. One mutex, two condition variables, and a second mutex for the finished blocks.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

#define QUEUE_SIZE 4
#define MAX_BLOCK 900
#define WORKERS 2

static void check(int condition) {
    if (!condition)
        reach_error();
}

// ---------------------------------------------------------------- the file

static unsigned file_left;
static unsigned bytes_read;

static void open_file(void) {
    file_left = __VERIFIER_nondet_uint() % 10000;
    bytes_read = 0;
}

// The size of the next block, 0 at the end. Only the reader calls this.
static unsigned read_block(void) {
    unsigned size = __VERIFIER_nondet_uint() % MAX_BLOCK + 1;
    if (file_left == 0)
        return 0;
    if (size > file_left)
        size = file_left;
    file_left = file_left - size;
    bytes_read = bytes_read + size;
    return size;
}

// ---------------------------------------------------------------- the queue of blocks to compress

struct queue {
    unsigned size[QUEUE_SIZE];
    int head;
    int tail;
    int count;
    int is_full;
    int is_empty;
    int all_read;
};

static struct queue fifo;
static pthread_mutex_t fifo_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static void queue_init(void) {
    fifo.head = 0;
    fifo.tail = 0;
    fifo.count = 0;
    fifo.is_full = 0;
    fifo.is_empty = 1;
    fifo.all_read = 0;
}

// With the mutex held and room in the queue.
static void queue_add(unsigned size) {
    check(!fifo.is_full);
    check(fifo.count < QUEUE_SIZE);
    fifo.size[fifo.tail] = size;
    fifo.tail = fifo.tail + 1;
    if (fifo.tail == QUEUE_SIZE)
        fifo.tail = 0;
    fifo.count = fifo.count + 1;
    if (fifo.count == QUEUE_SIZE)
        fifo.is_full = 1;
    fifo.is_empty = 0;
}

// With the mutex held and something in the queue.
static unsigned queue_remove(void) {
    unsigned size;
    check(!fifo.is_empty);
    check(fifo.count > 0);
    size = fifo.size[fifo.head];
    fifo.head = fifo.head + 1;
    if (fifo.head == QUEUE_SIZE)
        fifo.head = 0;
    fifo.count = fifo.count - 1;
    if (fifo.count == 0)
        fifo.is_empty = 1;
    fifo.is_full = 0;
    return size;
}

// ---------------------------------------------------------------- finished blocks

static pthread_mutex_t out_mutex = PTHREAD_MUTEX_INITIALIZER;
static int blocks_in;
static int blocks_done;
static int blocks_written;
static int workers_left = WORKERS;

static void block_done(void) {
    pthread_mutex_lock(&out_mutex);
    blocks_done = blocks_done + 1;
    pthread_mutex_unlock(&out_mutex);
}

static void worker_done(void) {
    pthread_mutex_lock(&out_mutex);
    workers_left = workers_left - 1;
    pthread_mutex_unlock(&out_mutex);
}

// ---------------------------------------------------------------- compression

static unsigned compress(unsigned size) {
    unsigned result = 0;
    while (size > 0) {
        unsigned run = __VERIFIER_nondet_uint() % size + 1;
        result = result + 1;
        size = size - run;
    }
    return result;
}

// ---------------------------------------------------------------- threads

static void *reader(void *arg) {
    unsigned size = read_block();
    while (size != 0) {
        pthread_mutex_lock(&fifo_mutex);
        while (fifo.is_full)
            pthread_cond_wait(&not_full, &fifo_mutex);
        queue_add(size);
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&fifo_mutex);
        size = read_block();
    }
    pthread_mutex_lock(&fifo_mutex);
    fifo.all_read = 1;
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&fifo_mutex);
    return 0;
}

static void *worker(void *arg) {
    unsigned size, compressed;
    while (1) {
        pthread_mutex_lock(&fifo_mutex);
        while (fifo.is_empty && !fifo.all_read)
            pthread_cond_wait(&not_empty, &fifo_mutex);
        if (fifo.is_empty) {
            pthread_mutex_unlock(&fifo_mutex);
            break;
        }
        size = queue_remove();
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&fifo_mutex);
        compressed = compress(size);
        block_done();
    }
    worker_done();
    return 0;
}

static void *writer(void *arg) {
    int left = 1;
    while (left) {
        pthread_mutex_lock(&out_mutex);
        if (blocks_written < blocks_done)
            blocks_written = blocks_written + 1;
        else if (workers_left == 0)
            left = 0;
        check(blocks_written <= blocks_done);
        pthread_mutex_unlock(&out_mutex);
    }
    pthread_mutex_lock(&out_mutex);
    check(workers_left <= 0);
    pthread_mutex_unlock(&out_mutex);
    return 0;
}

int main(void) {
    pthread_t r, w[WORKERS], o;
    int i;
    open_file();
    queue_init();
    pthread_create(&r, 0, reader, 0);
    for (i = 0; i < WORKERS; i++)
        pthread_create(&w[i], 0, worker, 0);
    pthread_create(&o, 0, writer, 0);
    pthread_join(r, 0);
    for (i = 0; i < WORKERS; i++)
        pthread_join(w[i], 0);
    pthread_join(o, 0);
    check(fifo.is_empty == (fifo.count == 0));
    return 0;
}
