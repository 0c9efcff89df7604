#pragma once

// What Swift cannot import of evdev: ioctl numbers are macros with casts.

#include <errno.h>
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

/// The event's time in microseconds; wraps around instead of overflowing.
static inline int64_t flickbook_event_microseconds(const struct input_event *event) {
  return (int64_t)((uint64_t)event->input_event_sec * 1000000u + (uint64_t)event->input_event_usec);
}

/// Stamps the events of this descriptor with the monotonic clock. 0, or -1 with errno.
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

/// Keeps libevdev from printing; without a function of ours it would print by itself.
static inline void flickbook_silence(struct libevdev *device) {
  libevdev_set_device_log_function(device, flickbook_ignore_log, LIBEVDEV_LOG_ERROR, NULL);
}

/// Takes the device away from everybody else, or gives it back. 0, or -1 with errno.
static inline int flickbook_grab(int descriptor, int grabbed) {
  return ioctl(descriptor, EVIOCGRAB, (void *)(intptr_t)grabbed);
}

/// Has the kernel deliver nothing of an event type but the codes whose bits are set; for EV_SYN the bits
/// are types. `size` is in bytes, a multiple of 8. 0, or -1 with errno.
static inline int flickbook_deliver_only(
  int descriptor, uint32_t type, const uint8_t *bits, uint32_t size) {
  struct input_mask mask = {
    .type = type, .codes_size = size, .codes_ptr = (uint64_t)(uintptr_t)bits};
  return ioctl(descriptor, EVIOCSMASK, &mask);
}
