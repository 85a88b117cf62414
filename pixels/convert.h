/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CONVERT_H
#define CE_CONVERT_H

#include <gegl.h>

G_BEGIN_DECLS

/**
 * CeCurve:
 * @CE_CURVE_SAME: the encoding is the wanted one
 * @CE_CURVE_SRGB: linear light; the space has the curve of sRGB
 * @CE_CURVE_OTHER: whatever else, babl knows it
 *
 * Between the encoding of an image and the one its pixels are read in.
 */
typedef enum { CE_CURVE_SAME, CE_CURVE_SRGB, CE_CURVE_OTHER } CeCurve;

/**
 * CeConverter:
 * @raw: the format of GIMP's buffer; what is exchanged with it
 * @channels: samples in a pixel
 * @type: of the raw samples
 * @curve: of the raw encoding
 * @decode: (nullable): %CE_CURVE_OTHER to the wanted encoding, both float
 * @encode: (nullable): back
 *
 * Between the samples of an image and floats in the perceptual encoding.
 */
typedef struct
{
  const Babl *raw;
  int         channels;
  const Babl *type;
  CeCurve     curve;
  const Babl *decode;
  const Babl *encode;
} CeConverter;

void ce_samples_to_float   (const Babl *type, gconstpointer in, float *out, gsize n);
void ce_samples_from_float (const Babl *type, const float *in, gpointer out, gsize n);
void ce_converter_init   (CeConverter *converter, const Babl *raw, const char *model);
void ce_converter_decode (const CeConverter *converter, gconstpointer in, float *out, float *scratch, gsize n_pixels);
void ce_converter_encode (const CeConverter *converter, const float *in, gpointer out, float *scratch, gsize n_pixels);

G_END_DECLS

#endif
