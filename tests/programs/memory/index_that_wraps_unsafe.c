unsigned __VERIFIER_nondet_uint(void);
int a[4];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 0x40000000u && i < 0x40000004u)
    a[i] = 1;
  return 0;
}
