#define _GNU_SOURCE
#include "csystem.h"
#include "signals.h"

char *volatile csystem_temporaryPath;
volatile sig_atomic_t csystem_lineIsShown;

/* Those that end a process, and that may come while it does nothing wrong. */
static int const deadlySignals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM,
                                     SIGXCPU, SIGXFSZ };
enum { deadlySignalCount = sizeof deadlySignals / sizeof deadlySignals[0] };

static void
clearAndDie(int number) {
    if (csystem_temporaryPath != NULL)
        unlink(csystem_temporaryPath);
    if (csystem_lineIsShown)
        csystem_eraseBelow();
    signal(number, SIG_DFL);
    raise(number);
}

void
csystem_holdSignals(sigset_t *previous) {
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < deadlySignalCount; ++i)
        sigaddset(&held, deadlySignals[i]);
    pthread_sigmask(SIG_BLOCK, &held, previous);
}

void
csystem_releaseSignals(const sigset_t *previous) {
    int const saved = errno;
    pthread_sigmask(SIG_SETMASK, previous, NULL);
    errno = saved;
}

void
csystem_catchSignals(void) {
    for (int i = 0; i < deadlySignalCount; ++i) {
        struct sigaction action;
        if (sigaction(deadlySignals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;   /* as under nohup */
        memset(&action, 0, sizeof action);
        action.sa_handler = clearAndDie;
        sigemptyset(&action.sa_mask);
        for (int j = 0; j < deadlySignalCount; ++j)
            sigaddset(&action.sa_mask, deadlySignals[j]);
        sigaction(deadlySignals[i], &action, NULL);
    }
}
