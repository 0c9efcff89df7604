// What Embedded Swift asks of the C library for wasm32 and that has not, so that the module of a page
// imports nothing.
#include <stddef.h>

extern double strtod(const char *text, char **end);

// Reads a number as the standard library wants it: no white space before it; the end, or null.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  if (*text == ' ' || (*text >= '\t' && *text <= '\r')) return NULL;
  char *end;
  *number = strtod(text, &end);
  return end == text ? NULL : end;
}

unsigned long __stack_chk_guard = 0x5eed5eed;

__attribute__((noreturn)) void __stack_chk_fail(void) { __builtin_trap(); }

__attribute__((noreturn)) void abort(void) { __builtin_trap(); }

// A page asks nobody for chance: tables have the same seed everywhere.
void arc4random_buf(void *memory, size_t count) {
  for (size_t index = 0; index < count; index++) {
    ((unsigned char *)memory)[index] = (unsigned char)(index * 73 + 19);
  }
}

// Nothing is printed; these keep the library's streams out.
struct file;
int putchar(int character) { return character; }
int fputs(const char *text, struct file *stream) { return text == NULL || stream == NULL; }
int __uflow(void *stream) { return stream == NULL ? -2 : -1; }
unsigned long __stdio_write(void *stream, const unsigned char *bytes, unsigned long count) {
  return stream == NULL || bytes == NULL ? 0 : count;
}
