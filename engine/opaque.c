/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds out whether an image with an alpha channel is transparent anywhere.
 */
#include "opaque.h"

#include "threads.h"

/* Rows of a task, and the bytes from which on threads share them. */
#define SCAN_ROWS 32
#define SCAN_SHARED ((gsize) 8 << 20)

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

typedef struct
{
  const CeView *view;
  int           y0;
  int           y1;
  int           transparent;    /* atomic */
} Scan;

/* A CeTask. */
static void
scan_rows (int task, gpointer data)
{
  Scan *scan = data;
  int   y = scan->y0 + task * SCAN_ROWS;

  for (int i = y; i < MIN (y + SCAN_ROWS, scan->y1) && ! g_atomic_int_get (&scan->transparent); i++)
    if (! row_is_opaque (scan->view, i))
      g_atomic_int_set (&scan->transparent, TRUE);
}

/* Returns whether all pixels of @n_rows rows from row @y on of a picture with alpha are opaque. Many rows are shared among
 * all threads, because one thread took 70 ms for 400 MB. */
gboolean
ce_rows_are_opaque (const CeView *view, int y, int n_rows)
{
  Scan scan = { view, y, y + n_rows, FALSE };
  int  n_tasks = (n_rows + SCAN_ROWS - 1) / SCAN_ROWS;

  if (view->stride * (gsize) n_rows >= SCAN_SHARED)
    ce_threads_run (n_tasks, scan_rows, &scan, NULL, NULL);
  else
    for (int i = 0; i < n_tasks; i++)
      scan_rows (i, &scan);

  return ! scan.transparent;
}
