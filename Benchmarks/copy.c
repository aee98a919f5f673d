// Copies standard input to standard output through 1 MiB pipes: the least that
// a filter between two pipes can do.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char buffer[64 * 1024];

int main(void) {
  // Refused for what is not a pipe, and that is well.
  fcntl(STDIN_FILENO, F_SETPIPE_SZ, 1 << 20);
  fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20);

  for (;;) {
    ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
    if (got == 0) return 0;
    if (got < 0) {
      if (errno == EINTR) continue;
      perror("copy: read");
      return 1;
    }
    for (ssize_t done = 0; done < got;) {
      ssize_t put = write(STDOUT_FILENO, buffer + done, (size_t)(got - done));
      if (put < 0 && errno != EINTR) {
        perror("copy: write");
        return 1;
      }
      if (put > 0) done += put;
    }
  }
}
