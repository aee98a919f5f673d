// Copies standard input, or files one after another, to standard output through
// 1 MiB pipes: the least that a filter between two pipes can do.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char buffer[64 * 1024];

static int copy(int input) {
  // Refused for what is not a pipe, and that is well.
  fcntl(input, F_SETPIPE_SZ, 1 << 20);
  fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20);

  for (;;) {
    ssize_t got = read(input, buffer, sizeof buffer);
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

int main(int argc, char **argv) {
  if (argc == 1) return copy(STDIN_FILENO);
  for (int i = 1; i < argc; i++) {
    int file = open(argv[i], O_RDONLY);
    if (file < 0) {
      perror(argv[i]);
      return 1;
    }
    if (copy(file) != 0) return 1;
    close(file);
  }
  return 0;
}
