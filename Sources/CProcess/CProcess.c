#include "CProcess.h"

#include <features.h>
#include <stddef.h>

static int32_t argument_count = -1;
static char **arguments;

#ifdef __GLIBC__
// glibc hands every function in .init_array what it hands main; other C libraries call them without.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

const char *flickbook_commit(void) { return FLICKBOOK_COMMIT; }

int32_t flickbook_argument_count(void) { return argument_count; }

const char *flickbook_argument(int32_t index) {
  return index >= 0 && index < argument_count ? arguments[index] : NULL;
}
