#pragma once

#include <stddef.h>
#include <stdint.h>

// What Swift cannot import of the system or the processor, and what must be no more than plain C
// because it runs inside a signal handler.

/// Exchanges what two paths name, in one step. 0, or -1 with errno.
int flickbook_exchange(const char *one, const char *other);

/// Renames what `from` names to `to`, unless there is something already. 0, or -1 with errno.
int flickbook_rename_new(const char *from, const char *to);

// Puts all that was written to the file system of an open file or folder onto the disk. Returns 0, or -1
// with errno.
int flickbook_synchronize_file_system(int descriptor);

/// The commit that this was built from, in hexadecimal; empty if it was not built in a repository.
const char *flickbook_commit(void);

/// Makes interrupt, termination and hang-up write to the pipe `descriptor`, each once: the second one of a
/// kind ends the process as usual. A hang-up that is ignored (nohup) stays ignored; an interrupt that
/// is ignored does not, because shells ignore it for what scripts run in the background. Without a pipe,
/// for -1, only `flickbook_is_stopped` says that one came.
void flickbook_stop_on_signals(int descriptor);

/// Whether such a signal came.
int flickbook_is_stopped(void);

/// Lets these signals end the process again, and forgets one that came.
void flickbook_forget_stop(void);
