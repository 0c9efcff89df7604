// Plays a recording into the installed libinput, and prints one JSON line for the device and one for each event.
//
//   cc -O1 -Wall -rdynamic oracle.c -o oracle $(pkg-config --cflags --libs libinput)
//   oracle [OPTION]... FILE...
//
// FILE is evemu text; the description of the device and its events may be in one file or in two. Lines of the form
// `V: SLOT CODE VALUE`, with the code in hexadecimal, give the values of axes before the first event. Options:
//   --set NAME=VALUE       tap=1, natural=1, drag=1, dwt=0, speed=-1 to 1, profile=flat|adaptive,
//                          scroll=edge|two-finger, click=areas|clickfinger; else the defaults of libinput
//   --property NAME=VALUE  a property of the device in udev, for instance ID_INPUT_TOUCHPAD_INTEGRATION=external
//   --verbose              libinput's own log on standard error
//
// libinput gets everything from this program instead of the system: the device (udev, ioctl, a pipe as its node), the
// monotonic clock and the timer. The clock stands still while libinput works, so the answers do not depend on the
// machine, and a recording of an hour takes a moment. A definition in a program takes precedence over a definition in a
// shared library; the functions that libinput, libevdev or mtdev call are therefore not static here.
//
// Times are microseconds of the recording's clock. `dx`, `dy` are accelerated deltas and `rawX`, `rawY` unaccelerated
// deltas, in 1/1000 inch times libinput's factor for touchpads.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what, const char *detail) {
  fprintf(stderr, "oracle: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
  exit(1);
}

// MARK: The device

enum { slotLimit = 256, propertyLimit = 32 };

struct reported {
  uint64_t time;  // microseconds
  uint16_t type, code;
  int32_t value;
};

static struct {
  char name[256];
  struct input_id id;
  uint8_t properties[8];
  uint8_t bits[EV_CNT][KEY_CNT / 8];
  size_t bitBytes[EV_CNT];
  struct input_absinfo axes[ABS_CNT];
  // The state after the reports so far, for which libevdev asks when it opens the device and after lost reports.
  uint8_t keys[KEY_CNT / 8];
  int32_t slots[ABS_CNT][slotLimit];
  int pipe[2];
} device = {.name = "unknown"};

static struct reported *events;
static size_t eventCount;

static bool isSet(const uint8_t *bits, unsigned bit) { return bits[bit / 8] >> bit % 8 & 1; }
static void set(uint8_t *bits, unsigned bit) { bits[bit / 8] |= 1 << bit % 8; }
static bool has(unsigned type, unsigned code) { return isSet(device.bits[type], code); }

static void readBytes(const char *text, uint8_t *bytes, size_t *used, size_t limit) {
  for (unsigned value, length; sscanf(text, " %x%n", &value, (int *)&length) == 1; text += length)
    if (*used < limit) bytes[(*used)++] = value;
}

static void readAxis(const char *text) {
  unsigned code;
  struct input_absinfo axis = {0};
  int found = sscanf(text, " %x %d %d %d %d %d", &code, &axis.minimum, &axis.maximum, &axis.fuzz, &axis.flat,
                     &axis.resolution);
  if (found < 3 || code >= ABS_CNT) fail("not an axis", text);
  device.axes[code] = axis;
  set(device.bits[EV_ABS], code);  // evemu 1.0 does not always have the bit
}

static void readEvent(const char *text) {
  struct reported event = {0};
  long seconds;
  char fraction[7] = "";
  unsigned type, code;
  if (sscanf(text, " %ld.%6[0-9] %x %x %d", &seconds, fraction, &type, &code, &event.value) != 5)
    fail("not an event", text);
  for (size_t digit = strlen(fraction); digit < 6; digit++) fraction[digit] = '0';
  event.time = seconds * 1000000ull + strtoul(fraction, NULL, 10);
  event.type = type;
  event.code = code;
  if ((eventCount & (eventCount - 1)) == 0) events = realloc(events, (eventCount * 2 + 1) * sizeof *events);
  events[eventCount++] = event;
}

