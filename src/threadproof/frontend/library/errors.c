// The texts of errors and signals, those of glibc in the C locale.
#include <errno.h>
#include <stddef.h>

void __set_errno(int);
int __put_string(char *, size_t, int, const char *, int, int);
int __put_number(char *, size_t, int, unsigned long long, int, int, int, int, int);

static const char __texts[] =
  "Success\0"
  "Operation not permitted\0"
  "No such file or directory\0"
  "No such process\0"
  "Interrupted system call\0"
  "Input/output error\0"
  "No such device or address\0"
  "Argument list too long\0"
  "Exec format error\0"
  "Bad file descriptor\0"
  "No child processes\0"
  "Resource temporarily unavailable\0"
  "Cannot allocate memory\0"
  "Permission denied\0"
  "Bad address\0"
  "Block device required\0"
  "Device or resource busy\0"
  "File exists\0"
  "Invalid cross-device link\0"
  "No such device\0"
  "Not a directory\0"
  "Is a directory\0"
  "Invalid argument\0"
  "Too many open files in system\0"
  "Too many open files\0"
  "Inappropriate ioctl for device\0"
  "Text file busy\0"
  "File too large\0"
  "No space left on device\0"
  "Illegal seek\0"
  "Read-only file system\0"
  "Too many links\0"
  "Broken pipe\0"
  "Numerical argument out of domain\0"
  "Numerical result out of range\0"
  "Resource deadlock avoided\0"
  "File name too long\0"
  "No locks available\0"
  "Function not implemented\0"
  "Directory not empty\0"
  "Too many levels of symbolic links\0"
  "No message of desired type\0"
  "Identifier removed\0"
  "Channel number out of range\0"
  "Level 2 not synchronized\0"
  "Level 3 halted\0"
  "Level 3 reset\0"
  "Link number out of range\0"
  "Protocol driver not attached\0"
  "No CSI structure available\0"
  "Level 2 halted\0"
  "Invalid exchange\0"
  "Invalid request descriptor\0"
  "Exchange full\0"
  "No anode\0"
  "Invalid request code\0"
  "Invalid slot\0"
  "Bad font file format\0"
  "Device not a stream\0"
  "No data available\0"
  "Timer expired\0"
  "Out of streams resources\0"
  "Machine is not on the network\0"
  "Package not installed\0"
  "Object is remote\0"
  "Link has been severed\0"
  "Advertise error\0"
  "Srmount error\0"
  "Communication error on send\0"
  "Protocol error\0"
  "Multihop attempted\0"
  "RFS specific error\0"
  "Bad message\0"
  "Value too large for defined data type\0"
  "Name not unique on network\0"
  "File descriptor in bad state\0"
  "Remote address changed\0"
  "Can not access a needed shared library\0"
  "Accessing a corrupted shared library\0"
  ".lib section in a.out corrupted\0"
  "Attempting to link in too many shared libraries\0"
  "Cannot exec a shared library directly\0"
  "Invalid or incomplete multibyte or wide character\0"
  "Interrupted system call should be restarted\0"
  "Streams pipe error\0"
  "Too many users\0"
  "Socket operation on non-socket\0"
  "Destination address required\0"
  "Message too long\0"
  "Protocol wrong type for socket\0"
  "Protocol not available\0"
  "Protocol not supported\0"
  "Socket type not supported\0"
  "Operation not supported\0"
  "Protocol family not supported\0"
  "Address family not supported by protocol\0"
  "Address already in use\0"
  "Cannot assign requested address\0"
  "Network is down\0"
  "Network is unreachable\0"
  "Network dropped connection on reset\0"
  "Software caused connection abort\0"
  "Connection reset by peer\0"
  "No buffer space available\0"
  "Transport endpoint is already connected\0"
  "Transport endpoint is not connected\0"
  "Cannot send after transport endpoint shutdown\0"
  "Too many references: cannot splice\0"
  "Connection timed out\0"
  "Connection refused\0"
  "Host is down\0"
  "No route to host\0"
  "Operation already in progress\0"
  "Operation now in progress\0"
  "Stale file handle\0"
  "Structure needs cleaning\0"
  "Not a XENIX named type file\0"
  "No XENIX semaphores available\0"
  "Is a named type file\0"
  "Remote I/O error\0"
  "Disk quota exceeded\0"
  "No medium found\0"
  "Wrong medium type\0"
  "Operation canceled\0"
  "Required key not available\0"
  "Key has expired\0"
  "Key has been revoked\0"
  "Key was rejected by service\0"
  "Owner died\0"
  "State not recoverable\0"
  "Operation not possible due to RF-kill\0"
  "Memory page has hardware error\0";

// where each of them begins; -1: there is no such error
static const short __starts[] = {
    0, 8, 32, 58, 74, 98, 117, 143, 166, 184, 204, 223, 256, 279, 297, 309, 331, 355, 367, 393, 408, 424, 439,
    456, 486, 506, 537, 552, 567, 591, 604, 626, 641, 653, 686, 716, 742, 761, 780, 805, 825, -1, 859, 886, 905,
    933, 958, 973, 987, 1012, 1041, 1068, 1083, 1100, 1127, 1141, 1150, 1171, -1, 1184, 1205, 1225, 1243, 1257,
    1282, 1312, 1334, 1351, 1373, 1389, 1403, 1431, 1446, 1465, 1484, 1496, 1534, 1561, 1590, 1613, 1652, 1689,
    1721, 1769, 1807, 1857, 1901, 1920, 1935, 1966, 1995, 2012, 2043, 2066, 2089, 2115, 2139, 2169, 2210, 2233,
    2265, 2281, 2304, 2340, 2373, 2398, 2424, 2464, 2500, 2546, 2581, 2602, 2621, 2634, 2651, 2681, 2707, 2725,
    2750, 2778, 2808, 2829, 2846, 2866, 2882, 2900, 2919, 2946, 2962, 2983, 3011, 3022, 3044, 3082};

