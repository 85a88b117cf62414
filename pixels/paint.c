/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of results as rows of layers: grey to RGB, opaque alpha, lines, and the
 * selection. Written out here because babl takes longer for it than the
 * filters take (2 channels are grey and alpha, 4 are RGB and alpha).
 */
#include "paint.h"

#include <string.h>

/* Grey to n_out channels, alpha opaque. Called with constants, so that each
 * case is a loop of its own. */
static inline __attribute__ ((always_inline)) void
spread_u8 (const guint8 *restrict in, guint8 *restrict out, int n, const int n_out)
{
  const int n_colors = n_out - ! (n_out & 1);

  for (int x = 0; x < n; x++)
    {
      for (int c = 0; c < n_colors; c++)
        out[(gsize) x * n_out + c] = in[x];
      if (n_colors < n_out)
        out[(gsize) x * n_out + n_colors] = 255;
    }
}

static inline __attribute__ ((always_inline)) void
spread_f32 (const float *restrict in, float *restrict out, int n, const int n_out)
{
  const int n_colors = n_out - ! (n_out & 1);

  for (int x = 0; x < n; x++)
    {
      for (int c = 0; c < n_colors; c++)
        out[(gsize) x * n_out + c] = in[x];
      if (n_colors < n_out)
        out[(gsize) x * n_out + n_colors] = 1.0f;
    }
}

static void
spread (CeType type, gconstpointer in, gpointer out, int n, int n_out)
{
  switch (n_out * 2 + (type == CE_F32))
    {
    case 4: spread_u8 (in, out, n, 2); break;
    case 5: spread_f32 (in, out, n, 2); break;
    case 6: spread_u8 (in, out, n, 3); break;
    case 7: spread_f32 (in, out, n, 3); break;
    case 8: spread_u8 (in, out, n, 4); break;
    case 9: spread_f32 (in, out, n, 4); break;
    default: memcpy (out, in, (gsize) n * ce_type_size (type)); break;
    }
}

static void
add_opaque_alpha (CeType type, gconstpointer in, gpointer out, int n)
{
  for (int x = 0; x < n; x++)
    if (type == CE_U8)
      {
        memcpy ((guint8 *) out + (gsize) x * 4, (const guint8 *) in + (gsize) x * 3, 3);
        ((guint8 *) out)[(gsize) x * 4 + 3] = 255;
      }
    else
      {
        memcpy ((float *) out + (gsize) x * 4, (const float *) in + (gsize) x * 3, 3 * sizeof (float));
        ((float *) out)[(gsize) x * 4 + 3] = 1.0f;
      }
}

static void
draw_lines (const CePaint *paint, gconstpointer in, gpointer out, int n)
{
  const int n_out = paint->out_channels;

  for (int x = 0; x < n; x++)
    if (paint->type == CE_U8)
      {
        guint8 *pixel = (guint8 *) out + (gsize) x * n_out;

        memcpy (pixel, paint->color.u8, n_out - 1);
        pixel[n_out - 1] = ((const guint8 *) in)[x];
      }
    else
      {
        float *pixel = (float *) out + (gsize) x * n_out;

        memcpy (pixel, paint->color.f32, (n_out - 1) * sizeof (float));
        pixel[n_out - 1] = MIN (((const float *) in)[x], 1.0f);
      }
}

static void
feather (const CePaint *paint, gconstpointer selection, gpointer out, int n)
{
  const int n_out = paint->out_channels;

  for (int x = 0; x < n; x++)
    if (paint->type == CE_U8)
      {
        guint8 *alpha = (guint8 *) out + (gsize) x * n_out + n_out - 1;

        *alpha = (*alpha * ((const guint8 *) selection)[x] + 127) / 255;
      }
    else
      {
        ((float *) out)[(gsize) x * n_out + n_out - 1] *= ((const float *) selection)[x];
      }
}

/**
 * ce_paint_row:
 * @paint: how
 * @in: a row of the result
 * @selection: (nullable): how much each pixel is selected, one sample each
 * @out: the row of the layer; has alpha if there are lines or a selection
 * @n: pixels
 *
 * Makes a row of a layer of a row of a result.
 */
void
ce_paint_row (const CePaint *paint, gconstpointer in, gconstpointer selection, gpointer out, int n)
{
  if (paint->lines)
    draw_lines (paint, in, out, n);
  else if (paint->in_channels == 1)
    spread (paint->type, in, out, n, paint->out_channels);
  else if (paint->in_channels == 3 && paint->out_channels == 4)
    add_opaque_alpha (paint->type, in, out, n);
  else
    memcpy (out, in, (gsize) n * paint->out_channels * ce_type_size (paint->type));

  if (selection)
    feather (paint, selection, out, n);
}
