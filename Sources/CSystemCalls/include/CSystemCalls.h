#pragma once

#include <stddef.h>
#include <stdint.h>

// System calls that Swift cannot import, and code that must be plain C because it runs in a signal handler.

/// Exchanges the files or folders at two paths atomically. Returns 0, or -1 with errno.
int flickbook_exchange(const char *one, const char *other);

/// Renames the file or folder `from` to `to`; fails if `to` exists. Returns 0, or -1 with errno.
int flickbook_rename_new(const char *from, const char *to);

/// Waits until everything written to the file system of an open file or folder is on disk. Returns 0, or -1
/// with errno.
int flickbook_synchronize_file_system(int descriptor);

/// Returns the commit from which the program was built, in hexadecimal; empty if it was built outside a
/// repository.
const char *flickbook_commit(void);

/// Unblocks SIGINT, SIGTERM and SIGHUP, which the parent process may have blocked, as some test runners do; for a
/// program, not for a library.
void flickbook_unblock_end_signals(void);

/// Makes the first SIGINT, SIGTERM and SIGHUP write to the pipe `descriptor`. A second signal of the same kind
/// ends the process as usual. If SIGHUP is ignored (nohup), it stays ignored. An ignored SIGINT does not stay
/// ignored, because shells ignore SIGINT for background jobs of scripts. If `descriptor` is -1, nothing is
/// written, and only `flickbook_is_stopped` reports a signal.
void flickbook_stop_on_signals(int descriptor);

/// Returns whether one of these signals has arrived.
int flickbook_is_stopped(void);

/// Lets these signals end the process again, and clears the result of `flickbook_is_stopped`.
void flickbook_forget_stop(void);

/// Lets a separate process kill the process group `group` when this process ends, whether it exits or is killed. At
/// most 256 groups are kept; further groups are not killed.
void flickbook_keep_group(int32_t group);

/// Kills the process `group`, a child of this process, and its process group, which `flickbook_keep_group` got, and reaps
/// the process.
void flickbook_end_group(int32_t group);

/// Starts a command of `/bin/sh` in its own process group, with the working folder `folder` and the variables
/// `environment`, which ends with NULL.
///
/// `ends` receives three descriptors: a socket for the standard input, and pipes from the standard output and from
/// the standard error. They do not block, and are not inherited by other programs. When this process ends, the command
/// and all processes that it started are killed if they still have the variable FLICKBOOK_PROCESS, which this function
/// sets. Returns the process id, or -1 with errno.
int32_t flickbook_start(
    const char *command, const char *folder, char *const *environment, int32_t *ends);
