// Two units of bit-fields, none of which has a name.
struct s { int :3; char c; int :5; char d; int :0; int e:2; } g, h;
int main(void) { h.c=1; g = h; return g.c; }
