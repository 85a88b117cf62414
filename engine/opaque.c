/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds out whether an image with an alpha channel is transparent anywhere.
 */
#include "opaque.h"

static gboolean
row_is_opaque (const CeView *view, int y)
{
  gconstpointer row = ce_view_row (view, y);
  gsize         step = (gsize) view->channels, n = (gsize) view->width * step;
  gboolean      transparent = FALSE;

  switch (view->type)
    {
    case CE_U8:
      for (gsize i = step - 1; i < n; i += step)
        transparent |= ((const guint8 *) row)[i] != G_MAXUINT8;
      break;
    case CE_U16:
      for (gsize i = step - 1; i < n; i += step)
        transparent |= ((const guint16 *) row)[i] != G_MAXUINT16;
      break;
    case CE_F32:
      for (gsize i = step - 1; i < n; i += step)
        transparent |= ! (((const float *) row)[i] * 255.0f == 255.0f);
      break;
    }

  return ! transparent;
}

/* Returns whether all pixels of @n_rows rows from row @y on of a picture with alpha are opaque. */
gboolean
ce_rows_are_opaque (const CeView *view, int y, int n_rows)
{
  for (int i = y; i < y + n_rows; i++)
    if (! row_is_opaque (view, i))
      return FALSE;

  return TRUE;
}
