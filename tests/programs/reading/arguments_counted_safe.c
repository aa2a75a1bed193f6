int main(int argc, char **argv) {
  int n = (argc + 1) * 8;
  return n > 0 ? 0 : 1;
}
