// Streams: what comes out of one is arbitrary, what goes in is gone. Of itself it knows the number of its file.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
void __VERIFIER_assume(int);
int __between(unsigned, unsigned);
int __new_descriptor(const char *, int);
void __set_errno(int);
void __approximately(const char *);
void __disturb_errno(void);
void __fail(void);
int __status_of_a_process(void);
void __read_string(const char *);
int __is_standard(FILE *, int);
void *__memory_of_the_system(size_t);
void *realloc(void *, size_t);
void *malloc(size_t);

struct stream {
  int number;
  char state;
};

static FILE *__stream_of(int number) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return 0;
  }
  struct stream *stream = __memory_of_the_system(sizeof *stream);
  stream->number = number;
  return (FILE *)stream;
}
static FILE *__stream(void) {
  FILE *stream = __stream_of(0);
  if (stream)
    ((struct stream *)stream)->number = __new_descriptor("file", 0);
  return stream;
}

static int __done(void) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return 0;
}

// (what goes to the end of something looks for it, which is in vain where there is no place; so is another character set)
static _Bool __is_mode(const char *mode) {
  char first = *mode;
  _Bool is_silent = first != 'a';
  for (; *mode; mode++)
    is_silent &= *mode != ',';
  if (!is_silent)
    __disturb_errno();
  return first == 'r' || first == 'w' || first == 'a';
}
// (A name that has no characters is that of nothing. There may be no memory, too.)
static _Bool __is_opened(char first, const char *mode) {
  if (__is_mode(mode) && first)
    return 1;
  __fail();
  return 0;
}
FILE *fopen(const char *path, const char *mode) {
  char first = *path;
  __read_string(path);
  return __is_opened(first, mode) ? __stream() : 0;
}
FILE *fdopen(int file, const char *mode) {
  _Bool is_mode = __is_mode(mode);
  if (file < 0 || !is_mode) {
    __set_errno(is_mode ? EBADF : EINVAL);
    return 0;
  }
  return __stream_of(file);
}
FILE *freopen(const char *path, const char *mode, FILE *file) {
  char first = path ? *path : '/';
  if (path)
    __read_string(path);
  __disturb_errno(); // (nobody is told that the old one could not be written to its end, or closed)
  return !__is_opened(first, mode) || __done() ? 0 : file;
}
// (where files without names are not possible it says so, and tries another way)
FILE *tmpfile(void) {
  __disturb_errno();
  return __stream();
}
FILE *popen(const char *command, const char *mode) {
  int in = 0, out = 0;
  _Bool is_mode = 1;
  __read_string(command);
  for (; *mode; mode++) {
    in |= *mode == 'r';
    out |= *mode == 'w';
    is_mode &= *mode == 'r' || *mode == 'w' || *mode == 'e';
  }
  if (is_mode && in != out)
    return __stream();
  __set_errno(EINVAL);
  return 0;
}
int pclose(FILE *file) { return __done() ? -1 : __status_of_a_process(); }

int fseeko(FILE *file, off_t by, int from) {
  if (from >= SEEK_SET && from <= SEEK_END && (from != SEEK_SET || by >= 0))
    return __done();
  if (from < SEEK_SET || from > SEEK_END + 2) // (SEEK_DATA and SEEK_HOLE)
    __set_errno(EINVAL);
  else
    __fail();
  return -1;
}
int fseek(FILE *file, long by, int from) { return fseeko(file, by, from); }
off_t ftello(FILE *file) {
  if (__done())
    return -1;
  off_t at = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(at >= 0);
  return at;
}
long ftell(FILE *file) {
  off_t at = ftello(file);
  if (at == (long)at)
    return at;
  __set_errno(EOVERFLOW);
  return -1;
}
void rewind(FILE *file) { __disturb_errno(); }
int feof(FILE *file) { return __VERIFIER_nondet_int(); }
int ferror(FILE *file) { return __VERIFIER_nondet_int(); }
void clearerr(FILE *file) {}
int fileno(FILE *file) {
  return __is_standard(file, 0)   ? 0
         : __is_standard(file, 1) ? 1
         : __is_standard(file, 2) ? 2
                                  : ((struct stream *)file)->number;
}
// There is place for one character; whoever reads next finds any, that one too.
static _Atomic _Bool __is_pushed;
int ungetc(int c, FILE *file) {
  __approximately("ungetc");
  if (c == EOF || (__is_pushed && __VERIFIER_nondet_bool()))
    return EOF;
  __is_pushed = 1;
  return (unsigned char)c;
}

// What nobody locks. (Of the three that are always there nobody knows what is inside.)
static char __state_of_stdin, __state_of_stdout, __state_of_stderr;
static void __use(FILE *file) {
  if (__is_standard(file, 0))
    __state_of_stdin = 1;
  else if (__is_standard(file, 1))
    __state_of_stdout = 1;
  else if (__is_standard(file, 2))
    __state_of_stderr = 1;
  else
    ((struct stream *)file)->state = 1;
}
int putc_unlocked(int c, FILE *file) {
  __use(file);
  return putc(c, file);
}
int putchar_unlocked(int c) {
  __state_of_stdout = 1;
  return putchar(c);
}
int getc_unlocked(FILE *file) {
  __use(file);
  return getc(file);
}
int getchar_unlocked(void) {
  __state_of_stdin = 1;
  return getchar();
}

// One character more than there is: the end. It may be given even if nothing was read.
ssize_t getdelim(char **line, size_t *size, int end, FILE *file) {
  if (!line || !size) {
    __set_errno(EINVAL);
    return -1;
  }
  __disturb_errno();
  char *to = *line;
  size_t place = *size, length = 0;
  if (!to || !place) {
    // (what was there is nobody's business: glibc 2.36 leaves it)
    place = __between(2, 128);
    to = malloc(place);
    *line = to;
    *size = place;
  }
  while (!__VERIFIER_nondet_bool()) {
    if (length + 2 > place) {
      place = place > 0x3fffffff ? place + 1024 : 2 * place;
      to = realloc(to, place);
      *line = to;
      *size = place;
    }
    char c = __VERIFIER_nondet_char();
    to[length++] = c;
    if (c == (char)end)
      break;
  }
  if (!length)
    return -1;
  to[length] = 0;
  return length;
}
ssize_t getline(char **line, size_t *size, FILE *file) { return getdelim(line, size, '\n', file); }
