#include <assert.h>
#include <pwd.h>
int main(void) {
  struct passwd *user = getpwuid(0);
  if (!user)
    return 0;
  char *name = user->pw_name, first = *name;
  if (getpwuid(1))
    assert(user->pw_uid == 1 && *name == first);
  return 0;
}
