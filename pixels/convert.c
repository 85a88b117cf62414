/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Converts samples of GIMP's formats to floats and back.
 *
 * babl chooses among several ways between two formats by timing them, so that the last bit may differ from one process to
 * the next. Types and the sRGB curve are therefore converted here, by one defined operation each; babl only converts
 * rarer curves, from float to float.
 */
#include "convert.h"

#include <math.h>
#include <string.h>

#include "curve.h"

/* Clamps a share of the range to 0 to 1; a NaN becomes 0. */
static inline float
clamped (float value)
{
  value = value > 0.0f ? value : 0.0f;

  return value < 1.0f ? value : 1.0f;
}

/* A loop that converts @n samples by @expression. */
#define LOOP(name, In, Out, expression)                                         \
  static void                                                                   \
  name (const In *restrict in, Out *restrict out, gsize n)                      \
  {                                                                             \
    for (gsize i = 0; i < n; i++)                                               \
      out[i] = expression;                                                      \
  }

LOOP (from_u8, guint8, float, in[i] / 255.0f)
LOOP (from_u16, guint16, float, in[i] / 65535.0f)
LOOP (from_u32, guint32, float, (float) (in[i] / 4294967295.0))
LOOP (from_double, double, float, (float) in[i])
LOOP (to_u8, float, guint8, (guint8) (clamped (in[i]) * 255.0f + 0.5f))
LOOP (to_u16, float, guint16, (guint16) (clamped (in[i]) * 65535.0f + 0.5f))
LOOP (to_u32, float, guint32, (guint32) (clamped (in[i]) * 4294967295.0 + 0.5))
LOOP (to_double, float, double, in[i])

/* Converts half floats by their bits: every half is a float, so that reading is exact. */
static void
from_half (const guint16 *restrict in, float *restrict out, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      guint32 sign = (guint32) (in[i] & 0x8000) << 16;
      guint32 rest = in[i] & 0x7fff;
      guint32 bits = sign | (rest >= 0x7c00 ? 0x7f800000 | (rest & 0x3ff) << 13 : (rest << 13) + 0x38000000);
      float   subnormal = (float) rest * 0x1p-24f;

      if (rest < 0x400)
        out[i] = sign ? -subnormal : subnormal;
      else
        memcpy (&out[i], &bits, sizeof bits);
    }
}

/* Converts to the nearest half, ties to even. */
static guint16
half_of (float value)
{
  float   size = fabsf (value);
  guint32 bits;
  guint16 sign = signbit (value) ? 0x8000 : 0;

  if (! (size < 65520.0f))
    return sign | (isnan (value) ? 0x7e00 : 0x7c00);
  if (size < 0x1p-14f)
    return sign | (guint16) lrintf (size * 0x1p24f);

  memcpy (&bits, &size, sizeof bits);
  bits += 0xfff + ((bits >> 13) & 1);

  return sign | (guint16) ((bits - 0x38000000) >> 13);
}

LOOP (to_half, float, guint16, half_of (in[i]))

/* Converts @n samples to floats. */
void
ce_samples_to_float (const Babl *type, gconstpointer in, float *out, gsize n)
{
  if (type == babl_type ("u8"))
    from_u8 (in, out, n);
  else if (type == babl_type ("u16"))
    from_u16 (in, out, n);
  else if (type == babl_type ("u32"))
    from_u32 (in, out, n);
  else if (type == babl_type ("half"))
    from_half (in, out, n);
  else if (type == babl_type ("double"))
    from_double (in, out, n);
  else
    memcpy (out, in, n * sizeof (float));
}

/* Converts @n floats to samples. */
void
ce_samples_from_float (const Babl *type, const float *in, gpointer out, gsize n)
{
  if (type == babl_type ("u8"))
    to_u8 (in, out, n);
  else if (type == babl_type ("u16"))
    to_u16 (in, out, n);
  else if (type == babl_type ("u32"))
    to_u32 (in, out, n);
  else if (type == babl_type ("half"))
    to_half (in, out, n);
  else if (type == babl_type ("double"))
    to_double (in, out, n);
  else
    memcpy (out, in, n * sizeof (float));
}

static gboolean
space_has_srgb_curve (const Babl *format)
{
  const Babl *srgb = babl_trc ("sRGB");
  const Babl *red, *green, *blue;

  babl_space_get (babl_format_get_space (format), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                  &red, &green, &blue);

  return red == srgb && green == srgb && blue == srgb;
}

/* Compares the models. "RGBA" and "YA" are linear, "R'G'B'A" has the curve of the space, and "R~G~B~A" that of sRGB. */
static CeCurve
find_curve (const Babl *raw, const char *raw_model, const char *model)
{
  if (g_str_equal (raw_model, model))
    return CE_CURVE_SAME;

  if (! space_has_srgb_curve (raw))
    return CE_CURVE_OTHER;

  return strchr (raw_model, '~') ? CE_CURVE_SAME : CE_CURVE_SRGB;
}

/* Prepares to read the @raw format of a buffer as @model, "R'G'B'A"; the raw model itself leaves the encoding unchanged. */
void
ce_converter_init (CeConverter *converter, const Babl *raw, const char *model)
{
  const char      *encoding = babl_format_get_encoding (raw);
  g_autofree char *raw_model = g_strndup (encoding, strcspn (encoding, " "));

  converter->raw = raw;
  converter->channels = babl_format_get_n_components (raw);
  converter->type = babl_format_get_type (raw, 0);
  converter->curve = find_curve (raw, raw_model, model);
  converter->decode = NULL;
  converter->encode = NULL;

  if (converter->curve == CE_CURVE_OTHER)
    {
      g_autofree char *coded = g_strconcat (raw_model, " float", NULL);
      g_autofree char *plain = g_strconcat (model, " float", NULL);

      converter->decode = babl_fish (babl_format_with_space (coded, raw), babl_format_with_space (plain, raw));
      converter->encode = babl_fish (babl_format_with_space (plain, raw), babl_format_with_space (coded, raw));
    }
}

/* Converts raw pixels to floats; @scratch is as long as @out. */
void
ce_converter_decode (const CeConverter *converter, gconstpointer in, float *out, float *scratch, gsize n_pixels)
{
  float *samples = converter->curve == CE_CURVE_SAME ? out : scratch;

  ce_samples_to_float (converter->type, in, samples, n_pixels * converter->channels);
  if (converter->curve == CE_CURVE_SRGB)
    ce_curve_to_perceptual (samples, out, n_pixels, converter->channels);
  else if (converter->curve == CE_CURVE_OTHER)
    babl_process (converter->decode, samples, out, (long) n_pixels);
}

/* Converts floats to raw pixels; @scratch is as long as @in. */
void
ce_converter_encode (const CeConverter *converter, const float *in, gpointer out, float *scratch, gsize n_pixels)
{
  const float *samples = converter->curve == CE_CURVE_SAME ? in : scratch;

  if (converter->curve == CE_CURVE_SRGB)
    ce_curve_to_linear (in, scratch, n_pixels, converter->channels);
  else if (converter->curve == CE_CURVE_OTHER)
    babl_process (converter->encode, in, scratch, (long) n_pixels);
  ce_samples_from_float (converter->type, samples, out, n_pixels * converter->channels);
}
