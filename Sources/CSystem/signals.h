/* What a signal that ends the process clears away first. */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>

/* The file to remove, or NULL. */
extern char *volatile csystem_temporaryPath;
/* Whether a line of progress stands in the terminal. */
extern volatile sig_atomic_t csystem_lineIsShown;

/* From now on the signals that end a process clear away, and then take their course;
   one that is ignored stays so. */
void csystem_catchSignals(void);

/* While something is changed and noted, a signal would find the two at odds: it
   waits. Releasing keeps errno. */
void csystem_holdSignals(sigset_t *previous);
void csystem_releaseSignals(const sigset_t *previous);

#endif
