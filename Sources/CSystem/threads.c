#define _GNU_SOURCE
#include "csystem.h"
#include <sched.h>
#include <semaphore.h>

int
csystem_startThread(pthread_t *thread, void *(*body)(void *), void *context) {
    /* The new thread inherits the mask: signals go to the first one, whose
       handler may then use what it shares with no other. But for those that
       a write sends to its own thread. */
    sigset_t all, previous;
    sigfillset(&all);
    sigdelset(&all, SIGPIPE);
    sigdelset(&all, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &all, &previous);
    int const code = pthread_create(thread, NULL, body, context);
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    return code;
}

int
csystem_processorCount(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set);
}

struct csystem_semaphore {
    sem_t system;
};

csystem_semaphore *
csystem_makeSemaphore(unsigned int count) {
    csystem_semaphore * const semaphore = malloc(sizeof *semaphore);
    if (semaphore != NULL)
        sem_init(&semaphore->system, 0, count);
    return semaphore;
}

void
csystem_wait(csystem_semaphore *semaphore) {
    while (sem_wait(&semaphore->system) != 0)
        ;   /* a signal came between */
}

void csystem_post(csystem_semaphore *semaphore) { sem_post(&semaphore->system); }

void
csystem_freeSemaphore(csystem_semaphore *semaphore) {
    if (semaphore != NULL)
        sem_destroy(&semaphore->system);
    free(semaphore);
}
