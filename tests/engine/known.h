/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers: results worked out by hand from the arithmetic, because parity cannot find a mistake that all backends
 * share. The working stands beside each.
 */
#pragma once

#include "tests/support/support.h"

#define U8(...) ((const guint8[]) { __VA_ARGS__ })
#define F32(...) ((const float[]) { __VA_ARGS__ })

/* Each renders @in on every backend and compares every sample of the result
 * with @out, exactly; one test line. */
void known_u8  (const char *what, const char *filter, const char *params, int width, int height, int channels,
                const guint8 *in, const guint8 *out);
void known_f32 (const char *what, const char *filter, const char *params, int width, int height, int channels,
                const float *in, const float *out);

/* The same, but two renders on one backend have to be equal. */
void known_same (const char *what, const char *filter, const CeView *a, const char *params_a,
                 const CeView *b, const char *params_b);

/* The backends that are tested, NULL behind them. */
extern char **known_backends;

void known_format    (void);
void known_gradient  (void);
void known_laplacian (void);
void known_sharpen   (void);
void known_canny     (void);
void known_alpha     (void);
void known_colors    (void);
void known_automatic (void);
void known_ties      (void);
void known_floats    (void);
void known_drawn     (void);
void known_line_art  (void);
