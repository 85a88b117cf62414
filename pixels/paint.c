/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paints rows of results as rows of layers: gray to RGB, opaque alpha, lines. babl would take longer than the filters.
 */
#include "paint.h"

#include <string.h>

/* Loops for a type of samples whose opaque alpha is @white. spread_to copies gray to n_out channels and adds opaque alpha;
 * it is called with constants, so that each case is a loop of its own. */
#define DEFINE_LOOPS(Sample, name, white)                                       \
  static inline __attribute__ ((always_inline)) void                            \
  spread_to_##name (const Sample *restrict in, Sample *restrict out, int n, const int n_out) \
  {                                                                             \
    const int n_colors = n_out - ! (n_out & 1);                                 \
                                                                                \
    for (int x = 0; x < n; x++)                                                 \
      {                                                                         \
        for (int c = 0; c < n_colors; c++)                                      \
          out[(gsize) x * n_out + c] = in[x];                                   \
        if (n_colors < n_out)                                                   \
          out[(gsize) x * n_out + n_colors] = white;                            \
      }                                                                         \
  }                                                                             \
                                                                                \
  static void                                                                   \
  spread_##name (const Sample *in, Sample *out, int n, int n_out)               \
  {                                                                             \
    switch (n_out)                                                              \
      {                                                                         \
      case 2: spread_to_##name (in, out, n, 2); break;                          \
      case 3: spread_to_##name (in, out, n, 3); break;                          \
      case 4: spread_to_##name (in, out, n, 4); break;                          \
      default: memcpy (out, in, (gsize) n * sizeof (Sample)); break;            \
      }                                                                         \
  }                                                                             \
                                                                                \
  static void                                                                   \
  add_alpha_##name (const Sample *in, Sample *out, int n)                       \
  {                                                                             \
    for (int x = 0; x < n; x++)                                                 \
      {                                                                         \
        memcpy (out + (gsize) x * 4, in + (gsize) x * 3, 3 * sizeof (Sample));  \
        out[(gsize) x * 4 + 3] = white;                                         \
      }                                                                         \
  }                                                                             \
                                                                                \
  static void                                                                   \
  draw_lines_##name (const Sample *color, const Sample *in, Sample *out, int n, int n_out) \
  {                                                                             \
    for (int x = 0; x < n; x++)                                                 \
      {                                                                         \
        memcpy (out + (gsize) x * n_out, color, (gsize) (n_out - 1) * sizeof (Sample)); \
        out[(gsize) x * n_out + n_out - 1] = MIN (in[x], white);                \
      }                                                                         \
  }

DEFINE_LOOPS (guint8, u8, 255)
DEFINE_LOOPS (guint16, u16, 65535)
DEFINE_LOOPS (float, f32, 1.0f)

/* Calls the loop for the type of the samples. */
#define OF_TYPE(paint, loop, ...)                                               \
  switch ((paint)->type)                                                        \
    {                                                                           \
    case CE_U8: loop##_u8 (__VA_ARGS__); break;                                 \
    case CE_U16: loop##_u16 (__VA_ARGS__); break;                               \
    case CE_F32: loop##_f32 (__VA_ARGS__); break;                               \
    }

/* Paints @n pixels of a row of the result as a row of the layer, which has alpha if lines are drawn. */
void
ce_paint_row (const CePaint *paint, gconstpointer in, gpointer out, int n)
{
  if (paint->lines)
    OF_TYPE (paint, draw_lines, (gconstpointer) &paint->color, in, out, n, paint->out_channels)
  else if (paint->in_channels == 1)
    OF_TYPE (paint, spread, in, out, n, paint->out_channels)
  else if (paint->in_channels == 3 && paint->out_channels == 4)
    OF_TYPE (paint, add_alpha, in, out, n)
  else
    memcpy (out, in, (gsize) n * paint->out_channels * ce_type_size (paint->type));
}
