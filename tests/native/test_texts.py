"""Functions of the library that are written in C, compiled by gcc, against those of the C library of this machine."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotation
from threadproof.frontend import library
from threadproof.frontend.apis.libc import scanning
from threadproof.reference.library import scanning as second

FOLDER = Path(library.__file__).parent
FILES = ("stdio.c", "errors.c", "getopt.c", "ctype.c", "texts.c", "numbers.c", "scanning.c", "random.c", "network.c")
HARNESS = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <netdb.h>
#include <setjmp.h>
#undef basename
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
char *our_optarg;
int our_optind = 1, our_opterr = 1, our_optopt = '?';
unsigned __posixly_correct;
int our_getopt(int, char *const *, const char *);
int our_getopt_long(int, char *const *, const char *, const struct option *, int *);
void *our_memccpy(void *, const void *, int, size_t), *our_memrchr(const void *, int, size_t);
void *our_rawmemchr(const void *, int), *our_memmem(const void *, size_t, const void *, size_t);
char *our_stpncpy(char *, const char *, size_t), *our_strchrnul(const char *, int);
char *our_strcasestr(const char *, const char *), *our_basename(const char *), *our___xpg_basename(char *);
char *our_dirname(char *), *basename(const char *);
double our_strtod(const char *, char **);
float our_strtof(const char *, char **);
size_t our___scan_double(const char *, size_t, size_t, _Bool, double *);
size_t our___scan_float(const char *, size_t, size_t, _Bool, float *);
div_t our_div(int, int);
int our___put_fraction(char *, size_t, int, double, int, int, int, int, int);
#define STATE(NAME, RESULT) int our_##NAME(struct drand48_data *, RESULT *);
STATE(drand48_r, double) STATE(lrand48_r, long) STATE(mrand48_r, long)
int our_srand48_r(long, struct drand48_data *), our_nrand48_r(unsigned short *, struct drand48_data *, long *);
int our_erand48_r(unsigned short *, struct drand48_data *, double *);
char *our_strsignal(int), *our_inet_ntoa(struct in_addr);
const char *our_gai_strerror(int), *our_hstrerror(int);
char *our_strerror(int), *our___strerror_r_gnu(int, char *, size_t);
int our___strerror_r_posix(int, char *, size_t), __xpg_strerror_r(int, char *, size_t);
const unsigned short **our___ctype_b_loc(void);
_Bool __VERIFIER_nondet_bool(void) { return 0; }
_Bool __reads_binary(void) { return 0; }
char __VERIFIER_nondet_char(void) { return 0; }
unsigned char __VERIFIER_nondet_uchar(void) { return 0; }
int __between(unsigned low, unsigned high) { return low; }
void __set_errno(int code) {}
void __disturb_errno(void) {}
void __fail(void) {}
int __is_in_argument(const char *s) { return 0; }
int __is_argument(const char *s) { return 0; }
int __are_any_arguments(char **arguments) { return 0; }
int __VERIFIER_nondet_int(void) { return 0; }
double __VERIFIER_nondet_double(void) { return 0; }
unsigned short __VERIFIER_nondet_ushort(void) { return 0; }
unsigned __VERIFIER_nondet_uint(void) { return 0; }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return 0; }
size_t __VERIFIER_nondet_size_t(void) { return 0; }
size_t __argument_length(const char *s) { return 0; }
void __VERIFIER_assume(int condition) {}
void *__memory_of_the_system(size_t size) { return 0; }
void __approximately(const char *what) {}
static jmp_buf stop;
void __not_understood(const char *what) { longjmp(stop, 1); }
void __apart(const char *a, size_t n, const char *b, size_t m) {}
static int wrong(const char *what, int n) { return printf("%s: %d\n", what, n), 1; }
static int same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static int options(void) {
  static const char *const words[] = {"-a", "-b", "-ab", "-n", "-n1", "-an", "-abn2", "x", "-", "--", "-z", "-c", "-cq",
                                      "y", "-:", ""};
  static const char *const kinds[] = {"abn:c::", ":abn:c::", "+abn:c::", "-abn:c::", "ab", "n:", ""};
  char *mine[9] = {"p"}, *real[9] = {"p"};
  int count = 1 + rand() % 7;
  for (int i = 1; i < count; i++)
    mine[i] = real[i] = (char *)words[rand() % (sizeof words / sizeof *words)];
  const char *kind = kinds[rand() % 7];
  opterr = 0;
  optind = our_optind = 0;
  for (;;) {
    int a = our_getopt(count, mine, kind), b = getopt(count, real, kind);
    if (a != b || !same_text(our_optarg, optarg) || our_optopt != optopt)
      return wrong(kind, a);
    if (a == -1)
      break;
  }
  for (int i = 0; i < count; i++)
    if (mine[i] != real[i])
      return wrong("order", i);
  return our_optind == optind ? 0 : wrong("optind", optind);
}

static int long_options(void) {
  static const char *const words[] = {"-a", "--all", "--al", "--number", "--number=5", "--num", "-n", "7", "--", "x",
                                      "--all=3", "--maybe", "--maybe=2", "--nothing", "--ma", "--n", "-an3", "--same"};
  static int flags[2];
  static const struct option list[] = {{"all", no_argument, 0, 'a'}, {"number", required_argument, 0, 'n'},
    {"maybe", optional_argument, &flags[0], 3}, {"nothing", no_argument, 0, 'o'}, {"same", no_argument, 0, 's'},
    {"same-too", no_argument, 0, 's'}, {0, 0, 0, 0}};
  static const char *const kinds[] = {"an:", ":an:", "+an:", "-an:"};
  char *mine[9] = {"p"}, *real[9] = {"p"};
  int count = 1 + rand() % 7, which[2] = {-1, -1};
  for (int i = 1; i < count; i++)
    mine[i] = real[i] = (char *)words[rand() % (sizeof words / sizeof *words)];
  const char *kind = kinds[rand() % 4];
  opterr = 0;
  optind = our_optind = 0;
  for (;;) {
    flags[0] = 0;
    int a = our_getopt_long(count, mine, kind, list, &which[0]), set = flags[0];
    flags[0] = 0;
    int b = getopt_long(count, real, kind, list, &which[1]);
    if (a != b || set != flags[0] || !same_text(our_optarg, optarg) || which[0] != which[1])
      return wrong(kind, a);
    if (our_optopt != optopt)
      return wrong("optopt", optopt);
    if (a == -1)
      break;
  }
  for (int i = 0; i < count; i++)
    if (mine[i] != real[i])
      return wrong("order", i);
  return our_optind == optind ? 0 : wrong("optind", optind);
}

static char *some(char *to, const char *letters, int most) {
  int length = rand() % (most + 1), kinds = strlen(letters);
  for (int i = 0; i < length; i++)
    to[i] = letters[rand() % kinds];
  to[length] = 0;
  return to;
}

static int strings(void) {
  char a[16], b[16], x[16], y[16];
  some(a, "abAB/", 8), some(b, "aB", 3);
  int n = rand() % 9;
  if (our_memrchr(a, 'a', n) != memrchr(a, 'a', n) || our_strchrnul(a, 'b') != strchrnul(a, 'b'))
    return wrong(a, n);
  if (our_memmem(a, strlen(a), b, strlen(b)) != memmem(a, strlen(a), b, strlen(b)))
    return wrong("memmem", n);
  if (our_strcasestr(a, b) != strcasestr(a, b) || our_basename(a) != basename(a))
    return wrong("strcasestr", n);
  if (our_rawmemchr(a, 0) != rawmemchr(a, 0))
    return wrong("rawmemchr", n);
  memset(x, 1, 16), memset(y, 1, 16);
  if (our_stpncpy(x, a, n) - x != stpncpy(y, a, n) - y || memcmp(x, y, 16))
    return wrong("stpncpy", n);
  memset(x, 1, 16), memset(y, 1, 16);
  char *p = our_memccpy(x, a, 'a', n), *q = memccpy(y, a, 'a', n);
  if (!p != !q || (p && p - x != q - y) || memcmp(x, y, 16))
    return wrong("memccpy", n);
  return 0;
}

// What they return, and what they leave there.
static int paths(void) {
  for (int length = 0; length < 8; length++)
    for (int bits = 0; bits < 1 << length; bits++)
      for (int which = 0; which < 2; which++) {
        char x[9] = "", y[9] = "";
        for (int i = 0; i < length; i++)
          x[i] = y[i] = bits >> i & 1 ? '/' : 'a';
        char *p = which ? our_dirname(x) : our___xpg_basename(x), *q = which ? dirname(y) : __xpg_basename(y);
        if (strcmp(p, q) || memcmp(x, y, sizeof x) || (*p != '.' && p - x != q - y))
          return wrong(which ? "dirname" : "basename", 1 << length | bits);
      }
  return 0;
}

#define CLASS(NAME) {#NAME, NAME, our_##NAME},
int our_isalnum(int), our_isalpha(int), our_isblank(int), our_iscntrl(int), our_isdigit(int), our_isgraph(int);
int our_islower(int), our_isprint(int), our_ispunct(int), our_isspace(int), our_isupper(int), our_isxdigit(int);
int our_isascii(int), our_tolower(int), our_toupper(int);
static int characters(void) {
  static const struct {
    const char *name;
    int (*real)(int), (*mine)(int);
  } classes[] = {CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph)
      CLASS(islower) CLASS(isprint) CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit)
      CLASS(isascii)};
  for (int c = -300; c < 600; c++)
    if (our_tolower(c) != tolower(c) || our_toupper(c) != toupper(c) || !our_isascii(c) != !isascii(c))
      return wrong("case", c);
  for (int c = -128; c < 256; c++)
    for (int i = 0; i < sizeof classes / sizeof *classes; i++)
      if (!classes[i].real(c) != !classes[i].mine(c))
        return wrong(classes[i].name, c);
  return 0;
}

static int numbers(void) {
  static const char *const words[] = {"inf", "-Infinity", "nan", "infin", "+.5", ".", "-", "1e", "1e+", "0x", "  7"};
  char text[32], *mine = 0, *real = 0;
  if (rand() % 4)
    some(text, "01234567890123456789..e-+ ", 14);
  else
    strcpy(text, words[rand() % (sizeof words / sizeof *words)]);
  if (setjmp(stop))
    return 0;
  double a = our_strtod(text, &mine), b = strtod(text, &real);
  if ((a != b && (a == a || b == b)) || mine != real)
    return wrong(text, 2);
  float c = our_strtof(text, 0), d = strtof(text, 0);
  if (c != d && (c == c || d == d))
    return wrong(text, 3);
  double taken = 1, wanted = 1;
  float narrow = 1, single = 1;
  int behind = -1, found = sscanf(text, "%lf%n", &wanted, &behind);
  size_t at = our___scan_double(text, strlen(text), 0, 1, &taken);
  if (at != (found > 0 ? behind : found ? (size_t)-1 : (size_t)-2))
    return wrong(text, 6);
  if (taken != wanted && (taken == taken || wanted == wanted))
    return wrong(text, 4);
  sscanf(text, "%f", &single), our___scan_float(text, strlen(text), 0, 1, &narrow);
  if (narrow != single && (narrow == narrow || single == single))
    return wrong(text, 5);
  int x = rand() - rand(), y = rand() % 100 + 1;
  div_t e = our_div(x, y), f = div(x, y);
  return e.quot == f.quot && e.rem == f.rem ? 0 : wrong("div", x);
}

static int fractions(void) {
  static const double some[] = {0, -0.0, 0.5, 2.5, 0.125, 1e-9, 5e-10, 1e-300, 9.5, 99.9999995, 1e18, 1e19, 1 / 0.0};
  static const int signs[] = {0, '+', ' '};
  static const char *const flags[] = {"", "+", " ", "0", "+0", "-"};
  char mine[128], real[128], format[16];
  union {
    unsigned long long bits;
    double value;
  } x = {((unsigned long long)rand() << 42) ^ ((unsigned long long)rand() << 21) ^ rand()};
  switch (rand() % 4) {
  case 0: x.value = some[rand() % (sizeof some / sizeof *some)]; break;
  case 1: x.value = (rand() - rand()) / (double)(1 << rand() % 31); break;
  case 2: x.value = (rand() - rand()) / 1e7; break;
  }
  int precision = rand() % 11 - 1, kind = rand() % 6, width = rand() % 30;
  int zeros = strchr(flags[kind], '0') != 0, sign = strchr(flags[kind], '+') ? '+' : kind == 2 ? ' ' : 0;
  memset(mine, 0, sizeof mine);
  if (setjmp(stop))
    return 0;
  int n = our___put_fraction(mine, sizeof mine, 0, x.value, precision, sign, kind == 5 ? -width : width, zeros, 0);
  snprintf(format, sizeof format, "%%%s*.*f", flags[kind]);
  int m = snprintf(real, sizeof real, format, width, precision, x.value);
  return n == m && !strcmp(mine, real) ? 0 : wrong(real, n);
}

static int generators(void) {
  struct drand48_data a, b;
  memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
  long seed = ((long)rand() << 20) ^ rand();
  our_srand48_r(seed, &a), srand48_r(seed, &b);
  for (int i = 0; i < 9; i++) {
    long n, m;
    double x, y;
    unsigned short s[3] = {rand(), rand(), rand()}, t[3] = {s[0], s[1], s[2]};
    our_lrand48_r(&a, &n), lrand48_r(&b, &m);
    if (n != m)
      return wrong("lrand48_r", i);
    our_mrand48_r(&a, &n), mrand48_r(&b, &m);
    if (n != m)
      return wrong("mrand48_r", i);
    our_drand48_r(&a, &x), drand48_r(&b, &y);
    if (x != y)
      return wrong("drand48_r", i);
    our_nrand48_r(s, &a, &n), nrand48_r(t, &b, &m);
    our_erand48_r(s, &a, &x), erand48_r(t, &b, &y);
    if (n != m || x != y || memcmp(s, t, sizeof s))
      return wrong("nrand48_r", i);
  }
  return 0;
}

int main(int n, char **arguments) {
  srand(atoi(arguments[1]));
  for (int i = 0; i < 20000; i++)
    if (fractions() || long_options() || strings() || numbers() || generators())
      return 1;
  if (paths() || characters())
    return 1;
  for (int i = 0; i < 20000; i++)
    if (options())
      return 1;
  for (int code = -3; code < 300; code++) {
    char mine[64], real[64];
    if (strcmp(our_strerror(code), strerror(code)))
      return wrong("strerror", code);
    if (strcmp(our_strsignal(code), strsignal(code)))
      return wrong("strsignal", code);
    if (strcmp(our_gai_strerror(-code), gai_strerror(-code)))
      return wrong("gai_strerror", -code);
    if (strcmp(our_hstrerror(code), hstrerror(code)))
      return wrong("hstrerror", code);
    struct in_addr address = {rand() ^ rand() << 10};
    if (strcmp(our_inet_ntoa(address), inet_ntoa(address)))
      return wrong("inet_ntoa", address.s_addr);
    memset(mine, 1, 64), memset(real, 1, 64);
    if (strcmp(our___strerror_r_gnu(code, mine, 64), strerror_r(code, real, 64)))
      return wrong("strerror_r", code);
    for (int size = 1; size < 64; size++) {
      memset(mine, 1, 64), memset(real, 1, 64);
      int a = our___strerror_r_posix(code, mine, size), b = __xpg_strerror_r(code, real, size);
      if (a != b || strcmp(mine, real))
        return wrong("strerror_r of POSIX", 1000 * code + size);
    }
  }
  for (int c = -128; c < 256; c++)
    if ((*our___ctype_b_loc())[c] != (*__ctype_b_loc())[c])
      return wrong("class", c);
  return 0;
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_texts_do_what_the_library_does(tmp_path: Path) -> None:
    names = [
        n for f in FILES for n in library.CONTENTS[f].split() if n == "__put_fraction" or not n.startswith("__put")
    ]
    renamed = [f"-D{n}=our_{n}" for n in [*names, *library.SHARED]]
    (tmp_path / "harness.c").write_text(HARNESS)
    flags = ["gcc", "-std=gnu17", "-w", "-O1", "-fno-builtin"]
    subprocess.run([*flags, *renamed, "-c", *[str(FOLDER / f) for f in FILES]], cwd=tmp_path, check=True)
    objects = [f"{Path(f).stem}.o" for f in FILES]
    subprocess.run([*flags, "harness.c", *objects, "-o", "harness"], cwd=tmp_path, check=True)
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    command = [str(tmp_path / "harness"), str(rotation())]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_sets_of_scanf(tmp_path: Path) -> None:
    chosen = random.Random(rotation())
    sets = ["^" * (i % 2) + chosen.choice("]-a") + "".join(chosen.choices("ab-de^z%", k=i % 7)) for i in range(1000)]
    calls = "\n".join(f'SET("%[{s}]")' for s in sets)
    (tmp_path / "sets.c").write_text(f"""#include <stdio.h>
#define SET(FORMAT) \\
  for (int c = 1; c < 256; c++) putchar('0' + sscanf((char[]){{c, 0}}, FORMAT, to)); \\
  putchar('\\n');
int main(void) {{ char to[2]; {calls} return 0; }}
""")
    subprocess.run(["gcc", "-w", "sets.c", "-o", "sets"], cwd=tmp_path, check=True)
    lines = subprocess.run([str(tmp_path / "sets")], capture_output=True, check=True).stdout.splitlines()
    for text, line in zip(sets, lines, strict=True):
        found = {c for c in range(1, 256) if line[c - 1] == ord("1")}
        assert scanning._members(text) - {0} == second._wanted(f"[{text}]".encode()) - {0} == found, text
