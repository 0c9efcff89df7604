#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
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

// The write end of the pipe to which the handler writes when a signal arrives; -1 if there is no pipe.
static volatile sig_atomic_t stop_descriptor = -1;
static volatile sig_atomic_t is_stopped = 0;

static void press_stop(int signal_number) {
  (void)signal_number;
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
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (unsigned index = 0; index < sizeof signals / sizeof signals[0]; index += 1) {
    struct sigaction before;
    if (signals[index] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0
        && before.sa_handler == SIG_IGN) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = press_stop;
    action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signals[index], &action, NULL);
  }
  // The parent process may have blocked these signals, as some test runners do.
  sigset_t set;
  sigemptyset(&set);
  for (unsigned index = 0; index < sizeof signals / sizeof signals[0]; index += 1) {
    sigaddset(&set, signals[index]);
  }
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int flickbook_is_stopped(void) { return is_stopped; }

void flickbook_forget_stop(void) {
  is_stopped = 0;
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (unsigned index = 0; index < sizeof signals / sizeof signals[0]; index += 1) {
    struct sigaction now;
    if (sigaction(signals[index], NULL, &now) == 0 && now.sa_handler == press_stop) {
      signal(signals[index], SIG_DFL);
    }
  }
}
