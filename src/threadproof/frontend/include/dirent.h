#ifndef _DIRENT_H
#define _DIRENT_H 1
#include <features.h>
#include <_tp/off_t.h>
typedef __SIZE_TYPE__ size_t;
#ifdef __USE_FILE_OFFSET64
typedef __UINT64_TYPE__ ino_t;
#else
typedef unsigned long ino_t;
#endif
struct dirent {
  ino_t d_ino;
  off_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
typedef struct __dirstream DIR;
#define d_fileno d_ino
#define _DIRENT_HAVE_D_RECLEN
#define _DIRENT_HAVE_D_OFF
#define _DIRENT_HAVE_D_TYPE
#ifdef __USE_MISC
#define IFTODT(mode) (((mode) & 0170000) >> 12)
#define DTTOIF(kind) ((kind) << 12)
#endif
#ifdef __USE_MISC
enum {
  DT_UNKNOWN = 0,
  DT_FIFO = 1,
  DT_CHR = 2,
  DT_DIR = 4,
  DT_BLK = 6,
  DT_REG = 8,
  DT_LNK = 10,
  DT_SOCK = 12,
  DT_WHT = 14,
};
#define DT_BLK DT_BLK
#define DT_CHR DT_CHR
#define DT_DIR DT_DIR
#define DT_FIFO DT_FIFO
#define DT_LNK DT_LNK
#define DT_REG DT_REG
#define DT_SOCK DT_SOCK
#define DT_UNKNOWN DT_UNKNOWN
#define DT_WHT DT_WHT
#define MAXNAMLEN 255
#endif
DIR *opendir(const char *);
DIR *fdopendir(int);
int closedir(DIR *);
struct dirent *readdir(DIR *);
int readdir_r(DIR *, struct dirent *, struct dirent **);
void rewinddir(DIR *);
void seekdir(DIR *, long);
long telldir(DIR *);
int dirfd(DIR *);
int scandir(const char *, struct dirent ***, int (*)(const struct dirent *),
            int (*)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **, const struct dirent **);
#endif
