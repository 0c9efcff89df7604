// A bottom sheet: it follows the finger, and after a release a spring moves it to one of three
// heights. Times are in microseconds; y is the distance of the upper edge from the top.
//
// Build it with: cc -O2 -std=c11 -D_GNU_SOURCE -o sheet sheet.c -lm
#include "../../adapters/flickbook_subject.h"

enum { detent_count = 3, most_fingers = 16, most_samples = 256 };
static const char *const names[detent_count] = {"tip", "half", "full"};

typedef struct {
  double time, y;
} sample;

typedef struct {
  int contact;
  double y;
} finger;

typedef struct {
  double flick, projection, window, response, damping_ratio, height;
  double detents[detent_count];
  int target;
  double y, velocity, time;
  const char *phase;
  bool is_caught;
  double pulled, grabbed, start;
  finger fingers[most_fingers];
  int finger_count;
  sample samples[most_samples];
  int sample_count;
} sheet;

static void reset(void *state, const flickbook_run *run) {
  sheet fresh = {
      .flick = flickbook_number(run->settings, "flick", 300),
      .projection = flickbook_number(run->settings, "projection", 0.2),
      .window = flickbook_number(run->settings, "window", 0.1),
      .response = flickbook_number(run->settings, "response", 0.4),
      .damping_ratio = flickbook_number(run->settings, "dampingRatio", 0.8),
      .height = run->height,
      .detents = {run->height - 96, run->height * 0.5, run->height - run->height * 0.92},
      .y = run->height - 96,
      .phase = "resting",
  };
  *(sheet *)state = fresh;
}

// A rubber band: beyond the first and the last detent, the sheet moves less than the finger.
static double inside(const sheet *s, double y) {
  return fmin(fmax(y, s->detents[2]), s->detents[0]);
}

static double stretched(const sheet *s, double y) {
  double pull = y - inside(s, y);
  return inside(s, y) + 0.55 * pull / (1 + 0.55 * fabs(pull) / s->height);
}

static double unstretched(const sheet *s, double y) {
  double shown = y - inside(s, y);
  return inside(s, y) + shown / 0.55 / (1 - fabs(shown) / s->height);
}

static double slope(const sheet *s, double y) {
  double pull = fabs(y - inside(s, y));
  return pull == 0 ? 1 : 0.55 / pow(1 + 0.55 * pull / s->height, 2);
}

// The exact motion of a damped spring; at a damping ratio of 1 or more, it does not oscillate.
static void advance(sheet *s, double time) {
  if (strcmp(s->phase, "settling") != 0) return;
  double seconds = (time - s->time) / 1e6;
  double rate = 2 * acos(-1) / s->response, loss = s->damping_ratio * rate;
  double root = sqrt(fabs(rate * rate - loss * loss)), left = exp(-loss * seconds);
  double target = s->detents[s->target], offset = s->y - target, velocity = s->velocity;
  double cosine = 1, sine = seconds;
  if (loss < rate) cosine = cos(root * seconds), sine = sin(root * seconds) / root;
  if (loss > rate) cosine = cosh(root * seconds), sine = sinh(root * seconds) / root;
  s->y = target + left * (offset * cosine + (velocity + loss * offset) * sine);
  s->velocity = left * (velocity * cosine - (rate * rate * offset + loss * velocity) * sine);
  s->time = time;
  if (fabs(s->y - target) > 0.005 || fabs(s->velocity) > 0.05) return;
  s->phase = "resting", s->y = target, s->velocity = 0;
}

// A touch stops a moving sheet where it is.
static void grab(sheet *s, double time) {
  advance(s, time);
  s->is_caught = strcmp(s->phase, "settling") == 0;
  s->phase = "pressed", s->velocity = 0, s->sample_count = 0;
  s->pulled = unstretched(s, s->y);
}

static void drag(sheet *s, double time, double pulled) {
  s->phase = "dragging", s->pulled = pulled, s->y = stretched(s, pulled);
  // Samples with the same time belong to one report of the touchscreen.
  if (s->sample_count > 0 && s->samples[s->sample_count - 1].time == time) s->sample_count--;
  if (s->sample_count == most_samples) {
    memmove(s->samples, s->samples + 1, sizeof(sample) * (most_samples - 1));
    s->sample_count--;
  }
  s->samples[s->sample_count++] = (sample){time, pulled};
}

