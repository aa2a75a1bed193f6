// The inner loop resets the outer counter.
int main(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (j == 2)
                i = 0;
    return 0;
}
