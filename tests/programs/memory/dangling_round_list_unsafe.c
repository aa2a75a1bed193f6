// A list of locals, each of which ended a round ago.
struct node { struct node *next; int v; } *head;

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node x;
        x.next = head;
        x.v = i;
        head = &x;
        if (x.next)
            x.next->v = 1;
    }
    return 0;
}
