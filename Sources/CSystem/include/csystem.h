/* What Swift cannot say to libc by itself: macros, variadic calls, signals,
   and the process's own arguments. */
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The process's own arguments: Embedded Swift has no CommandLine. */
int csystem_argc(void);
char **csystem_argv(void);

static inline int csystem_errno(void) { return errno; }
static inline void csystem_setErrno(int code) { errno = code; }

/* The whole number at or below a value that is not negative and fits: one
   instruction, where Swift's Int32(_:) checks the range and stops vectorising. */
static inline int32_t csystem_truncate(float value) { return (int32_t)value; }

static inline int csystem_open(const char *path, int flags) { return open(path, flags, 0666); }
static inline int csystem_isRegular(mode_t mode) { return S_ISREG(mode); }
static inline int csystem_isFolder(mode_t mode) { return S_ISDIR(mode); }

/* A number as %.10g writes it. */
static inline void csystem_formatNumber(char *text, size_t size, double value) {
    snprintf(text, size, "%.10g", value);
}

/* Asks for a pipe buffer of 1 MiB; a refusal, or what is no pipe, is as well. */
void csystem_widenPipe(int descriptor);

/* Opens /dev/null in the place of each of descriptors 0 to 2 that is closed.
   Bit n of the result is set where n was closed. */
int csystem_fillStandardDescriptors(void);

/* Runs BODY(CONTEXT) on a thread of its own, which takes no signals but those of
   its own writes. 0, or an error code. */
int csystem_startThread(pthread_t *thread, void *(*body)(void *), void *context);
/* A flag that one thread sets and another may look at. */
static inline void csystem_set(int32_t *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
static inline int csystem_isSet(const int32_t *flag) {
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 0;
}

/* Counts what one thread has made and another may take. NULL if there is no
   memory. */
typedef struct csystem_semaphore csystem_semaphore;
csystem_semaphore *csystem_makeSemaphore(unsigned int count);
void csystem_wait(csystem_semaphore *semaphore);
void csystem_post(csystem_semaphore *semaphore);
void csystem_freeSemaphore(csystem_semaphore *semaphore);

/* How many processors this process may use. */
int csystem_processorCount(void);

/* Seconds on a clock that only goes forward. */
double csystem_now(void);

/* The columns of the terminal that is standard error; 80 where it does not tell. */
int csystem_terminalWidth(void);
/* Takes a line of that terminal for this process, to its end or the next call: the
   first, counted from 0, that no other process has; the sixteenth if all are taken. */
int csystem_takeLine(void);
/* Whether something is shown that a signal which ends the process must erase. */
void csystem_noteLine(int isShown);
/* Erases the line of the cursor, and all below. */
void csystem_eraseBelow(void);

/* The path that a chain of symbolic links ends at, whether or not it exists.
   NULL with errno set on failure; else to be freed. */
char *csystem_resolveLinks(const char *path);

/* Makes an empty file beside TARGET and has the signals that end a process remove
   it before they take their course. Only one at a time. A descriptor, or -1. */
int csystem_createTemporary(const char *target, mode_t mode);
/* Renames that file to TARGET; 0, or -1 with the file removed. */
int csystem_commitTemporary(const char *target);
/* Removes that file, if there is one. */
void csystem_discardTemporary(void);

#endif
