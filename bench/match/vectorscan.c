/* Arguments: PHRASES TEXTS, both with one per line. Prints the seconds that Vectorscan takes to build and to match. */
#define _GNU_SOURCE
#include <hs/hs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 3 };

typedef struct {
  char **at;
  size_t *lengths;
  unsigned count;
} Lines;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static Lines read_lines(const char *path) {
  Lines lines = {NULL, NULL, 0};
  FILE *file = fopen(path, "r");
  if (!file) exit(1);
  char *line = NULL;
  size_t room = 0;
  unsigned capacity = 0;
  for (ssize_t length; (length = getline(&line, &room, file)) > 0;) {
    if (line[length - 1] == '\n') length--;
    if (length == 0) continue;
    if (lines.count == capacity) {
      capacity = capacity ? capacity * 2 : 1024;
      lines.at = realloc(lines.at, capacity * sizeof *lines.at);
      lines.lengths = realloc(lines.lengths, capacity * sizeof *lines.lengths);
    }
    lines.at[lines.count] = strndup(line, length);
    lines.lengths[lines.count++] = length;
  }
  fclose(file);
  return lines;
}

static int count_match(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *matches) {
  (void)id, (void)from, (void)to, (void)flags;
  ++*(unsigned long long *)matches;
  return 0;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  Lines phrases = read_lines(arguments[1]), texts = read_lines(arguments[2]);
  unsigned *flags = calloc(phrases.count, sizeof *flags), *ids = calloc(phrases.count, sizeof *ids);
  for (unsigned i = 0; i < phrases.count; i++) flags[i] = HS_FLAG_CASELESS, ids[i] = i;
  hs_database_t *database = NULL;
  hs_compile_error_t *fault = NULL;
  hs_scratch_t *scratch = NULL;
  double started = now();
  if (hs_compile_lit_multi((const char *const *)phrases.at, flags, ids, phrases.lengths, phrases.count, HS_MODE_BLOCK,
                           NULL, &database, &fault) != HS_SUCCESS)
    return 1;
  double build = now() - started, best = 1e9;
  if (hs_alloc_scratch(database, &scratch) != HS_SUCCESS) return 1;
  for (int round = 0; round < ROUNDS; round++) {
    unsigned long long matches = 0;
    started = now();
    for (unsigned i = 0; i < texts.count; i++)
      hs_scan(database, texts.at[i], texts.lengths[i], 0, scratch, count_match, &matches);
    double seconds = now() - started;
    if (seconds < best) best = seconds;
  }
  printf("%f %f\n", build, best);
  return 0;
}
