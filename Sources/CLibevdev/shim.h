#pragma once

// Functions for the parts of evdev that Swift cannot import. Swift does not import the ioctl numbers, because
// they are macros with casts.

#include <errno.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

/// Returns the event's time in microseconds; wraps around instead of overflowing.
static inline int64_t flickbook_event_microseconds(const struct input_event *event) {
  return (int64_t)((uint64_t)event->input_event_sec * 1000000u + (uint64_t)event->input_event_usec);
}

/// Makes the kernel stamp the events of this descriptor with the monotonic clock. Returns 0, or -1 with errno.
static inline int flickbook_use_monotonic_clock(int descriptor) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(descriptor, EVIOCSCLOCKID, &clock);
}

static void flickbook_ignore_log(
  const struct libevdev *device, enum libevdev_log_priority priority, void *data, const char *file,
  int line, const char *function, const char *format, va_list arguments) {
  (void)device, (void)priority, (void)data, (void)file, (void)line, (void)function;
  (void)format, (void)arguments;
}

/// Prevents libevdev from printing messages, which it does unless a log function is set.
static inline void flickbook_silence(struct libevdev *device) {
  libevdev_set_device_log_function(device, flickbook_ignore_log, LIBEVDEV_LOG_ERROR, NULL);
}

/// Grabs the device if `grabbed` is 1, so that no other program receives its events, or releases the grab if
/// `grabbed` is 0. Returns 0, or -1 with errno.
static inline int flickbook_grab(int descriptor, int grabbed) {
  return ioctl(descriptor, EVIOCGRAB, (void *)(intptr_t)grabbed);
}

/// Makes the kernel deliver only the codes of an event type whose bits are set. For EV_SYN, the bits are event
/// types. `size` is in bytes and must be a multiple of 8. Returns 0, or -1 with errno.
static inline int flickbook_deliver_only(
  int descriptor, uint32_t type, const uint8_t *bits, uint32_t size) {
  struct input_mask mask = {
    .type = type, .codes_size = size, .codes_ptr = (uint64_t)(uintptr_t)bits};
  return ioctl(descriptor, EVIOCSMASK, &mask);
}
