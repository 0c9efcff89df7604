#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
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

/// How often signals are held, or `ending` once a signal ends the process.
static atomic_int holds = 0;
static atomic_int interrupted = 0;
enum { ending = -1 };

static void end_or_note(int signal_number) {
  (void)signal_number;
  int saved = errno;
  int idle = 0;
  if (atomic_compare_exchange_strong(&holds, &idle, ending)) _exit(130);
  atomic_store(&interrupted, 1);
  // What was held may have been let go just before that was noted; nobody would look again.
  idle = 0;
  if (atomic_compare_exchange_strong(&holds, &idle, ending)) _exit(130);
  errno = saved;
}

void flickbook_end_on_signals(void) {
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (unsigned index = 0; index < sizeof signals / sizeof signals[0]; index += 1) {
    struct sigaction before;
    if (sigaction(signals[index], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_or_note;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signals[index], &action, NULL);
  }
  // A file that grows too large is then an error like a full disk, not the end.
  signal(SIGXFSZ, SIG_IGN);
}

void flickbook_hold_signals(void) {
  int count = atomic_load(&holds);
  do {
    while (count == ending) {
      pause();
      count = atomic_load(&holds);
    }
  } while (!atomic_compare_exchange_weak(&holds, &count, count + 1));
}

int flickbook_release_signals(void) {
  int left = atomic_fetch_sub(&holds, 1) - 1;
  return left == 0 && atomic_load(&interrupted);
}

void flickbook_forget_signals(void) {
  atomic_store(&interrupted, 0);
  atomic_fetch_sub(&holds, 1);
}

int flickbook_synchronize_file_system(int descriptor) { return syncfs(descriptor); }

const char *flickbook_commit(void) { return FLICKBOOK_COMMIT; }

int flickbook_is_interrupted(void) { return atomic_load(&interrupted); }

// The end of a pipe that a signal is written to; -1 for none.
static volatile sig_atomic_t stop_descriptor = -1;

static void press_stop(int signal_number) {
  (void)signal_number;
  int saved = errno;
  ssize_t written = write(stop_descriptor, "!", 1);
  (void)written;
  errno = saved;
}

void flickbook_stop_on_signals(int descriptor) {
  stop_descriptor = descriptor;
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
}
