#include "cnetpbm.h"
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

static char message[2048];

/* libnetpbm calls this with the text of an error, then jumps. */
static void
keepMessage(const char * const text) {
    snprintf(message, sizeof message, "%s", text);
}

/* What libnetpbm merely remarks is not for the user of a filter. */
static void
ignoreMessage(const char * const text) {
    (void)text;
}

/* Runs CALL with libnetpbm's errors caught. The saved buffer is volatile and
   set before setjmp: left uninitialised, the optimiser drops the branch. */
#define GUARD(CALL)                                     \
    do {                                                \
        jmp_buf here;                                   \
        jmp_buf * volatile saved = NULL;                \
        message[0] = '\0';                              \
        pm_setusererrormsgfn(keepMessage);              \
        pm_setusermessagefn(ignoreMessage);             \
        if (setjmp(here) == 0) {                        \
            jmp_buf * previous;                         \
            pm_setjmpbufsave(&here, &previous);         \
            saved = previous;                           \
            CALL;                                       \
            pm_setjmpbuf(saved);                        \
            return NULL;                                \
        }                                               \
        pm_setjmpbuf(saved);                            \
        return message;                                 \
    } while (0)

const char *
cnetpbm_init(const char *programName) {
    GUARD(pm_init(programName, 0));
}

const char *
cnetpbm_readHeader(FILE *file, struct pam *pam) {
    GUARD(pnm_readpaminit(file, pam, sizeof *pam));   /* PAM_STRUCT_SIZE goes by way of NULL */
}

const char *
cnetpbm_allocateRow(const struct pam *pam, tuple **row) {
    GUARD(*row = pnm_allocpamrow(pam));
}

void cnetpbm_freeRow(tuple *row) { pnm_freepamrow(row); }

const char *
cnetpbm_readRow(const struct pam *pam, tuple *row) {
    GUARD(pnm_readpamrow(pam, row));
}

const char *
cnetpbm_writeHeader(struct pam *pam) {
    GUARD(pnm_writepaminit(pam));
}

const char *
cnetpbm_writeRow(const struct pam *pam, const tuple *row) {
    GUARD(pnm_writepamrow(pam, row));
}

const char *
cnetpbm_nextImage(FILE *file, int *atEnd) {
    GUARD(pnm_nextimage(file, atEnd));
}

static const char *
parseColor(const char *name, pixel *color) {
    GUARD(*color = ppm_parsecolor(name, 65535));
}

const char *
cnetpbm_parseColor(const char *name, unsigned int *samples) {
    pixel color;
    const char * const failure = parseColor(name, &color);
    if (failure == NULL) {
        samples[0] = PPM_GETR(color);
        samples[1] = PPM_GETG(color);
        samples[2] = PPM_GETB(color);
    }
    return failure;
}

/* shhopt has a fatal function of its own, which must not return. */
static jmp_buf optionJump;

static void
optionFailed(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    longjmp(optionJump, 1);
}

const char *
cnetpbm_parseOptions(int *argc, char **argv, optEntry *table) {
    optStruct3 options = { .short_allowed = 0, .allowNegNum = 0, .opt_table = table };
    pm_optSetFatalFunc(optionFailed);
    if (setjmp(optionJump) != 0)
        return message;
    errno = 0;   /* shhopt reads errno without clearing it first */
    pm_optParseOptions3(argc, argv, options, sizeof options, 0);
    return NULL;
}

/* libnetpbm tells its release only in what it prints for -version, after which
   it would end the process: the line is caught as it comes, and left by a jump. */
static jmp_buf versionJump;
static char version[64];

static void
keepVersion(const char * const text) {
    const char * const colon = strrchr(text, ':');
    if (strstr(text, "libnetpbm") == NULL || colon == NULL)
        return;
    snprintf(version, sizeof version, "%s", colon + 1 + strspn(colon + 1, " "));
    version[strcspn(version, "\n")] = '\0';
    longjmp(versionJump, 1);
}

const char *
cnetpbm_libraryVersion(void) {
    if (setjmp(versionJump) == 0) {
        const char *arguments[] = { "pnmfx", "-version", NULL };
        int count = 2;
        pm_setusermessagefn(keepVersion);
        pm_proginit(&count, arguments);
    }
    pm_setusermessagefn(ignoreMessage);
    return version;
}
