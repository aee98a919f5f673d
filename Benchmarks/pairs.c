// Times two command lines in turn, and says how they compare:
//
//     pairs ROUNDS 'A < in > out' 'B | C'    prints: seconds of A, seconds of B, A/B
//     pairs -m 'A | B'                       prints: peak memory of the last program, KiB
//
// The times are medians, and the ratio is the median of the ratios of neighbours, so
// that a machine that slows down for a while slows both. There is no shell between:
// a command line is words, "|", "< file" and "> file", apart by blanks.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { maxStages = 8, maxWords = 64 };

typedef struct {
  char *words[maxWords + 1];
  char *input, *output;
} Stage;

typedef struct {
  Stage stages[maxStages];
  int count;
  const char *text;
} Line;

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

// Runs a line; returns its seconds, and the peak memory of its last program.
static double run(const Line *line, long *memory) {
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
      place(ends[1], stage->output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
      execvp(stage->words[0], stage->words);
      _exit(127);
    }
    if (before != STDIN_FILENO) close(before);
    if (ends[1] != STDOUT_FILENO) close(ends[1]);
    before = ends[0];
  }
  for (int i = 0; i < line->count; i++) {
    int status;
    struct rusage usage;
    if (wait4(children[i], &status, 0, &usage) < 0 || status != 0) fail("failed", line->text);
    if (memory != NULL) *memory = usage.ru_maxrss;
  }
  return now() - start;
}

static int byValue(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, byValue);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "-m") == 0) {
    Line line = parsed(argv[2]);
    long memory = 0;
    run(&line, &memory);
    printf("%ld\n", memory);
    return 0;
  }
  int rounds = argc == 4 ? atoi(argv[1]) : 0;
  if (rounds < 1) {
    fprintf(stderr, "usage: pairs ROUNDS LINE LINE, or pairs -m LINE\n");
    return 2;
  }
  Line a = parsed(argv[2]), b = parsed(argv[3]);
  double *first = calloc((size_t)rounds, sizeof *first);
  double *second = calloc((size_t)rounds, sizeof *second);
  double *ratios = calloc((size_t)rounds, sizeof *ratios);
  if (first == NULL || second == NULL || ratios == NULL) fail("no memory", argv[1]);

  run(&a, NULL), run(&b, NULL);  // once for the caches
  for (int i = 0; i < rounds; i++) {
    // Which goes first changes, so that neither always follows the other.
    if (i % 2 == 0) first[i] = run(&a, NULL);
    second[i] = run(&b, NULL);
    if (i % 2 == 1) first[i] = run(&a, NULL);
    ratios[i] = first[i] / second[i];
  }
  printf("%.9f %.9f %.4f\n", median(first, rounds), median(second, rounds), median(ratios, rounds));
  return 0;
}
