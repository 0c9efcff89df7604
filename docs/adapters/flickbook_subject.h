// Runs C as a subject of Flickbook: a program under test that speaks JSON lines on its standard
// input and output. Copy this file into your project and include it in one source file. It needs
// C11 or C++ and a POSIX system.
//
//     flickbook_serve(hello, &surface, state)       a surface, which answers with its position
//     flickbook_serve_rule(hello, decide, state)    a rule, which answers with a target
//
// `hello` has the keys that describe the subject, as JSON: "\"name\":\"sheet\",\"axes\":[\"y\"]".
// The protocol is described in docs/subject-protocol.md of Flickbook.

#ifndef FLICKBOOK_SUBJECT_H
#define FLICKBOOK_SUBJECT_H

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a run has: its screen in points, its frame rate, its seed, and its settings as JSON.
typedef struct {
  double width, height, rate, seed;
  const char *settings;
} flickbook_run;

// A touch or a pan. A pan has no contact; its x and y are the movement since the line before.
typedef struct {
  double time;  // in microseconds
  int contact;
  const char *phase;  // "began", "moved", "ended" or "cancelled"
  double x, y;
} flickbook_input;

// The state at one time. Numbers that you leave NAN and texts that you leave NULL are left out.
typedef struct {
  double x, y, vx, vy, targetX, targetY, progress;
  const char *phase, *target;
} flickbook_frame;

// The functions of a surface. A function that you leave NULL is not called, except reset and frame.
typedef struct {
  void (*reset)(void *state, const flickbook_run *run);
  void (*touch)(void *state, const flickbook_input *touch);
  void (*pan)(void *state, const flickbook_input *pan);
  void (*gap)(void *state, double time);
  void (*command)(void *state, double time, const char *line);
  void (*frame)(void *state, double time, flickbook_frame *frame);
} flickbook_surface;

// Serves a surface until the standard input ends. Returns the exit status.
static inline int flickbook_serve(const char *hello, const flickbook_surface *surface, void *state);

// Serves a rule. `decide` reads the JSON line of a release, and writes the name of a target.
static inline int flickbook_serve_rule(
    const char *hello, void (*decide)(void *state, const char *line, char target[128]),
    void *state);

// Reports a decision of a surface.
static inline void flickbook_report_decision(double time, const char *target, double velocityY);

// Returns the number under `key` of a JSON object, or `missing`.
static inline double flickbook_number(const char *object, const char *key, double missing);

// Copies the text under `key` of a JSON object. Returns false and copies "" if the key is missing.
static inline bool flickbook_text(const char *object, const char *key, char *text, size_t size);

// Returns the value under `key` of a JSON object, or NULL.
static inline const char *flickbook_find(const char *object, const char *key);

// Returns the first item of a JSON list, or the item after `item`; NULL at the end of the list.
static inline const char *flickbook_first(const char *list);
static inline const char *flickbook_next(const char *item);

// The rest of this file is the implementation.

static inline const char *flickbook_blank(const char *p) { return p + strspn(p, " \t\r\n"); }

static inline const char *flickbook_skip_text(const char *p) {
  if (*p++ != '"') return NULL;
  for (; *p != '"'; p++) {
    if (*p == '\\') p++;
    if (*p == '\0') return NULL;
  }
  return p + 1;
}

// Returns the end of the JSON value at `p`, or NULL if the text is not JSON. Values inside more
// than 64 lists or objects are refused, so that no line can exhaust the stack.
static inline const char *flickbook_skip(const char *p, int depth) {
  p = flickbook_blank(p);
  if (*p == '"') return flickbook_skip_text(p);
  if (*p != '{' && *p != '[') {
    size_t length = strspn(p, "+-.0123456789aeflnrstuE");
    return length > 0 ? p + length : NULL;
  }
  char end = *p == '{' ? '}' : ']';
  if (depth > 64) return NULL;
  p = flickbook_blank(p + 1);
  if (*p == end) return p + 1;
  for (;;) {
    if (end == '}') {
      p = flickbook_skip_text(flickbook_blank(p));
      if (!p) return NULL;
      p = flickbook_blank(p);
      if (*p++ != ':') return NULL;
    }
    p = flickbook_skip(p, depth + 1);
    if (!p) return NULL;
    p = flickbook_blank(p);
    if (*p == end) return p + 1;
    if (*p++ != ',') return NULL;
  }
}