static void readValue(const char *text) {
  unsigned slot, code;
  int value;
  if (sscanf(text, " %u %x %d", &slot, &code, &value) != 3 || slot >= slotLimit || code >= ABS_CNT)
    fail("not a value", text);
  if (code > ABS_MT_SLOT) device.slots[code][slot] = value;
  else device.axes[code].value = value;
}

static void readFile(const char *path) {
  FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
  if (!file) fail("cannot read", path);
  char line[4096];
  size_t propertyBytes = 0;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "#\r\n")] = 0;
    if (line[0] == 0 || line[1] != ':') continue;
    const char *rest = line + 2;
    unsigned type, length;
    switch (line[0]) {
    case 'N':
      snprintf(device.name, sizeof device.name, "%s", rest + (*rest == ' '));
      memset(device.bits, 0, sizeof device.bits);
      memset(device.bitBytes, 0, sizeof device.bitBytes);
      memset(device.axes, 0, sizeof device.axes);
      break;
    case 'I':
      sscanf(rest, " %hx %hx %hx %hx", &device.id.bustype, &device.id.vendor, &device.id.product, &device.id.version);
      break;
    case 'P': readBytes(rest, device.properties, &propertyBytes, sizeof device.properties); break;
    case 'B':
      if (sscanf(rest, " %x%n", &type, (int *)&length) == 1 && type > 0 && type < EV_CNT)
        readBytes(rest + length, device.bits[type], &device.bitBytes[type], sizeof device.bits[type]);
      break;
    case 'A': readAxis(rest); break;
    case 'E': readEvent(rest); break;
    case 'V': readValue(rest); break;
    }
  }
  fclose(file);
}

static void noteState(const struct reported *event) {
  static int slot;
  if (event->type == EV_KEY && event->code < KEY_CNT) {
    if (event->value) set(device.keys, event->code);
    else device.keys[event->code / 8] &= ~(1 << event->code % 8);
  }
  if (event->type != EV_ABS || event->code >= ABS_CNT) return;
  if (event->code == ABS_MT_SLOT) slot = event->value >= 0 && event->value < slotLimit ? event->value : 0;
  if (event->code > ABS_MT_SLOT) device.slots[event->code][slot] = event->value;
  else device.axes[event->code].value = event->value;
}

// Answers the requests of libevdev and mtdev.
static int answer(unsigned long request, void *buffer) {
  static const uint8_t none[KEY_CNT / 8];
  unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  const void *data = none;
  size_t length = sizeof none;
  uint8_t types[4] = {1};
  if (request == EVIOCGID) { data = &device.id; length = sizeof device.id; }
  else if (number == _IOC_NR(EVIOCGMTSLOTS(0)) && _IOC_DIR(request) == _IOC_READ) {
    int32_t *values = buffer;
    for (unsigned slot = 0; slot < slotLimit && (slot + 2) * sizeof *values <= size; slot++)
      values[slot + 1] = device.slots[values[0]][slot];
    return 0;
  } else if (number == _IOC_NR(EVIOCGNAME(0))) { data = device.name; length = strlen(device.name) + 1; }
  else if (number == _IOC_NR(EVIOCGUNIQ(0)) || number == _IOC_NR(EVIOCGPHYS(0))) { errno = ENOENT; return -1; }
  else if (number == _IOC_NR(EVIOCGPROP(0))) { data = device.properties; length = sizeof device.properties; }
  else if (number == _IOC_NR(EVIOCGKEY(0))) { data = device.keys; length = sizeof device.keys; }
  else if (number == _IOC_NR(EVIOCGBIT(0, 0))) {
    for (unsigned type = 1; type < EV_CNT; type++)
      if (memcmp(device.bits[type], none, sizeof none)) set(types, type);
    data = types;
    length = sizeof types;
  } else if (number > _IOC_NR(EVIOCGBIT(0, 0)) && number < _IOC_NR(EVIOCGBIT(0, 0)) + EV_CNT)
    data = device.bits[number - _IOC_NR(EVIOCGBIT(0, 0))];
  else if (number >= _IOC_NR(EVIOCGABS(0)) && number < _IOC_NR(EVIOCGABS(0)) + ABS_CNT) {
    // udev's rules for libinput move the fuzz from the kernel to properties of the device.
    struct input_absinfo axis = device.axes[number - _IOC_NR(EVIOCGABS(0))];
    axis.fuzz = 0;
    memcpy(buffer, &axis, sizeof axis);
    return 0;
  }
  if (_IOC_DIR(request) != _IOC_READ) return 0;
  memset(buffer, 0, size);
  memcpy(buffer, data, length < size ? length : size);
  return length < size ? length : size;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (fd == device.pipe[0] && _IOC_TYPE(request) == 'E') return answer(request, argument);
  return syscall(SYS_ioctl, fd, request, argument);
}

