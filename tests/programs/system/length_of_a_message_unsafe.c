#include <pthread.h>
#include <sys/socket.h>
extern void reach_error(void);
int connection, received;
void *receive(void *unused) {
  ssize_t length = recv(connection, 0, 0, MSG_PEEK | MSG_TRUNC);
  if (length > 0) {
    received++;
    reach_error();
  }
  return 0;
}
int main(void) {
  pthread_t one, other;
  connection = socket(AF_INET, SOCK_DGRAM, 0);
  pthread_create(&one, 0, receive, 0);
  pthread_create(&other, 0, receive, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
