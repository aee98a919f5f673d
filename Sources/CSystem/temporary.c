#define _GNU_SOURCE
#include "csystem.h"
#include "signals.h"

/* The folder part of PATH, with its slash; "" where there is none. */
static size_t
folderLength(const char *path) {
    const char * const slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

char *
csystem_resolveLinks(const char *path) {
    char *current = strdup(path);
    for (int depth = 0; current != NULL; ++depth) {
        char link[PATH_MAX];
        ssize_t const length = readlink(current, link, sizeof link);
        if (length < 0) {
            if (errno == EINVAL || errno == ENOENT)
                return current;   /* no link, or nothing there yet */
            free(current);
            return NULL;
        }
        if (depth == 40 || length == (ssize_t)sizeof link) {
            free(current);
            errno = ELOOP;
            return NULL;
        }
        size_t const folder = link[0] == '/' ? 0 : folderLength(current);
        char * const next = malloc(folder + (size_t)length + 1);
        if (next != NULL) {
            memcpy(next, current, folder);
            memcpy(next + folder, link, (size_t)length);
            next[folder + (size_t)length] = '\0';
        }
        free(current);
        current = next;
    }
    return NULL;
}

int
csystem_createTemporary(const char *target, mode_t mode) {
    static char const name[] = ".pnmfx-XXXXXX";
    size_t const folder = folderLength(target);
    char * const path = malloc(folder + sizeof name);
    if (path == NULL)
        return -1;
    memcpy(path, target, folder);
    memcpy(path + folder, name, sizeof name);

    sigset_t previous;
    csystem_holdSignals(&previous);
    int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor >= 0) {
        csystem_temporaryPath = path;
        csystem_catchSignals();
        if (fchmod(descriptor, mode) != 0) {
            int const saved = errno;
            close(descriptor);
            unlink(path);
            csystem_temporaryPath = NULL;
            descriptor = -1;
            errno = saved;
        }
    }
    csystem_releaseSignals(&previous);
    if (descriptor < 0) {
        int const saved = errno;
        free(path);
        errno = saved;
    }
    return descriptor;
}

/* Gives the temporary file the name TARGET, or removes it where that is NULL or
   fails, and forgets it. */
static int
endTemporary(const char *target) {
    int result = 0;
    sigset_t previous;
    csystem_holdSignals(&previous);
    char * const path = csystem_temporaryPath;
    if (path != NULL) {
        if (target != NULL && rename(path, target) != 0)
            result = -1;
        if (target == NULL || result != 0) {
            int const saved = errno;
            unlink(path);
            errno = saved;
        }
        csystem_temporaryPath = NULL;
        int const saved = errno;
        free(path);
        errno = saved;
    }
    csystem_releaseSignals(&previous);
    return result;
}

int csystem_commitTemporary(const char *target) { return endTemporary(target); }
void csystem_discardTemporary(void) { endTemporary(NULL); }
