#ifndef C_SPRING_LOOP_H
#define C_SPRING_LOOP_H

#include <stddef.h>

// The lower limit for the time of a batch: applies one 2x2 matrix to two arrays.
void spring_loop(double *restrict x, double *restrict v, size_t count, const double matrix[4]);

// Like spring_loop, but values within the tolerance become zero; returns the number of values that still move.
size_t spring_loop_settling(
    double *restrict x, double *restrict v, size_t count, const double matrix[4], double distance,
    double speed);

// Like spring_loop, with a separate matrix for each value.
void spring_loop_each(
    double *restrict x, double *restrict v, size_t count, const double *restrict a,
    const double *restrict b, const double *restrict c, const double *restrict d);

// spring_loop compiled for 256-bit vectors; call it only if spring_loop_has_wide() is not 0.
void spring_loop_wide(double *restrict x, double *restrict v, size_t count, const double matrix[4]);
int spring_loop_has_wide(void);

#endif
