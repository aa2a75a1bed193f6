// There is always a first one, and a null pointer behind the last.
int main(int argc, char *argv[]) {
  char *last = argv[argc - 1];
  if (argv[argc])
    return last[0];
  return argv[1] ? argv[1][0] : argv[0][0];
}
