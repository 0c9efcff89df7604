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

/// From now on interrupt, termination and hang-up end the process with status 130: at once, or, where
/// files are being written, as soon as these are whole or gone. What is ignored stays ignored.
void flickbook_end_on_signals(void);

/// Keeps signals from ending the process until `flickbook_release_signals` was called as often.
void flickbook_hold_signals(void);

/// Lets signals end the process again. Whether one came meanwhile; the caller then ends the process.
int flickbook_release_signals(void);

/// Lets signals end the process again, and forgets one that came meanwhile, so that only another one does.
void flickbook_forget_signals(void);

/// The commit that this was built from, in hexadecimal; empty if it was not built in a repository.
const char *flickbook_commit(void);

/// Whether a signal that ends the process came while these were held.
int flickbook_is_interrupted(void);

/// Makes interrupt, termination and hang-up write to the pipe `descriptor`, each once: the second one of a
/// kind ends the process as usual. A hang-up that is ignored (nohup) stays ignored; an interrupt that
/// is ignored does not, because shells ignore it for what scripts run in the background.
void flickbook_stop_on_signals(int descriptor);