#define KNOWN(code) ((code) >= 0 && (code) < sizeof __starts / sizeof __starts[0] && __starts[code] >= 0)
#define UNKNOWN "Unknown error "

// How many characters it has, all of which are there if there is place for them.
static int __tell(int code, char *to, size_t size) {
  int count;
  if (KNOWN(code))
    count = __put_string(to, size, 0, __texts + __starts[code], 0, -1);
  else {
    count = __put_string(to, size, 0, UNKNOWN, 0, -1);
    unsigned number = code < 0 ? -(unsigned)code : code;
    count = __put_number(to, size, count, number, 10, code < 0 ? '-' : 0, 'a', 0, 0);
  }
  if (size)
    to[count < size ? count : size - 1] = 0;
  return count;
}

static _Thread_local char __unknown[32];

char *strerror(int code) {
  if (KNOWN(code))
    return (char *)__texts + __starts[code];
  __tell(code, __unknown, sizeof __unknown);
  return __unknown;
}

char *__strerror_r_gnu(int code, char *to, size_t size) {
  if (KNOWN(code))
    return (char *)__texts + __starts[code];
  __tell(code, to, size);
  return to;
}

int __strerror_r_posix(int code, char *to, size_t size) {
  int count = __tell(code, to, size);
  return !KNOWN(code) ? EINVAL : count < size ? 0 : ERANGE;
}

// ---- signals

static const char __signals[] =
  "Hangup\0"
  "Interrupt\0"
  "Quit\0"
  "Illegal instruction\0"
  "Trace/breakpoint trap\0"
  "Aborted\0"
  "Bus error\0"
  "Floating point exception\0"
  "Killed\0"
  "User defined signal 1\0"
  "Segmentation fault\0"
  "User defined signal 2\0"
  "Broken pipe\0"
  "Alarm clock\0"
  "Terminated\0"
  "Stack fault\0"
  "Child exited\0"
  "Continued\0"
  "Stopped (signal)\0"
  "Stopped\0"
  "Stopped (tty input)\0"
  "Stopped (tty output)\0"
  "Urgent I/O condition\0"
  "CPU time limit exceeded\0"
  "File size limit exceeded\0"
  "Virtual timer expired\0"
  "Profiling timer expired\0"
  "Window changed\0"
  "I/O possible\0"
  "Power failure\0"
  "Bad system call\0";

static const short __signal_starts[] = {
    0, 7, 17, 22, 42, 64, 72, 82, 107, 114, 136, 155, 177, 189, 201, 212, 224, 237, 247, 264, 272, 292, 313,
    334, 358, 383, 405, 429, 444, 457, 471};

static _Thread_local char __other_signal[32];

char *strsignal(int number) {
  if (number >= 1 && number <= 31)
    return (char *)__signals + __signal_starts[number - 1];
  _Bool is_real_time = number >= 34 && number <= 64;
  size_t size = sizeof __other_signal;
  int count = __put_string(__other_signal, size, 0, is_real_time ? "Real-time signal " : "Unknown signal ", 0, -1);
  unsigned value = is_real_time ? number - 34 : number < 0 ? -(unsigned)number : number;
  count = __put_number(__other_signal, size, count, value, 10, number < 0 ? '-' : 0, 'a', 0, 0);
  __other_signal[count] = 0;
  return __other_signal;
}

// ---- names and addresses

// of -1 to -11
static const char __name_errors[] =
  "Bad value for ai_flags\0"
  "Name or service not known\0"
  "Temporary failure in name resolution\0"
  "Non-recoverable failure in name resolution\0"
  "No address associated with hostname\0"
  "ai_family not supported\0"
  "ai_socktype not supported\0"
  "Servname not supported for ai_socktype\0"
  "Address family for hostname not supported\0"
  "Memory allocation failure\0"
  "System error\0";

static const short __name_starts[] = {0, 23, 49, 86, 129, 165, 189, 215, 254, 296, 322};

// of -100 to -105
static const char __late_errors[] =
  "Processing request in progress\0"
  "Request canceled\0"
  "Request not canceled\0"
  "All requests done\0"
  "Interrupted by a signal\0"
  "Parameter string not correctly encoded\0";

static const short __late_starts[] = {0, 31, 48, 69, 87, 111};

const char *gai_strerror(int code) {
  if (code <= -1 && code >= -11)
    return __name_errors + __name_starts[-1 - code];
  if (code <= -100 && code >= -105)
    return __late_errors + __late_starts[-100 - code];
  return "Unknown error";
}

// of -1 to 5: the first one and the last one stand for what is before and behind
static const char __host_errors[] =
  "Resolver internal error\0"
  "Resolver Error 0 (no error)\0"
  "Unknown host\0"
  "Host name lookup failure\0"
  "Unknown server error\0"
  "No address associated with name\0"
  "Unknown resolver error\0";

static const short __host_starts[] = {0, 24, 52, 65, 90, 111, 143};

const char *hstrerror(int code) {
  return __host_errors + __host_starts[code < -1 ? 0 : code > 5 ? 6 : code + 1];
}
