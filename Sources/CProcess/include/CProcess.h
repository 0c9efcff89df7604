#pragma once

#include <stdint.h>

/// The commit that this was built from, in hexadecimal; empty where it was not built in a repository.
const char *flickbook_commit(void);

/// How many words this process was called with, the program's name among them; -1 when the C library
/// did not say.
int32_t flickbook_argument_count(void);

/// The word at `index`, which is below the count; NULL beyond it.
const char *flickbook_argument(int32_t index);