static inline const char *flickbook_find(const char *object, const char *key) {
  if (!object || *(object = flickbook_blank(object)) != '{') return NULL;
  size_t length = strlen(key);
  const char *p = flickbook_blank(object + 1);
  while (*p == '"') {
    const char *end = flickbook_skip_text(p);
    if (!end) return NULL;
    bool is_key = (size_t)(end - p) == length + 2 && strncmp(p + 1, key, length) == 0;
    const char *value = flickbook_blank(flickbook_blank(end) + 1);
    if (is_key) return value;
    p = flickbook_skip(value, 0);
    if (!p) return NULL;
    p = flickbook_blank(p);
    if (*p == ',') p = flickbook_blank(p + 1);
  }
  return NULL;
}

static inline const char *flickbook_first(const char *list) {
  if (!list || *(list = flickbook_blank(list)) != '[') return NULL;
  list = flickbook_blank(list + 1);
  return *list == ']' ? NULL : list;
}

static inline const char *flickbook_next(const char *item) {
  const char *end = flickbook_skip(item, 0);
  if (!end) return NULL;
  end = flickbook_blank(end);
  return *end == ',' ? flickbook_blank(end + 1) : NULL;
}

static inline double flickbook_number(const char *object, const char *key, double missing) {
  const char *value = flickbook_find(object, key);
  if (!value || !strchr("-0123456789", *value)) return missing;
  return strtod(value, NULL);
}

static inline bool flickbook_text(const char *object, const char *key, char *text, size_t size) {
  const char *p = flickbook_find(object, key);
  size_t length = 0;
  text[0] = '\0';
  if (!p || *p++ != '"') return false;
  // Names in the protocol have no escapes; of an escape, the letter is kept.
  for (; *p != '"' && *p != '\0' && length + 1 < size; p++) {
    if (*p == '\\' && p[1] != '\0') p++;
    text[length++] = *p;
  }
  text[length] = '\0';
  return true;
}

static inline void flickbook_print_text(const char *text) {
  putchar('"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    putchar((unsigned char)*text < ' ' ? ' ' : *text);
  }
  putchar('"');
}

static inline void flickbook_print(const char *key, double value) {
  if (!isnan(value)) printf(",\"%s\":%.17g", key, value);
}

static inline void flickbook_report_decision(double time, const char *target, double velocityY) {
  printf("{\"type\":\"event\",\"event\":\"decision\",\"time\":%.17g,\"target\":", time);
  flickbook_print_text(target);
  flickbook_print("velocityY", velocityY);
  puts("}");
}

static inline void flickbook_answer_frames(
    const flickbook_surface *surface, void *state, const char *line) {
  const char *time = flickbook_first(flickbook_find(line, "times"));
  for (; time; time = flickbook_next(time)) {
    flickbook_frame frame = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, "resting", NULL};
    double microseconds = strtod(time, NULL);
    surface->frame(state, microseconds, &frame);
    printf("{\"type\":\"frame\",\"time\":%.17g,\"phase\":", microseconds);
    flickbook_print_text(frame.phase);
    flickbook_print("x", frame.x);
    flickbook_print("y", frame.y);
    flickbook_print("vx", frame.vx);
    flickbook_print("vy", frame.vy);
    flickbook_print("targetX", frame.targetX);
    flickbook_print("targetY", frame.targetY);
    flickbook_print("progress", frame.progress);
    if (frame.target) {
      fputs(",\"target\":", stdout);
      flickbook_print_text(frame.target);
    }
    puts("}");
  }
}

static inline flickbook_run flickbook_run_of(const char *line) {
  const char *width = flickbook_first(flickbook_find(line, "screen"));
  const char *height = width ? flickbook_next(width) : NULL;
  flickbook_run run = {
      width ? strtod(width, NULL) : 390, height ? strtod(height, NULL) : 844,
      flickbook_number(line, "rate", 60), flickbook_number(line, "seed", 0),
      flickbook_find(line, "settings")};
  return run;
}

