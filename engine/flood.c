/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flood.h"

#include "memory.h"

/* Pixels that are taken between two questions for Cancel, in about a millisecond. */
#define STEPS 65536

/* A stack of pixels. It may grow as large as an edge, so its memory may be refused. */
typedef struct
{
  CePoint *points;
  gsize    n;
  gsize    n_allocated;
} Stack;

static gboolean
push (Stack *stack, int x, int y, GError **error)
{
  if (stack->n == stack->n_allocated)
    {
      gsize    n = MAX (2 * stack->n_allocated, 1024);
      CePoint *points = g_try_renew (CePoint, stack->points, n);

      if (! points)
        return ce_memory_refuse (n * sizeof *points, error);
      stack->points = points;
      stack->n_allocated = n;
    }
  stack->points[stack->n++] = (CePoint) { x, y };

  return TRUE;
}

/* Moves @point onto the nearest pixel within reach that @has is true of, the first by rows of equally near ones; FALSE if
 * there is none. */
gboolean
ce_flood_find (CePoint *point, CePixelFunc has, gpointer data)
{
  CePoint middle = *point;
  int     nearest = G_MAXINT;

  for (int j = -CE_ERASE_REACH; j <= CE_ERASE_REACH; j++)
    for (int i = -CE_ERASE_REACH; i <= CE_ERASE_REACH; i++)
      if (i * i + j * j < nearest && has (data, middle.x + i, middle.y + j))
        {
          nearest = i * i + j * j;
          *point = (CePoint) { middle.x + i, middle.y + j };
        }

  return nearest < G_MAXINT;
}

/* Takes pixels from @seed on, each one of the eight neighbors of the last. @take takes a pixel, and is false of one that it
 * took before. FALSE with CE_ERROR_NO_MEMORY or CE_ERROR_CANCELLED. */
gboolean
ce_flood (CePoint seed, CePixelFunc take, gpointer data, const CeProgress *progress, GError **error)
{
  Stack    stack = { NULL, 0, 0 };
  guint    n_taken = 0;
  gboolean done = ! take (data, seed.x, seed.y) || push (&stack, seed.x, seed.y, error);

  while (stack.n > 0 && done)
    {
      CePoint pixel = stack.points[--stack.n];

      done = ++n_taken % STEPS != 0 || ce_progress_report (progress, 0, error);
      for (int y = pixel.y - 1; y <= pixel.y + 1 && done; y++)
        for (int x = pixel.x - 1; x <= pixel.x + 1 && done; x++)
          if (take (data, x, y))
            done = push (&stack, x, y, error);
    }
  g_free (stack.points);

  return done;
}
