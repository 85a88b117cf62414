/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

void ce_curve_to_perceptual (const float *in, float *out, gsize n_pixels, int channels);
void ce_curve_to_linear     (const float *in, float *out, gsize n_pixels, int channels);
