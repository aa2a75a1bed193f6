#include <assert.h>
#include <pwd.h>
int main(void) {
  struct passwd *user = getpwuid(7);
  if (user)
    assert(user->pw_uid == 7);
  struct passwd *admin = getpwnam("root");
  if (admin)
    assert(admin->pw_name[0] == 'r' && admin->pw_name[4] == 0);
  if (user && admin)
    assert(user != admin && user->pw_uid == 7);
  return 0;
}
