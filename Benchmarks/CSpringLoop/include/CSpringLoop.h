#ifndef C_SPRING_LOOP_H
#define C_SPRING_LOOP_H

#include <stddef.h>

// The limit that batches are measured against: one 2x2 matrix applied to two arrays.
void spring_loop(double *restrict x, double *restrict v, size_t count, const double matrix[4]);

// The same with a settle mask: values within the tolerance become zero; returns how many move.
size_t spring_loop_settling(
    double *restrict x, double *restrict v, size_t count, const double matrix[4], double distance,
    double speed);

// The same as the first with a matrix for each value.
void spring_loop_each(
    double *restrict x, double *restrict v, size_t count, const double *restrict a,
    const double *restrict b, const double *restrict c, const double *restrict d);

// The first, compiled for 256-bit vectors; call only where spring_loop_has_wide() is not 0.
void spring_loop_wide(double *restrict x, double *restrict v, size_t count, const double matrix[4]);
int spring_loop_has_wide(void);

#endif
