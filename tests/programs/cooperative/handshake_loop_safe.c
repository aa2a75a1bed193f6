// A server answers each request in the instant it was made, forever; both cooperate, so no request is answered twice.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t request, reply;
static int asked, answer;

static void client(void *arg) {
    (void)arg;
    while (1) {
        asked = __VERIFIER_nondet_int();
        answer = asked ? 0 : 1;
        ft_thread_generate(request);
        ft_thread_await(reply);
        assert(answer == asked);
        ft_thread_cooperate();
    }
}

static void server(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(request);
        answer = asked;
        ft_thread_generate(reply);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    request = ft_event_create(s);
    reply = ft_event_create(s);
    ft_thread_create(s, client, 0, 0);
    ft_thread_create(s, server, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
