#define _GNU_SOURCE
#include "cnetpbm.h"
#include <errno.h>
#include <stdlib.h>

struct reader {
    void *context;
    ssize_t (*read)(void *, char *, size_t);
    void (*unread)(void *, size_t);
};

static ssize_t
readCookie(void *cookie, char *bytes, size_t count) {
    struct reader * const reader = cookie;
    return reader->read(reader->context, bytes, count);
}

/* libc calls this from fflush, with minus the number of bytes that it holds. */
static int
seekCookie(void *cookie, off64_t *offset, int whence) {
    struct reader * const reader = cookie;
    if (whence != SEEK_CUR || *offset > 0) {
        errno = ESPIPE;
        return -1;
    }
    reader->unread(reader->context, (size_t)-*offset);
    *offset = 0;
    return 0;
}

static int
closeCookie(void *cookie) {
    free(cookie);
    return 0;
}

FILE *
cnetpbm_openReader(void *context, ssize_t (*read)(void *, char *, size_t),
                   void (*unread)(void *, size_t)) {
    struct reader * const reader = malloc(sizeof *reader);
    if (reader == NULL)
        return NULL;
    *reader = (struct reader){ context, read, unread };
    cookie_io_functions_t const functions = { readCookie, NULL, seekCookie, closeCookie };
    FILE * const file = fopencookie(reader, "r", functions);
    if (file == NULL)
        free(reader);
    return file;
}

struct writer {
    void *context;
    ssize_t (*write)(void *, const char *, size_t);
};

static ssize_t
writeCookie(void *cookie, const char *bytes, size_t count) {
    struct writer * const writer = cookie;
    return writer->write(writer->context, bytes, count);
}

FILE *
cnetpbm_openWriter(void *context, ssize_t (*write)(void *, const char *, size_t)) {
    struct writer * const writer = malloc(sizeof *writer);
    if (writer == NULL)
        return NULL;
    *writer = (struct writer){ context, write };
    cookie_io_functions_t const functions = { NULL, writeCookie, NULL, closeCookie };
    FILE * const file = fopencookie(writer, "w", functions);
    if (file == NULL)
        free(writer);
    return file;
}
