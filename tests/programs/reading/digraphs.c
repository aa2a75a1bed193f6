/* digraphs */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) <% int a<:3:> = <%1,2,3%>;
CHECK(a<:2:> == 3);
return 0; %>
