#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
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

// The keeper is a process that waits for the end of this process and then kills the process groups that it was told,
// and the subjects that left their group. It works after every kind of end, also after SIGKILL.

// The name of a variable that all subjects get, and its value, which is unique to this process.
static const char mark_name[] = "FLICKBOOK_PROCESS=";
static char mark[64];

// Returns whether the environment of a process contains the mark.
static int is_marked(const char *process) {
  char path[64], piece[4096 + sizeof mark];
  snprintf(path, sizeof path, "/proc/%s/environ", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  size_t kept = 0, length = strlen(mark);
  int found = 0;
  ssize_t count;
  while (!found && (count = read(file, piece + kept, 4096)) > 0) {
    size_t all = kept + (size_t)count;
    found = memmem(piece, all, mark, length) != NULL;
    kept = all < length ? all : length;
    memmove(piece, piece + all - kept, kept);
  }
  close(file);
  return found;
}

// Kills all processes whose environment contains the mark; returns whether there was one.
static int kill_marked(void) {
  // The functions of dirent.h allocate memory, which is unsafe after the fork of a process with threads.
  char entries[8192];
  int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC), found = 0;
  long count;
  while (folder >= 0 && (count = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
    for (long place = 0; place < count;) {
      const struct dirent64 *entry = (const struct dirent64 *)(entries + place);
      place += entry->d_reclen;
      int process = atoi(entry->d_name);
      if (process > 0 && is_marked(entry->d_name) && kill(process, SIGKILL) == 0) found = 1;
    }
  }
  if (folder >= 0) close(folder);
  return found;
}

// Receives process groups until the process that started the keeper has ended: a positive number is a group to kill at
// the end, and a negative one is a group that has ended.
static void keep(int orders) {
  int32_t groups[256] = {0}, order;
  const int places = sizeof groups / sizeof groups[0];
  while (recv(orders, &order, sizeof order, 0) == sizeof order) {
    int32_t from = order > 0 ? 0 : -order, to = order > 0 ? order : 0;
    for (int place = 0; place < places; place += 1) {
      if (groups[place] != from) continue;
      groups[place] = to;
      break;
    }
  }
  for (int place = 0; place < places; place += 1) {
    if (groups[place] > 0) kill(-groups[place], SIGKILL);
  }
  // A subject may start processes while the others are killed, and a killed process stays visible for a moment.
  for (int pass = 0; pass < 1000 && kill_marked(); pass += 1) usleep(1000);
}

// The socket to the keeper; -1 if there is no keeper.
static int keeper = -1;

static void start_keeper(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  snprintf(
      mark, sizeof mark, "%s%d-%lld-%ld", mark_name, (int)getpid(), (long long)now.tv_sec,
      now.tv_nsec);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  // No signal handler of this process runs in the keeper.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t between = fork();
  if (between == 0) {
    // A second process, so that the keeper is no child of this one, which may be a host that waits for its children.
    if (fork() != 0) _exit(0);
    setsid();
    prctl(PR_SET_NAME, "keeper");
    // Keep nothing else open, because who reads from a pipe waits until all its writers have closed it.
    dup2(ends[1], 0);
    close_range(1, ~0U, 0);
    keep(0);
    _exit(0);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (between > 0) {
    while (waitpid(between, NULL, 0) < 0 && errno == EINTR) {}
    keeper = ends[0];
  } else {
    close(ends[0]);
  }
}

static void need_keeper(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start_keeper);
}

static void tell_keeper(int32_t order) {
  need_keeper();
  if (keeper >= 0) send(keeper, &order, sizeof order, MSG_NOSIGNAL);
}

void flickbook_keep_group(int32_t group) { tell_keeper(group); }

void flickbook_end_group(int32_t group) {
  kill(-group, SIGKILL);
  // The process may have left its group.
  kill(group, SIGKILL);
  // Once the process is reaped, another one can get its process id.
  tell_keeper(-group);
  while (waitpid(group, NULL, 0) < 0 && errno == EINTR) {}
}

// The signals that end the process, and that may end a command early.
static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { end_signal_count = sizeof end_signals / sizeof end_signals[0] };

void flickbook_unblock_end_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < end_signal_count; index += 1) sigaddset(&set, end_signals[index]);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

// The write end of the pipe to which the handler writes when a signal arrives; -1 if there is no pipe.
static volatile sig_atomic_t stop_descriptor = -1;
static volatile sig_atomic_t is_stopped = 0;

static void press_stop(int signal_number) {
  // A second signal ends the process.
  signal(signal_number, SIG_DFL);
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
  flickbook_unblock_end_signals();
}

int flickbook_is_stopped(void) { return is_stopped; }

void flickbook_forget_stop(void) {
  is_stopped = 0;
  for (int index = 0; index < end_signal_count; index += 1) {
    struct sigaction now;
    if (sigaction(end_signals[index], NULL, &now) == 0 && now.sa_handler == press_stop) {
      signal(end_signals[index], SIG_DFL);
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

// Returns `environment` with the mark; NULL if there is no memory.
static char **marked(char *const *environment) {
  need_keeper();
  size_t count = 0;
  while (environment[count] != NULL) count += 1;
  char **texts = calloc(count + 2, sizeof *texts);
  if (texts == NULL) return NULL;
  texts[0] = mark;
  for (size_t index = 0, next = 1; index < count; index += 1) {
    // If this process is a subject itself, it has a mark, too.
    if (strncmp(environment[index], mark_name, sizeof mark_name - 1) == 0) continue;
    texts[next] = environment[index];
    next += 1;
  }
  return texts;
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
    char **texts = marked(environment);
    trouble = texts == NULL ? ENOMEM : spawn(&process, command, folder, texts, theirs);
    free(texts);
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
