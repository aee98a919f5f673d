/* Faults of the system, for LD_PRELOAD. The environment says which:

   FAULT_SHORT=n     read and write move at most n bytes a call
   FAULT_EINTR=1     every second call of read or write is interrupted
   FAULT_ENOSPC=n    the disk is full after n bytes
   FAULT_CLOSE=1     close of what has been written to fails
   FAULT_RENAME=1    rename fails
   FAULT_FCHMOD=1    fchmod fails
   FAULT_MEMORY=n    the n-th allocation of 4 KiB or more fails, and so do all after it

   Standard error is left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the environment says, or -1. */
static long
setting(const char *name) {
    const char * const text = getenv(name);
    return text == NULL ? -1 : atol(text);
}

static int
isInterrupted(void) {
    static unsigned int calls;
    if (setting("FAULT_EINTR") < 0 || calls++ % 2 != 0)
        return 0;
    errno = EINTR;
    return 1;
}

static size_t
shortened(size_t count) {
    long const most = setting("FAULT_SHORT");
    return most >= 0 && count > (size_t)most ? (size_t)most : count;
}

static long written;
static int isWritten[1024];

ssize_t
write(int descriptor, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (real == NULL)
        real = dlsym(RTLD_NEXT, "write");
    if (descriptor == 2)
        return real(descriptor, bytes, count);
    if (isInterrupted())
        return -1;
    count = shortened(count);
    long const room = setting("FAULT_ENOSPC");
    if (room >= 0) {
        if (written >= room && count > 0) {
            errno = ENOSPC;
            return -1;
        }
        if (count > (size_t)(room - written))
            count = (size_t)(room - written);
    }
    ssize_t const taken = real(descriptor, bytes, count);
    if (taken > 0) {
        written += taken;
        if (descriptor >= 0 && descriptor < 1024)
            isWritten[descriptor] = 1;
    }
    return taken;
}

ssize_t
read(int descriptor, void *bytes, size_t count) {
    static ssize_t (*real)(int, void *, size_t);
    if (real == NULL)
        real = dlsym(RTLD_NEXT, "read");
    if (isInterrupted())
        return -1;
    return real(descriptor, bytes, shortened(count));
}

int
close(int descriptor) {
    static int (*real)(int);
    if (real == NULL)
        real = dlsym(RTLD_NEXT, "close");
    int const fails = setting("FAULT_CLOSE") >= 0 && descriptor >= 0 && descriptor < 1024 &&
                      isWritten[descriptor];
    int const result = real(descriptor);
    if (fails)
        errno = EIO;
    return fails ? -1 : result;
}

int
rename(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    if (real == NULL)
        real = dlsym(RTLD_NEXT, "rename");
    if (setting("FAULT_RENAME") >= 0) {
        errno = EIO;
        return -1;
    }
    return real(from, to);
}

int
fchmod(int descriptor, mode_t mode) {
    static int (*real)(int, mode_t);
    if (real == NULL)
        real = dlsym(RTLD_NEXT, "fchmod");
    if (setting("FAULT_FCHMOD") >= 0) {
        errno = EPERM;
        return -1;
    }
    return real(descriptor, mode);
}

/* dlsym may allocate, so glibc's own names are called here. */
extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_calloc(size_t, size_t);

static int
isLeftWithout(size_t size) {
    static long allocations;
    long const last = setting("FAULT_MEMORY");
    if (last < 0 || size < 4096 || __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED) < last)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return isLeftWithout(size) ? NULL : __libc_malloc(size); }

void *
realloc(void *old, size_t size) {
    return isLeftWithout(size) ? NULL : __libc_realloc(old, size);
}

void *
calloc(size_t count, size_t size) {
    return isLeftWithout(count * size) ? NULL : __libc_calloc(count, size);
}
