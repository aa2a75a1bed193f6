extern void reach_error(void);

int n = 2;

void never(void) {
    reach_error();
}

void always(void) {
    reach_error();
}

int main(void) {
    int x = 45;
    for (int i = 0; i < n; i++)
        if (i != 0)
            x = i > 0 ? i : 0;
    if (x != 1)
        never();
    always();
}
