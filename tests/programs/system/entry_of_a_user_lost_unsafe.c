#include <assert.h>
#include <pwd.h>
int main(void) {
  struct passwd *user = getpwuid(7);
  if (user && !getpwuid(77777))
    assert(user->pw_uid == 7);
  return 0;
}