// MARK: The clock and libinput's only timer

static uint64_t now, expiry;
static int timer = -1;

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC) return syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){.tv_sec = now / 1000000, .tv_nsec = now % 1000000 * 1000};
  return 0;
}

int timerfd_create(int clock, int flags) {
  (void)clock;
  (void)flags;
  if (timer != -1) fail("libinput uses a second timer", NULL);
  return timer = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  (void)old;
  if (fd != timer || !(flags & TFD_TIMER_ABSTIME)) fail("libinput uses its timer in a new way", NULL);
  uint64_t ignored;
  if (read(timer, &ignored, sizeof ignored) < 0) errno = 0;
  expiry = new->it_value.tv_sec * 1000000ull + new->it_value.tv_nsec / 1000;
  return 0;
}

// MARK: udev, which knows one device

struct udev { int unused; };
struct udev_device { int unused; };
static struct udev udev;
static struct udev_device udevDevice;
static char *properties[propertyLimit];
static size_t propertyCount;

static void addProperty(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void addProperty(const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (propertyCount == propertyLimit || vasprintf(&properties[propertyCount++], format, list) < 0)
    fail("too many properties", format);
  va_end(list);
}

// Adds the properties of the device: its kind by the rules of udev's input_id, its fuzz as libinput's rules for udev
// store it, and the properties that libinput's quirks use.
static void addProperties(void) {
  bool direct = isSet(device.properties, INPUT_PROP_DIRECT);
  bool pen = has(EV_KEY, BTN_TOOL_PEN) || has(EV_KEY, BTN_STYLUS);
  addProperty("ID_INPUT=1");
  if (pen) addProperty("ID_INPUT_TABLET=1");
  else if (has(EV_KEY, BTN_TOOL_FINGER) && !direct) addProperty("ID_INPUT_TOUCHPAD=1");
  else if (has(EV_KEY, BTN_TOUCH) || direct) addProperty("ID_INPUT_TOUCHSCREEN=1");
  // Follows udev's 70-touchpad.hwdb, which states whether a touchpad is internal or external.
  bool usb = device.id.bustype == BUS_USB;
  unsigned vendor = device.id.vendor, product = device.id.product;
  bool external = device.id.bustype == BUS_BLUETOOTH ||
                  (usb && ((vendor == 0x5ac && (product == 0x30e || product == 0x265)) ||
                           (vendor == 0x44e && product == 0x1221) || vendor == 0x46d || vendor == 0x56a));
  if (external || usb) addProperty("ID_INPUT_TOUCHPAD_INTEGRATION=%s", external ? "external" : "internal");
  addProperty("NAME=\"%s\"", device.name);
  addProperty("PRODUCT=%x/%x/%x/%x", device.id.bustype, device.id.vendor, device.id.product, device.id.version);
  static const unsigned codes[] = {ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y};
  for (size_t index = 0; index < sizeof codes / sizeof *codes; index++) {
    int fuzz = device.axes[codes[index]].fuzz;
    if (fuzz) addProperty("LIBINPUT_FUZZ_%02x=%d", codes[index], fuzz);
  }
}

struct udev *udev_new(void) { return &udev; }
struct udev *udev_ref(struct udev *u) { return u; }
struct udev *udev_unref(struct udev *u) { (void)u; return NULL; }
struct udev_device *udev_device_new_from_devnum(struct udev *u, char type, dev_t number) {
  (void)u; (void)type; (void)number;
  return &udevDevice;
}
// libinput asks for the model of the computer with this function. The answer is always "unknown", so that the results
// are the same everywhere.
struct udev_device *udev_device_new_from_syspath(struct udev *u, const char *path) { (void)u; (void)path; return NULL; }
struct udev_device *udev_device_ref(struct udev_device *d) { return d; }
struct udev_device *udev_device_unref(struct udev_device *d) { (void)d; return NULL; }
struct udev *udev_device_get_udev(struct udev_device *d) { (void)d; return &udev; }
struct udev_device *udev_device_get_parent(struct udev_device *d) { (void)d; return NULL; }
struct udev_device *udev_device_get_parent_with_subsystem_devtype(struct udev_device *d, const char *subsystem,
                                                                  const char *type) {
  (void)d; (void)subsystem; (void)type;
  return NULL;
}
int udev_device_get_is_initialized(struct udev_device *d) { (void)d; return 1; }
const char *udev_device_get_syspath(struct udev_device *d) { (void)d; return "/sys/devices/input0/event0"; }
const char *udev_device_get_sysname(struct udev_device *d) { (void)d; return "event0"; }
const char *udev_device_get_devnode(struct udev_device *d) { (void)d; return "/dev/null"; }
const char *udev_device_get_action(struct udev_device *d) { (void)d; return NULL; }
const char *udev_device_get_property_value(struct udev_device *d, const char *name) {
  (void)d;
  size_t length = strlen(name);
  for (size_t index = 0; index < propertyCount; index++)
    if (!strncmp(properties[index], name, length) && properties[index][length] == '=')
      return properties[index] + length + 1;
  return NULL;
}

// MARK: Events

static int64_t shift;  // libinput's time minus the recording's time

static void begin(const char *name, uint64_t time) {
  printf("{\"event\":\"%s\",\"time\":%ld", name, (long)(time - shift));
}
static void number(const char *name, double value) { printf(",\"%s\":%.17g", name, value); }

static void printGesture(struct libinput_event *event, const char *name, bool update, bool end) {
  struct libinput_event_gesture *g = libinput_event_get_gesture_event(event);
  begin(name, libinput_event_gesture_get_time_usec(g));
  number("fingers", libinput_event_gesture_get_finger_count(g));
  if (update) {
    number("dx", libinput_event_gesture_get_dx(g));
    number("dy", libinput_event_gesture_get_dy(g));
    number("rawX", libinput_event_gesture_get_dx_unaccelerated(g));
    number("rawY", libinput_event_gesture_get_dy_unaccelerated(g));
  }
  if (!strncmp(name, "pinch", 5)) number("scale", libinput_event_gesture_get_scale(g));
  if (update && name[0] == 'p') number("angle", libinput_event_gesture_get_angle_delta(g));
  if (end) printf(",\"cancelled\":%s", libinput_event_gesture_get_cancelled(g) ? "true" : "false");
  printf("}\n");
}

static void printPointer(struct libinput_event *event, enum libinput_event_type type) {
  struct libinput_event_pointer *p = libinput_event_get_pointer_event(event);
  uint64_t time = libinput_event_pointer_get_time_usec(p);
  if (type == LIBINPUT_EVENT_POINTER_MOTION) {
    begin("motion", time);
    number("dx", libinput_event_pointer_get_dx(p));
    number("dy", libinput_event_pointer_get_dy(p));
    number("rawX", libinput_event_pointer_get_dx_unaccelerated(p));
    number("rawY", libinput_event_pointer_get_dy_unaccelerated(p));
  } else if (type == LIBINPUT_EVENT_POINTER_BUTTON) {
    begin("button", time);
    number("button", libinput_event_pointer_get_button(p));
    number("pressed", libinput_event_pointer_get_button_state(p) == LIBINPUT_BUTTON_STATE_PRESSED);
  } else {
    static const char *names[] = {"y", "x"};
    static const enum libinput_pointer_axis axes[] = {LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL,
                                                      LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL};
    begin("scroll", time);
    for (int axis = 1; axis >= 0; axis--)
      if (libinput_event_pointer_has_axis(p, axes[axis]))
        number(names[axis], libinput_event_pointer_get_scroll_value(p, axes[axis]));
  }
  printf("}\n");
}

static void printTouch(struct libinput_event *event, const char *name, bool position) {
  struct libinput_event_touch *t = libinput_event_get_touch_event(event);
  begin(name, libinput_event_touch_get_time_usec(t));
  number("slot", libinput_event_touch_get_seat_slot(t));
  if (position) {
    number("x", libinput_event_touch_get_x(t));
    number("y", libinput_event_touch_get_y(t));
  }
  printf("}\n");
}

static void print(struct libinput_event *event) {
  enum libinput_event_type type = libinput_event_get_type(event);
  switch (type) {
  case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: return printGesture(event, "swipeBegin", false, false);
  case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: return printGesture(event, "swipe", true, false);
  case LIBINPUT_EVENT_GESTURE_SWIPE_END: return printGesture(event, "swipeEnd", false, true);
  case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: return printGesture(event, "pinchBegin", false, false);
  case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: return printGesture(event, "pinch", true, false);
  case LIBINPUT_EVENT_GESTURE_PINCH_END: return printGesture(event, "pinchEnd", false, true);
  case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: return printGesture(event, "holdBegin", false, false);
  case LIBINPUT_EVENT_GESTURE_HOLD_END: return printGesture(event, "holdEnd", false, true);
  case LIBINPUT_EVENT_POINTER_MOTION:
  case LIBINPUT_EVENT_POINTER_BUTTON:
  case LIBINPUT_EVENT_POINTER_SCROLL_FINGER: return printPointer(event, type);
  case LIBINPUT_EVENT_TOUCH_DOWN: return printTouch(event, "touchDown", true);
  case LIBINPUT_EVENT_TOUCH_MOTION: return printTouch(event, "touch", true);
  case LIBINPUT_EVENT_TOUCH_UP: return printTouch(event, "touchUp", false);
  case LIBINPUT_EVENT_TOUCH_CANCEL: return printTouch(event, "touchCancel", false);
  default: return;
  }
}

static void dispatch(struct libinput *context) {
  libinput_dispatch(context);
  for (struct libinput_event *event; (event = libinput_get_event(context)); libinput_event_destroy(event)) print(event);
}

// Moves the clock, and lets the timer expire at its own times.
static void advance(struct libinput *context, uint64_t time) {
  while (expiry && expiry <= time) {
    if (expiry > now) now = expiry;
    expiry = 0;
    eventfd_write(timer, 1);
    dispatch(context);
  }
  if (time > now) now = time;
}

static void play(struct libinput *context) {
  for (size_t first = 0, index = 0; index < eventCount; index++) {
    if (events[index].type != EV_SYN || events[index].code != SYN_REPORT) continue;
    advance(context, events[index].time + shift);
    for (; first <= index; first++) {
      uint64_t time = events[first].time + shift;
      struct input_event event = {.type = events[first].type, .code = events[first].code, .value = events[first].value};
      event.input_event_sec = time / 1000000;
      event.input_event_usec = time % 1000000;
      if (write(device.pipe[1], &event, sizeof event) != sizeof event) fail("too many events in one report", NULL);
      noteState(&events[first]);
    }
    dispatch(context);
  }
  advance(context, now + 10000000);
}

// MARK: Options

static void configure(struct libinput_device *d, const char *setting) {
  const char *value = strchr(setting, '=');
  if (!value++) fail("not NAME=VALUE", setting);
  int length = value - setting - 1, on = atoi(value), status;
#define IS(text) (length == sizeof text - 1 && !strncmp(setting, text, length))
  if (IS("tap")) status = libinput_device_config_tap_set_enabled(d, on);
  else if (IS("drag")) status = libinput_device_config_tap_set_drag_enabled(d, on);
  else if (IS("natural")) status = libinput_device_config_scroll_set_natural_scroll_enabled(d, on);
  else if (IS("dwt")) status = libinput_device_config_dwt_set_enabled(d, on);
  else if (IS("speed")) status = libinput_device_config_accel_set_speed(d, atof(value));
  else if (IS("profile"))
    status = libinput_device_config_accel_set_profile(
        d, *value == 'f' ? LIBINPUT_CONFIG_ACCEL_PROFILE_FLAT : LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE);
  else if (IS("scroll"))
    status = libinput_device_config_scroll_set_method(d, *value == 'e' ? LIBINPUT_CONFIG_SCROLL_EDGE
                                                                       : LIBINPUT_CONFIG_SCROLL_2FG);
  else if (IS("click"))
    status = libinput_device_config_click_set_method(d, *value == 'c' ? LIBINPUT_CONFIG_CLICK_METHOD_CLICKFINGER
                                                                      : LIBINPUT_CONFIG_CLICK_METHOD_BUTTON_AREAS);
  else fail("unknown setting", setting);
  if (status) fail("the device does not take the setting", setting);
}

static int openNode(const char *path, int flags, void *data) {
  (void)path; (void)flags; (void)data;
  return device.pipe[0];
}
static void closeNode(int fd, void *data) { (void)data; close(fd); }
static const struct libinput_interface interface = {openNode, closeNode};

int main(int count, char **arguments) {
  memset(device.slots[ABS_MT_TRACKING_ID], -1, sizeof device.slots[ABS_MT_TRACKING_ID]);
  const char *settings[16];
  int settingCount = 0;
  bool verbose = false;
  for (int index = 1; index < count; index++) {
    bool hasValue = index + 1 < count;
    if (!strcmp(arguments[index], "--set") && hasValue && settingCount < 16)
      settings[settingCount++] = arguments[++index];
    else if (!strcmp(arguments[index], "--property") && hasValue) addProperty("%s", arguments[++index]);
    else if (!strcmp(arguments[index], "--verbose")) verbose = true;
    else readFile(arguments[index]);
  }
  if (!eventCount) fail("no events; give evemu text with a description of the device", NULL);
  addProperties();
  if (pipe2(device.pipe, O_NONBLOCK | O_CLOEXEC)) fail("no pipe", strerror(errno));

  // The device is opened a minute before its first event.
  now = 40000000;
  shift = 100000000 - (int64_t)events[0].time;
  struct libinput *context = libinput_path_create_context(&interface, NULL);
  if (verbose) libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_DEBUG);
  // Any character device works, because libinput uses only its number to ask udev.
  struct libinput_device *opened = libinput_path_add_device(context, "/dev/null");
  if (!opened) {
    printf("{\"event\":\"refused\"}\n");
    return 0;
  }
  for (int index = 0; index < settingCount; index++) configure(opened, settings[index]);
  double width = 0, height = 0;
  libinput_device_get_size(opened, &width, &height);
  printf("{\"event\":\"device\"");
  number("width", width);
  number("height", height);
  printf(",\"gestures\":%s", libinput_device_has_capability(opened, LIBINPUT_DEVICE_CAP_GESTURE) ? "true" : "false");
  printf("}\n");
  dispatch(context);
  play(context);
  libinput_unref(context);
}
