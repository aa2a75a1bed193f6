#include <sys/poll.h>
