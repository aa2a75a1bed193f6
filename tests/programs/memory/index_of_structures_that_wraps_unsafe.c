struct pair {
  int a, b;
  long c;
} s[2];
unsigned long i = 1ul << 60;
int main(void) {
  s[i].b = 5;
  return s[0].b;
}
