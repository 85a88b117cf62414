/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_GAUSSIAN_H
#define CE_GAUSSIAN_H

#include <glib.h>

G_BEGIN_DECLS

/* The radius for the largest standard deviation, 50 pixels. */
#define CE_GAUSSIAN_MAX_RADIUS 150

int ce_gaussian_weights (double sigma, float *weights);

G_END_DECLS

#endif
