// Times two command lines in turn, and says how they compare:
//
//     pairs [-b S] [-l S] ROUNDS 'A < in > out' 'B | C'
//         prints: seconds of A, seconds of B, A/B, processor seconds of A, of B, A/B, rounds
//     pairs -m 'A | B'
//         prints: peak memory of the last program, KiB
//
// -b  no round begins after so many seconds; lines that take longer than that are run once
// -l  a program that takes longer is ended, and the status is 3
//
// The times are medians, and the ratios are medians of the ratios of neighbours, so
// that a machine that slows down for a while slows both. There is no shell between:
// a command line is words, "|", "< file" and "> file", apart by blanks.

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { maxStages = 8, maxWords = 96 };

typedef struct {
  char *words[maxWords + 1];
  char *input, *output;
} Stage;

typedef struct {
  Stage stages[maxStages];
  int count;
  const char *text;
} Line;

typedef struct {
  double wall, processor;
} Seconds;

static unsigned limit;  // seconds that a program may take, or 0

static void fail(const char *what, const char *which) {
  fprintf(stderr, "pairs: %s: %s\n", what, which);
  exit(1);
}

static Line parsed(const char *text) {
  Line line = {.count = 1, .text = text};
  Stage *stage = &line.stages[0];
  int words = 0;
  char *rest = strdup(text);
  for (char *word; (word = strsep(&rest, " ")) != NULL;) {
    if (*word == 0) continue;
    if (strcmp(word, "|") == 0) {
      if (line.count == maxStages) fail("too many programs", text);
      stage = &line.stages[line.count++];
      words = 0;
    } else if (strcmp(word, "<") == 0) {
      stage->input = strsep(&rest, " ");
    } else if (strcmp(word, ">") == 0) {
      stage->output = strsep(&rest, " ");
    } else {
      if (words == maxWords) fail("too many words", text);
      stage->words[words++] = word;
    }
  }
  for (int i = 0; i < line.count; i++)
    if (line.stages[i].words[0] == NULL) fail("no program", text);
  return line;
}

// In the child: puts a descriptor, or a file, in the place of standard input or output.
static void place(int descriptor, const char *file, int flags, int where) {
  if (file != NULL) descriptor = open(file, flags | O_CLOEXEC, 0666);
  if (descriptor < 0) _exit(126);
  if (descriptor != where) dup2(descriptor, where);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

// Runs a line; returns its seconds, and the peak memory of its last program.
static Seconds run(const Line *line, long *memory) {
  pid_t children[maxStages];
  double start = now();
  int before = STDIN_FILENO;
  for (int i = 0; i < line->count; i++) {
    const Stage *stage = &line->stages[i];
    int ends[2] = {-1, STDOUT_FILENO};
    if (i + 1 < line->count && pipe2(ends, O_CLOEXEC) != 0) fail("no pipe", line->text);
    // vfork: a copy of this process's page tables would count as the program's start.
    children[i] = vfork();
    if (children[i] < 0) fail("cannot fork", line->text);
    if (children[i] == 0) {
      place(before, stage->input, O_RDONLY, STDIN_FILENO);
      if (limit > 0) alarm(limit);
      place(ends[1], stage->output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
      execvp(stage->words[0], stage->words);
      _exit(127);
    }
    if (before != STDIN_FILENO) close(before);
    if (ends[1] != STDOUT_FILENO) close(ends[1]);
    before = ends[0];
  }
  Seconds spent = {0, 0};
  for (int i = 0; i < line->count; i++) {
    int status;
    struct rusage usage;
    if (wait4(children[i], &status, 0, &usage) < 0) fail("failed", line->text);
    if (limit > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) exit(3);
    if (status != 0) fail("failed", line->text);
    if (memory != NULL) *memory = usage.ru_maxrss;
    spent.processor += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  spent.wall = now() - start;
  return spent;
}

static int byValue(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, byValue);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

// Prints the medians of a, of b, and of the ratios of neighbours.
static void report(const double *a, const double *b, int count) {
  double *sorted = calloc((size_t)count, sizeof *sorted);
  if (sorted == NULL) fail("no memory", "for the medians");
  memcpy(sorted, a, (size_t)count * sizeof *sorted);
  printf("%.9f ", median(sorted, count));
  memcpy(sorted, b, (size_t)count * sizeof *sorted);
  printf("%.9f ", median(sorted, count));
  for (int i = 0; i < count; i++) sorted[i] = a[i] / b[i];
  printf("%.4f ", median(sorted, count));
  free(sorted);
}

static void usage(void) {
  fprintf(stderr, "usage: pairs [-b S] [-l S] ROUNDS LINE LINE, or pairs -m LINE\n");
  exit(2);
}

int main(int argc, char **argv) {
  double budget = 1e9;
  bool wantsMemory = false;
  for (int option; (option = getopt(argc, argv, "+b:l:m")) != -1;) {
    switch (option) {
      case 'b': budget = atof(optarg); break;
      case 'l': limit = (unsigned)atoi(optarg); break;
      case 'm': wantsMemory = true; break;
      default: usage();
    }
  }
  argv += optind, argc -= optind;
  if (wantsMemory) {
    if (argc != 1) usage();
    Line line = parsed(argv[0]);
    long memory = 0;
    run(&line, &memory);
    printf("%ld\n", memory);
    return 0;
  }
  int rounds = argc == 3 ? atoi(argv[0]) : 0;
  if (rounds < 1) usage();
  Line a = parsed(argv[1]), b = parsed(argv[2]);
  double *walls[2], *processors[2];
  for (int i = 0; i < 2; i++) {
    walls[i] = calloc((size_t)rounds, sizeof(double));
    processors[i] = calloc((size_t)rounds, sizeof(double));
    if (walls[i] == NULL || processors[i] == NULL) fail("no memory", argv[0]);
  }

  double start = now();
  int done = 0;
  Seconds first = run(&a, NULL), second = run(&b, NULL);  // once for the caches
  do {
    if (now() - start <= budget) {
      // Which goes first changes, so that neither always follows the other.
      if (done % 2 == 0) first = run(&a, NULL);
      second = run(&b, NULL);
      if (done % 2 == 1) first = run(&a, NULL);
    }
    walls[0][done] = first.wall, processors[0][done] = first.processor;
    walls[1][done] = second.wall, processors[1][done] = second.processor;
    done++;
  } while (done < rounds && now() - start <= budget);
  report(walls[0], walls[1], done);
  report(processors[0], processors[1], done);
  printf("%d\n", done);
  return 0;
}
