/* libnetpbm, as Swift may call it: each call returns NULL when all went well,
   or libnetpbm's own message, valid until the next call. libnetpbm jumps out of
   frames of this target only: no Swift frame is ever crossed. */
#ifndef CNETPBM_H
#define CNETPBM_H

#include <stdio.h>
#include <sys/types.h>
#include <netpbm/pam.h>
#include <netpbm/ppm.h>
#include <netpbm/shhopt.h>

const char *cnetpbm_init(const char *programName);
const char *cnetpbm_readHeader(FILE *file, struct pam *pam);
const char *cnetpbm_allocateRow(const struct pam *pam, tuple **row);
void cnetpbm_freeRow(tuple *row);
const char *cnetpbm_readRow(const struct pam *pam, tuple *row);
const char *cnetpbm_writeHeader(struct pam *pam);
const char *cnetpbm_writeRow(const struct pam *pam, const tuple *row);
const char *cnetpbm_nextImage(FILE *file, int *atEnd);

/* A color at maxval 65535, in the order red, green, blue. */
const char *cnetpbm_parseColor(const char *name, unsigned int *samples);

/* TABLE ends with an entry of type OPT_END. The operands are left in argv,
   from 1 on. */
const char *cnetpbm_parseOptions(int *argc, char **argv, optEntry *table);

/* The release of the libnetpbm in use, as in "Netpbm 11.1.0". */
const char *cnetpbm_libraryVersion(void);

/* A FILE that reads from READ, which returns as read(2) does. What libnetpbm has
   not taken by the time of fflush is given back by UNREAD. */
FILE *cnetpbm_openReader(void *context, ssize_t (*read)(void *, char *, size_t),
                         void (*unread)(void *, size_t));
/* A FILE that writes to WRITE, which returns the number of bytes, or 0. */
FILE *cnetpbm_openWriter(void *context, ssize_t (*write)(void *, const char *, size_t));

#endif
