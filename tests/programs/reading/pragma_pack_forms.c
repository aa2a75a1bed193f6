extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
#pragma pack(0x2)
struct two { char c; int i; };
#pragma pack(3)
struct two_again { char c; int i; };
#pragma pack(push, 3)
#pragma pack(-1)
#pragma pack(foo)
#pragma pack(pop)
struct two_still { char c; int i; };
#pragma pack(push, here, 1u)
#pragma pack(push, 8)
#pragma pack(pop, nowhere)
struct one { char c; int i; };
#pragma pack(4)
#pragma pack(push)
#pragma pack(pop)
struct four { char c; long i; };
#pragma pack(pop, 1)
struct four_still { char c; long i; };
#pragma pack(pop, here)
struct two_at_last { char c; int i; };
#pragma pack()
struct plain { char c; long i; };

int main(void) {
    check(sizeof(struct two) == 6);
    check(sizeof(struct two_again) == 6);
    check(sizeof(struct two_still) == 6);
    check(sizeof(struct one) == 5);
    check(sizeof(struct four) == 12);
    check(sizeof(struct four_still) == 12);
    check(sizeof(struct two_at_last) == 6);
    check(sizeof(struct plain) == 16);
    return 0;
}
