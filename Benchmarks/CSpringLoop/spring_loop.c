#include "CSpringLoop.h"

#include <math.h>

#define PLAIN_LOOP                                     \
  const double a = matrix[0], b = matrix[1];           \
  const double c = matrix[2], d = matrix[3];           \
  for (size_t index = 0; index < count; index++) {     \
    const double offset = a * x[index] + b * v[index]; \
    v[index] = c * x[index] + d * v[index];            \
    x[index] = offset;                                 \
  }

void spring_loop(double *restrict x, double *restrict v, size_t count, const double matrix[4]) {
  PLAIN_LOOP
}

size_t spring_loop_settling(
    double *restrict x, double *restrict v, size_t count, const double matrix[4], double distance,
    double speed) {
  const double a = matrix[0], b = matrix[1], c = matrix[2], d = matrix[3];
  size_t moving = 0;
  for (size_t index = 0; index < count; index++) {
    const double offset = a * x[index] + b * v[index];
    const double velocity = c * x[index] + d * v[index];
    const int settled = (fabs(offset) <= distance) & (fabs(velocity) <= speed);
    x[index] = settled ? 0 : offset;
    v[index] = settled ? 0 : velocity;
    moving += !settled;
  }
  return moving;
}

void spring_loop_each(
    double *restrict x, double *restrict v, size_t count, const double *restrict a,
    const double *restrict b, const double *restrict c, const double *restrict d) {
  for (size_t index = 0; index < count; index++) {
    const double offset = a[index] * x[index] + b[index] * v[index];
    v[index] = c[index] * x[index] + d[index] * v[index];
    x[index] = offset;
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void spring_loop_wide(
    double *restrict x, double *restrict v, size_t count, const double matrix[4]) {
  PLAIN_LOOP
}
int spring_loop_has_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
void spring_loop_wide(
    double *restrict x, double *restrict v, size_t count, const double matrix[4]) {
  PLAIN_LOOP
}
int spring_loop_has_wide(void) { return 0; }
#endif
