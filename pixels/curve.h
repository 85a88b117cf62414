/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CURVE_H
#define CE_CURVE_H

#include <glib.h>

G_BEGIN_DECLS

void ce_curve_to_perceptual (const float *in, float *out, gsize n_pixels, int channels);
void ce_curve_to_linear     (const float *in, float *out, gsize n_pixels, int channels);

G_END_DECLS

#endif
