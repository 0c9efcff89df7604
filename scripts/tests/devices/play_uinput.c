// Plays an evemu file through the kernel: creates a uinput device from its description, and sends its events at
// their times.
//
//   play_uinput FILE    prints the device node, then executes the commands on the standard input:
//     play              plays all events, each frame at its time, and prints "played"
//     burst FIRST COUNT writes COUNT events from number FIRST on without delays, and prints "played"
//     unplug            removes the device, prints "unplugged" and exits; the same at the end of input

#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

struct timed {
  long long microseconds;
  struct input_event event;
};

static struct timed *events;
static size_t event_count, event_room;
static int device = -1;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void enable(unsigned type, unsigned code) {
  static const unsigned long requests[] = {
    [EV_KEY] = UI_SET_KEYBIT, [EV_REL] = UI_SET_RELBIT, [EV_ABS] = UI_SET_ABSBIT,
    [EV_MSC] = UI_SET_MSCBIT};
  if (type == 0 || type > EV_MSC) return;
  if (ioctl(device, UI_SET_EVBIT, type) != 0) fail("UI_SET_EVBIT");
  if (ioctl(device, requests[type], code) != 0) fail("UI_SET_…BIT");
}

static void take_bits(const char *text, unsigned *counts) {
  unsigned type, bytes[8];
  if (sscanf(text, "%x %x %x %x %x %x %x %x %x", &type, bytes, bytes + 1, bytes + 2, bytes + 3,
        bytes + 4, bytes + 5, bytes + 6, bytes + 7) != 9 || type > EV_MAX) return;
  for (unsigned bit = 0; bit < 64; bit += 1)
    if (bytes[bit / 8] >> bit % 8 & 1) enable(type, counts[type] + bit);
  counts[type] += 64;
}

static void take_properties(const char *text, unsigned *count) {
  unsigned bytes[8];
  if (sscanf(text, "%x %x %x %x %x %x %x %x", bytes, bytes + 1, bytes + 2, bytes + 3, bytes + 4,
        bytes + 5, bytes + 6, bytes + 7) != 8) return;
  for (unsigned bit = 0; bit < 64; bit += 1)
    if (bytes[bit / 8] >> bit % 8 & 1) ioctl(device, UI_SET_PROPBIT, *count + bit);
  *count += 64;
}

static void take_axis(const char *text) {
  struct uinput_abs_setup axis = {0};
  unsigned code;
  struct input_absinfo *info = &axis.absinfo;
  if (sscanf(text, "%x %d %d %d %d %d", &code, &info->minimum, &info->maximum, &info->fuzz,
        &info->flat, &info->resolution) < 5) return;
  axis.code = (unsigned short)code;
  enable(EV_ABS, code);
  if (ioctl(device, UI_ABS_SETUP, &axis) != 0) fail("UI_ABS_SETUP");
}

static void take_event(const char *text) {
  long long seconds, microseconds;
  unsigned type, code;
  int value;
  if (sscanf(text, "%lld.%lld %x %x %d", &seconds, &microseconds, &type, &code, &value) != 5) return;
  if (event_count == event_room) {
    event_room = event_room ? event_room * 2 : 4096;
    events = realloc(events, event_room * sizeof *events);
    if (events == NULL) fail("memory");
  }
  struct timed *next = &events[event_count++];
  memset(next, 0, sizeof *next);
  next->microseconds = seconds * 1000000 + microseconds;
  next->event.type = (unsigned short)type;
  next->event.code = (unsigned short)code;
  next->event.value = value;
}

static void read_file(const char *path, struct uinput_setup *setup) {
  FILE *file = fopen(path, "r");
  if (file == NULL) fail(path);
  unsigned counts[EV_CNT] = {0}, properties = 0, id[4];
  char line[512];
  while (fgets(line, sizeof line, file) != NULL) {
    const char *rest = line + 3;
    line[strcspn(line, "\r\n")] = 0;
    if (strncmp(line, "N: ", 3) == 0) snprintf(setup->name, sizeof setup->name, "%.79s", rest);
    if (strncmp(line, "I: ", 3) == 0
        && sscanf(rest, "%x %x %x %x", id, id + 1, id + 2, id + 3) == 4)
      setup->id = (struct input_id){id[0], id[1], id[2], id[3]};
    if (strncmp(line, "P: ", 3) == 0) take_properties(rest, &properties);
    if (strncmp(line, "B: ", 3) == 0) take_bits(rest, counts);
    if (strncmp(line, "A: ", 3) == 0) take_axis(rest);
    if (strncmp(line, "E: ", 3) == 0) take_event(rest);
  }
  fclose(file);
}

static void print_node(void) {
  char name[64], folder[128];
  if (ioctl(device, UI_GET_SYSNAME(sizeof name), name) < 0) fail("UI_GET_SYSNAME");
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(folder);
  if (entries == NULL) fail(folder);
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
    if (strncmp(entry->d_name, "event", 5) == 0) printf("/dev/input/%s\n", entry->d_name);
  closedir(entries);
}

// Writes events in blocks of up to 1024.
static void put(size_t first, size_t count) {
  enum { room = 1024 };
  static struct input_event block[room];
  size_t end = first + count < event_count ? first + count : event_count;
  while (first < end) {
    size_t size = end - first < room ? end - first : room;
    for (size_t index = 0; index < size; index += 1) block[index] = events[first + index].event;
    if (write(device, block, size * sizeof *block) != (ssize_t)(size * sizeof *block)) fail("write");
    first += size;
  }
}

static void play(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long start = now.tv_sec * 1000000LL + now.tv_nsec / 1000 - events[0].microseconds;
  for (size_t first = 0; first < event_count;) {
    size_t end = first;
    while (end < event_count && events[end].microseconds == events[first].microseconds) end += 1;
    long long due = start + events[first].microseconds;
    struct timespec until = {due / 1000000, due % 1000000 * 1000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    put(first, end - first);
    first = end;
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  device = open("/dev/uinput", O_WRONLY);
  if (device < 0) fail("/dev/uinput");
  struct uinput_setup setup = {0};
  read_file(arguments[1], &setup);
  // Real-time priority makes the times more accurate; if it is not allowed, continue without.
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 50});
  if (ioctl(device, UI_DEV_SETUP, &setup) != 0) fail("UI_DEV_SETUP");
  if (ioctl(device, UI_DEV_CREATE) != 0) fail("UI_DEV_CREATE");
  print_node();
  char line[128];
  size_t first, number;
  while (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "unplug", 6) != 0) {
    if (strncmp(line, "play", 4) == 0 && event_count > 0) play();
    if (sscanf(line, "burst %zu %zu", &first, &number) == 2) put(first, number);
    printf("played\n");
  }
  ioctl(device, UI_DEV_DESTROY);
  printf("unplugged\n");
  return 0;
}
