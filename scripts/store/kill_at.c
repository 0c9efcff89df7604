// kill_at N COMMAND…: runs a command and kills it, with all its threads, as it enters its Nth system
// call, counted over all threads from the first. Says how many there were when it ended before that.
// Exit status 0 when the command was killed there, 1 when it ended by itself.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) return 64;
  long last = atol(words[1]);
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    execvp(words[2], words + 2);
    _exit(127);
  }
  int status;
  waitpid(child, &status, 0);
  ptrace(PTRACE_SETOPTIONS, child, NULL,
         PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
             PTRACE_O_EXITKILL);
  ptrace(PTRACE_SYSCALL, child, NULL, NULL);
  // Which threads are within a call, so that its end is not counted; by thread number.
  static unsigned char within[4194304];
  long calls = 0;
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) return 1;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread != child) continue;
      printf("%ld calls\n", calls);
      return 1;
    }
    int signal_number = WSTOPSIG(status);
    if (signal_number == (SIGTRAP | 0x80)) {
      signal_number = 0;
      within[thread % sizeof within] ^= 1;
      if (within[thread % sizeof within] && ++calls == last) {
        kill(child, SIGKILL);
        while (waitpid(-1, &status, __WALL) > 0 || errno == EINTR) {}
        return 0;
      }
    } else if (signal_number == SIGTRAP || signal_number == SIGSTOP) {
      signal_number = 0;
    }
    ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(long)signal_number);
  }
}
