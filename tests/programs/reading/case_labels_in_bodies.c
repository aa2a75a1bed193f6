extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
int cleaned;
static void clean(int *p) {
    cleaned += *p;
}

static int in_if(int x) {
    int n = 0;
    switch (x) {
    case 1:
        if (0)
        case 2:
        case 3:
            n = 5;
        n += 10;
    }
    return n;
}

static int in_for(int x) {
    int n = 0;
    switch (x) {
    case 1:
        for (int i = 0; i < 3; i++)
        case 2:
        case 3:
            n++;
        n += 10;
    }
    return n;
}

static int in_else(int x) {
    int n = 0;
    switch (x) {
    case 1:
        if (1)
            n = 1;
        else
        again:
        case 2:
        case 3:
            n += 7;
        n += 10;
    }
    if (n == 17) {
        n++;
        goto again;
    }
    return n;
}

static int in_switch(int x) {
    int n = 0;
    switch (x) {
    case 4:
        switch (7)
        case 3:
        case 5:
            n++;
        n += 2;
        break;
    case 2:
        n = 50;
    }
    return n;
}

static int behind_for(void) {
    int z = 100, n = 0;
    switch (1) {
    case 1:
        for (; n;)
        case 2:
            n = 0;
        int z = 3;
        n += z;
    case 4:
        n += z;
    }
    return n + z;
}

static void with_cleanup(void) {
    int n = 0;
    switch (1) {
    case 1: {
        int c __attribute__((cleanup(clean))) = 3;
        while (n)
        case 2:
            n = 0;
        break;
    }
    }
}

int main(void) {
    check(in_if(1) == 10);
    check(in_if(2) == 15);
    check(in_for(1) == 13);
    check(in_else(1) == 11);
    check(in_else(3) == 35);
    check(in_switch(4) == 2);
    check(in_switch(5) == 0);
    check(behind_for() == 106);
    with_cleanup();
    check(cleaned == 3);
    return 0;
}
