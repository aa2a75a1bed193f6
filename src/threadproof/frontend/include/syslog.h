#include <sys/syslog.h>
