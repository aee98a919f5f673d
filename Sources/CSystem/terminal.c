#define _GNU_SOURCE
#include "csystem.h"
#include "signals.h"
#include <sys/ioctl.h>

int
csystem_terminalWidth(void) {
    struct winsize size;
    return ioctl(2, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

int
csystem_takeLine(void) {
    /* A record lock is the process's own, on the terminal whichever way it was
       opened, and ends with the process, however that ends. */
    enum { lineCount = 16 };
    for (int line = 0; line < lineCount; ++line) {
        struct flock lock = {
            .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = line, .l_len = 1
        };
        if (fcntl(2, F_SETLK, &lock) == 0) {
            struct flock rest = {
                .l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = line + 1
            };
            fcntl(2, F_SETLK, &rest);
            return line;
        }
        if (errno != EAGAIN && errno != EACCES)
            return 0;
    }
    return lineCount - 1;
}

void
csystem_eraseBelow(void) {
    static char const text[] = "\r\033[J";
    ssize_t const count = write(2, text, sizeof text - 1);
    (void)count;
}

void
csystem_noteLine(int isShown) {
    if (isShown && !csystem_lineIsShown)
        csystem_catchSignals();
    csystem_lineIsShown = isShown;
}
