// Runs the engine of a page on another processor. Reads requests from the standard input: `ask N` or `file N`, each
// followed by N bytes. Writes the length of each answer, and the answer, to the standard output.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions of the engine; see ModuleEntry.swift.
extern uint8_t *flickbook_allocate(int32_t count);
extern void flickbook_release(uint8_t *memory);
extern int32_t flickbook_ask(const uint8_t *request, int32_t count);
extern int32_t flickbook_file(const uint8_t *name, int32_t count);
extern const uint8_t *flickbook_output(void);

// Parses a number for the Swift standard library, without leading white space. Returns the end of the number, or null if
// the text is not a number.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  if (*text == ' ' || (*text >= '\t' && *text <= '\r')) return NULL;
  char *end;
  *number = strtod(text, &end);
  return end == text ? NULL : end;
}

int main(void) {
  char verb[5];
  int32_t count;
  while (scanf("%4s %d", verb, &count) == 2 && getchar() == '\n' && count >= 0) {
    uint8_t *words = flickbook_allocate(count);
    if (fread(words, 1, (size_t)count, stdin) != (size_t)count) return 65;
    int32_t length = (strcmp(verb, "ask") == 0 ? flickbook_ask : flickbook_file)(words, count);
    flickbook_release(words);
    printf("%d\n", length);
    if (length > 0) fwrite(flickbook_output(), 1, (size_t)length, stdout);
    fflush(stdout);
  }
  return feof(stdin) ? 0 : 65;
}