typedef struct {
  const char *hello;
  const flickbook_surface *surface;
  void (*decide)(void *state, const char *line, char target[128]);
  void *state;
  bool is_running;
} flickbook_subject;

static inline void flickbook_answer(flickbook_subject *subject, const char *line) {
  const flickbook_surface *surface = subject->surface;
  if (*flickbook_blank(line) == '\0') return;
  const char *end = flickbook_skip(line, 0);
  if (!end || *flickbook_blank(end) != '\0') {
    puts("{\"type\":\"error\",\"message\":\"a line is not JSON\"}");
    return;
  }
  char type[16], phase[16];
  flickbook_text(line, "type", type, sizeof type);
  double time = flickbook_number(line, "time", 0);
  if (strcmp(type, "hello") == 0) {
    printf("{\"type\":\"hello\",\"protocol\":\"flickbook-subject/1\"%s,%s}\n",
           surface ? "" : ",\"kind\":\"rule\"", subject->hello);
  } else if (!surface) {
    if (strcmp(type, "release") != 0) return;
    char target[128] = "";
    subject->decide(subject->state, line, target);
    fputs("{\"type\":\"target\",\"target\":", stdout);
    flickbook_print_text(target);
    puts("}");
  } else if (strcmp(type, "reset") == 0) {
    flickbook_run run = flickbook_run_of(line);
    surface->reset(subject->state, &run);
    subject->is_running = true;
  } else if (!subject->is_running) {
    return;
  } else if (strcmp(type, "frames") == 0) {
    flickbook_answer_frames(surface, subject->state, line);
  } else if (strcmp(type, "end") == 0) {
    puts("{\"type\":\"end\"}");
    subject->is_running = false;
  } else if (strcmp(type, "gap") == 0) {
    if (surface->gap) surface->gap(subject->state, time);
  } else if (strcmp(type, "command") == 0) {
    if (surface->command) surface->command(subject->state, time, line);
  } else if (strcmp(type, "touch") == 0 || strcmp(type, "pan") == 0) {
    bool is_touch = *type == 't';
    flickbook_text(line, "phase", phase, sizeof phase);
    flickbook_input input = {
        time, (int)flickbook_number(line, "contact", 0), phase,
        flickbook_number(line, is_touch ? "x" : "dx", 0),
        flickbook_number(line, is_touch ? "y" : "dy", 0)};
    void (*receive)(void *, const flickbook_input *) = is_touch ? surface->touch : surface->pan;
    if (receive) receive(subject->state, &input);
  }
}

// Reads lines, and writes the answers to all lines that have arrived at once.
static inline int flickbook_run_subject(flickbook_subject *subject) {
  size_t count = 0, size = 1 << 16;
  char *text = (char *)malloc(size);
  while (text) {
    ssize_t added = read(0, text + count, size - 1 - count);
    if (added < 0 && errno == EINTR) continue;
    if (added <= 0) break;
    // A byte of zero would end the text.
    for (ssize_t i = 0; i < added; i++) {
      if (text[count + (size_t)i] == '\0') text[count + (size_t)i] = '?';
    }
    count += (size_t)added;
    text[count] = '\0';
    char *line = text;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
      *end = '\0';
      flickbook_answer(subject, line);
    }
    fflush(stdout);
    count -= (size_t)(line - text);
    memmove(text, line, count);
    if (count + 1 == size) {
      size *= 2;
      char *larger = (char *)realloc(text, size);
      if (!larger) break;
      text = larger;
    }
  }
  free(text);
  return 0;
}

static inline int flickbook_serve(
    const char *hello, const flickbook_surface *surface, void *state) {
  flickbook_subject subject = {hello, surface, NULL, state, false};
  return flickbook_run_subject(&subject);
}

static inline int flickbook_serve_rule(
    const char *hello, void (*decide)(void *state, const char *line, char target[128]),
    void *state) {
  flickbook_subject subject = {hello, NULL, decide, state, false};
  return flickbook_run_subject(&subject);
}

#endif
