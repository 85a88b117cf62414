/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gegl.h>

/* The curve between the encoding of a buffer and the one in which its pixels are read. */
typedef enum
{
  CE_CURVE_SAME,                /* they are the same */
  CE_CURVE_SRGB,                /* linear light, in a space with the curve of sRGB */
  CE_CURVE_OTHER                /* another that babl knows */
} CeCurve;

/* A conversion between the samples of a buffer and floats in the perceptual encoding. */
typedef struct
{
  const Babl *raw;              /* the format of GIMP's buffer */
  int         channels;         /* samples in a pixel */
  const Babl *type;             /* of the raw samples */
  CeCurve     curve;            /* of the raw encoding */
  const Babl *decode;           /* of CE_CURVE_OTHER, from float to float, else NULL */
  const Babl *encode;           /* back */
} CeConverter;

void ce_samples_to_float   (const Babl *type, gconstpointer in, float *out, gsize n);
void ce_samples_from_float (const Babl *type, const float *in, gpointer out, gsize n);
void ce_converter_init   (CeConverter *converter, const Babl *raw, const char *model);
void ce_converter_decode (const CeConverter *converter, gconstpointer in, float *out, float *scratch, gsize n_pixels);
void ce_converter_encode (const CeConverter *converter, const float *in, gpointer out, float *scratch, gsize n_pixels);
