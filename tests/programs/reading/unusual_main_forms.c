/* unusual main forms */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(int argc, char *argv[], char **envp) { CHECK(argc >= 1);
return 0; }
