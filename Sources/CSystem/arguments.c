#include "csystem.h"

static int keptCount;
static char **keptVector;

/* glibc hands main's arguments to constructors. */
__attribute__((constructor)) static void
keepArguments(int argc, char **argv) {
    keptCount = argc;
    keptVector = argv;
}

int csystem_argc(void) { return keptCount; }
char **csystem_argv(void) { return keptVector; }
