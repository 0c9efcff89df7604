// The functions that Embedded Swift needs and the C library for wasm32 lacks, so that the module of a page has
// no imports.
#include <stddef.h>

extern double strtod(const char *text, char **end);

// Parses a number for the Swift standard library, without leading white space. Returns the end of the number, or null if
// the text is not a number.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  if (*text == ' ' || (*text >= '\t' && *text <= '\r')) return NULL;
  char *end;
  *number = strtod(text, &end);
  return end == text ? NULL : end;
}

unsigned long __stack_chk_guard = 0x5eed5eed;

__attribute__((noreturn)) void __stack_chk_fail(void) { __builtin_trap(); }

__attribute__((noreturn)) void abort(void) { __builtin_trap(); }

// Returns fixed bytes instead of random bytes, so that hash tables have the same seed on every machine.
void arc4random_buf(void *memory, size_t count) {
  for (size_t index = 0; index < count; index++) {
    ((unsigned char *)memory)[index] = (unsigned char)(index * 73 + 19);
  }
}

// Stubs for output. The engine prints nothing, but without these stubs the linker would include the streams of the C
// library.
struct file;
int putchar(int character) { return character; }
int fputs(const char *text, struct file *stream) { return text == NULL || stream == NULL; }
int __uflow(void *stream) { return stream == NULL ? -2 : -1; }
unsigned long __stdio_write(void *stream, const unsigned char *bytes, unsigned long count) {
  return stream == NULL || bytes == NULL ? 0 : count;
}