static double mean_velocity(const sheet *s, double time) {
  int first = 0, last = s->sample_count - 1;
  while (first < last && s->samples[first].time < time - s->window * 1e6) first++;
  if (first >= last) return 0;
  const sample *from = &s->samples[first], *to = &s->samples[last];
  return (to->y - from->y) / (to->time - from->time) * 1e6;
}

// Picks the detent nearest to the projected position. A flick never moves the sheet back.
static int decide(const sheet *s, double velocity) {
  double projected = s->y + velocity * s->projection, least = INFINITY;
  int best = s->target;
  for (int i = 0; i < detent_count; i++) {
    bool is_ahead = (s->detents[i] - inside(s, s->y)) * velocity >= 0;
    double distance = fabs(s->detents[i] - projected);
    if ((fabs(velocity) >= s->flick && !is_ahead) || distance >= least) continue;
    best = i, least = distance;
  }
  return best;
}

static void let_go(sheet *s, double time, bool is_cancelled) {
  bool is_tap = strcmp(s->phase, "pressed") == 0 && !s->is_caught;
  s->phase = is_tap ? "resting" : "settling";
  if (is_tap) return;
  double velocity = is_cancelled ? 0 : mean_velocity(s, time);
  s->target = decide(s, velocity);
  flickbook_report_decision(time, names[s->target], velocity);
  s->velocity = velocity * slope(s, s->pulled);
  s->time = time;
}

static double middle(const sheet *s) {
  double sum = 0;
  for (int i = 0; i < s->finger_count; i++) sum += s->fingers[i].y;
  return sum / s->finger_count;
}

// Several fingers move the sheet by their middle, without a jump when one comes or goes.
static void anchor(sheet *s) { s->grabbed = s->pulled, s->start = middle(s); }

static void touch(void *state, const flickbook_input *input) {
  sheet *s = state;
  int index = 0;
  while (index < s->finger_count && s->fingers[index].contact != input->contact) index++;
  bool is_known = index < s->finger_count;
  if (strcmp(input->phase, "began") == 0) {
    if (index == most_fingers) return;
    if (s->finger_count == 0) grab(s, input->time);
    s->fingers[index] = (finger){input->contact, input->y};
    if (!is_known) s->finger_count++;
    anchor(s);
  } else if (is_known && strcmp(input->phase, "moved") == 0) {
    s->fingers[index].y = input->y;
    drag(s, input->time, s->grabbed + middle(s) - s->start);
  } else if (is_known) {
    s->fingers[index] = s->fingers[--s->finger_count];
    if (s->finger_count > 0) anchor(s);
    else let_go(s, input->time, strcmp(input->phase, "cancelled") == 0);
  }
}

static void frame(void *state, double time, flickbook_frame *frame) {
  sheet *s = state;
  advance(s, time);
  frame->y = s->y, frame->vy = s->velocity, frame->phase = s->phase;
  frame->target = names[s->target], frame->targetY = s->detents[s->target];
}

int main(void) {
  static sheet state;
  const flickbook_surface surface = {.reset = reset, .touch = touch, .frame = frame};
  return flickbook_serve(
      "\"name\":\"bottom-sheet\",\"version\":\"1\",\"axes\":[\"y\"],"
      "\"targets\":[\"tip\",\"half\",\"full\"],\"settings\":["
      "{\"key\":\"flick\",\"default\":300,\"unit\":\"pt/s\",\"min\":1,\"max\":10000},"
      "{\"key\":\"projection\",\"default\":0.2,\"unit\":\"s\",\"min\":0,\"max\":2},"
      "{\"key\":\"window\",\"default\":0.1,\"unit\":\"s\",\"min\":0.01,\"max\":1},"
      "{\"key\":\"response\",\"default\":0.4,\"unit\":\"s\",\"min\":0.05,\"max\":2},"
      "{\"key\":\"dampingRatio\",\"default\":0.8,\"min\":0.2,\"max\":3}]",
      &surface, &state);
}
