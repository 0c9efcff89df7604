#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#endif
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE (1 << 1)
#endif

static int rename_with(const char *from, const char *to, unsigned flags) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
}

int flickbook_exchange(const char *one, const char *other) {
  return rename_with(one, other, RENAME_EXCHANGE);
}

int flickbook_rename_new(const char *from, const char *to) {
  return rename_with(from, to, RENAME_NOREPLACE);
}

int flickbook_synchronize_file_system(int descriptor) { return syncfs(descriptor); }

const char *flickbook_commit(void) { return FLICKBOOK_COMMIT; }

// The process groups to kill at the end; 0 is a free place.
static _Atomic int32_t groups[256];
enum { group_places = sizeof groups / sizeof groups[0] };

static void kill_groups(void) {
  for (int place = 0; place < group_places; place += 1) {
    int32_t group = atomic_load(&groups[place]);
    if (group > 0) kill(-group, SIGKILL);
  }
}

// Ends the process as the default handling of the signal does.
static void end_with_groups(int signal_number) {
  kill_groups();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

// The signals that end the process, and that may end a command early.
static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { end_signal_count = sizeof end_signals / sizeof end_signals[0] };

// The parent process may have blocked these signals, as some test runners do.
static void unblock_end_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < end_signal_count; index += 1) sigaddset(&set, end_signals[index]);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

// Whether signals that end this process kill the groups. A library must not handle the signals of its host.
static atomic_int handles_signals = 0;

void flickbook_handle_end_signals(void) { atomic_store(&handles_signals, 1); }

static void keep_watch(void) {
  static atomic_flag is_watching = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_watching)) return;
  atexit(kill_groups);
  if (!atomic_load(&handles_signals)) return;
  for (int index = 0; index < end_signal_count; index += 1) {
    struct sigaction now;
    if (sigaction(end_signals[index], NULL, &now) == 0 && now.sa_handler == SIG_DFL) {
      signal(end_signals[index], end_with_groups);
    }
  }
  unblock_end_signals();
}

void flickbook_keep_group(int32_t group) {
  keep_watch();
  for (int place = 0; place < group_places; place += 1) {
    int32_t expected = 0;
    if (atomic_compare_exchange_strong(&groups[place], &expected, group)) return;
  }
}

void flickbook_drop_group(int32_t group) {
  for (int place = 0; place < group_places; place += 1) {
    int32_t expected = group;
    if (atomic_compare_exchange_strong(&groups[place], &expected, 0)) return;
  }
}

// The write end of the pipe to which the handler writes when a signal arrives; -1 if there is no pipe.
static volatile sig_atomic_t stop_descriptor = -1;
static volatile sig_atomic_t is_stopped = 0;

static void press_stop(int signal_number) {
  // A second signal ends the process.
  signal(signal_number, end_with_groups);
  // write() may change errno, which the interrupted code may be about to read.
  int saved = errno;
  is_stopped = 1;
  if (stop_descriptor >= 0) {
    ssize_t written = write(stop_descriptor, "!", 1);
    (void)written;
  }
  errno = saved;
}

void flickbook_stop_on_signals(int descriptor) {
  stop_descriptor = descriptor;
  is_stopped = 0;
  for (int index = 0; index < end_signal_count; index += 1) {
    struct sigaction before;
    if (end_signals[index] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0
        && before.sa_handler == SIG_IGN) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = press_stop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(end_signals[index], &action, NULL);
  }
  unblock_end_signals();
}

int flickbook_is_stopped(void) { return is_stopped; }

void flickbook_forget_stop(void) {
  is_stopped = 0;
  for (int index = 0; index < end_signal_count; index += 1) {
    struct sigaction now;
    if (sigaction(end_signals[index], NULL, &now) == 0 && now.sa_handler == press_stop) {
      signal(end_signals[index], end_with_groups);
    }
  }
}

static int spawn(
    pid_t *process, const char *command, const char *folder, char *const *environment,
    const int *theirs) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int number = 0; number < 3; number += 1) {
    posix_spawn_file_actions_adddup2(&actions, theirs[number], number);
  }
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  char *const words[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
  int trouble = posix_spawn(process, "/bin/sh", &actions, &attributes, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return trouble;
}

int32_t flickbook_start(
    const char *command, const char *folder, char *const *environment, int32_t *ends) {
  int input[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
  pid_t process = -1;
  int trouble = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0
      || pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0) {
    trouble = errno;
  } else {
    const int theirs[] = {input[1], output[1], errors[1]};
    trouble = spawn(&process, command, folder, environment, theirs);
  }
  const int mine[] = {input[0], output[0], errors[0]};
  const int others[] = {input[1], output[1], errors[1]};
  for (int number = 0; number < 3; number += 1) {
    if (others[number] >= 0) close(others[number]);
    if (trouble != 0) {
      if (mine[number] >= 0) close(mine[number]);
      continue;
    }
    fcntl(mine[number], F_SETFL, O_NONBLOCK);
    ends[number] = mine[number];
  }
  if (trouble == 0) return process;
  errno = trouble;
  return -1;
}
