#define _GNU_SOURCE
#include "csystem.h"

void
csystem_widenPipe(int descriptor) {
#ifdef F_SETPIPE_SZ
    int const saved = errno;
    fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
    errno = saved;
#endif
}

int
csystem_fillStandardDescriptors(void) {
    int closed = 0;
    for (int n = 0; n <= 2; ++n) {
        if (fcntl(n, F_GETFD) == -1 && errno == EBADF) {
            /* Descriptors are given out from the lowest: this one becomes n. */
            if (open("/dev/null", n == 0 ? O_RDONLY : O_WRONLY) == n)
                closed |= 1 << n;
        }
    }
    return closed;
}

double
csystem_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
