#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
extern void reach_error(void);
static int clients;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *serve(void *argument) {
  char text[4];
  int client = *(int *)argument;
  ssize_t n = recv(client, text, sizeof text, 0);
  if (n > (ssize_t)sizeof text)
    reach_error();
  if (n > 0)
    send(client, text, n, 0);
  close(client);
  pthread_mutex_lock(&m);
  clients++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  struct sockaddr_in address, other;
  socklen_t length = sizeof other;
  int yes = 1, server = socket(AF_INET, SOCK_STREAM, 0);
  if (server < 0)
    return 1;
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(0);
  if (bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 5))
    return 1;
  pthread_t t, u;
  int first = accept(server, (struct sockaddr *)&other, &length), second = accept(server, 0, 0);
  if (first < 0 || second < 0)
    return 1;
  pthread_create(&t, 0, serve, &first);
  pthread_create(&u, 0, serve, &second);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (clients != 2)
    reach_error();
  return 0;
}
