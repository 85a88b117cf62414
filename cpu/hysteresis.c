/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exact hysteresis. Strong bits flood the weak bits that they touch, a word of 64 pixels at a time, along chains of any
 * length. All threads flood strips of rows, each inside itself; one thread then follows the chains across strips.
 */
#include "bits.h"
#include "workspace.h"
#include "engine/threads.h"

/* Words that one thread visits between two polls of Cancel, about 10 ms. */
#define VISITS 1000000

typedef struct
{
  const CeBits *weak;
  CeBits       *strong;
  gint          lacks_memory;   /* atomic: a stack could not grow */
} CeFlood;

/* Words to visit, as offsets into the bitmaps. */
typedef struct
{
  gssize  *items;
  gsize    n;
  gsize    n_allocated;
  gboolean lacks_memory;        /* words are missing, and no more are pushed */
} CeStack;

static void
grow (CeStack *stack)
{
  gsize   n = MAX (1024, stack->n_allocated * 2);
  gssize *items = g_try_renew (gssize, stack->items, n);

  if (! items)
    {
      stack->lacks_memory = TRUE;
      return;
    }
  stack->items = items;
  stack->n_allocated = n;
}

static inline void
push (CeStack *stack, gssize item)
{
  if (G_UNLIKELY (stack->n == stack->n_allocated))
    grow (stack);
  if (G_LIKELY (! stack->lacks_memory))
    stack->items[stack->n++] = item;
}

/* Returns the runs of bits of @w that have a bit of @s. Upwards the carry of an addition fills each run; downwards six
 * doubling steps do. */
static inline guint64
fill_runs (guint64 s, guint64 w)
{
  guint64 p = w;

  s |= w & ((w + s) ^ w);
  if (! ((s >> 1) & w & ~s))
    return s;

  s |= p & (s >> 1);
  p &= p >> 1;
  s |= p & (s >> 2);
  p &= p >> 2;
  s |= p & (s >> 4);
  p &= p >> 4;
  s |= p & (s >> 8);
  p &= p >> 8;
  s |= p & (s >> 16);
  p &= p >> 16;
  s |= p & (s >> 32);

  return s;
}

static inline void
reach (guint64 *strong, const guint64 *weak, gssize at, guint64 bits, CeStack *stack)
{
  guint64 fresh = bits & weak[at] & ~strong[at];

  if (fresh)
    {
      strong[at] |= fresh;
      push (stack, at);
    }
}

/* Returns whether flooding goes on from a word, whose bits @s are strong, to a word beside, above or below it. */
static inline gboolean
leads_on (const guint64 *strong, const guint64 *weak, gssize up, gssize down, guint64 s)
{
  guint64 around = s | s << 1 | s >> 1;
  guint64 fresh = (weak[up] & ~strong[up]) | (weak[down] & ~strong[down]);

  return ((around & fresh) | (s & ((guint64) 1 << 63 | 1))) != 0;
}

/* Floods the rows @first to @last from the words on the stack, until none are left or @visits words were visited. */
static void
flood (CeFlood *flood, CeStack *stack, int first, int last, gssize visits)
{
  guint64       *strong = flood->strong->words;
  const guint64 *weak = flood->weak->words;
  gssize         pitch = (gssize) flood->weak->pitch;
  gssize         begin = pitch * first - 1;
  gssize         end = pitch * (last + 1) - 1;

  for (; stack->n && visits > 0; visits--)
    {
      gssize  at = stack->items[--stack->n];
      guint64 s = fill_runs (strong[at], weak[at]);
      guint64 around = s | s << 1 | s >> 1;

      strong[at] = s;

      /* Most words end here, after one branch. The word's own row, whose runs are filled, stands for a row outside. */
      if (! leads_on (strong, weak, at - pitch < begin ? at : at - pitch, at + pitch >= end ? at : at + pitch, s))
        continue;

      for (gssize row = at - pitch; row <= at + pitch; row += pitch)
        {
          if (row < begin || row >= end)
            continue;
          if (row != at)
            reach (strong, weak, row, around, stack);
          if (s & 1)
            reach (strong, weak, row - 1, (guint64) 1 << 63, stack);
          if (s >> 63)
            reach (strong, weak, row + 1, 1, stack);
        }
    }
  if (stack->lacks_memory)
    g_atomic_int_set (&flood->lacks_memory, TRUE);
}

static void
flood_strip (int task, gpointer data)
{
  CeFlood *run = data;
  CeStack  stack = { NULL, 0, 0, FALSE };
  int      first = task * CE_STRIP_ROWS;
  int      last = MIN (first + CE_STRIP_ROWS, run->strong->height) - 1;
  gssize   pitch = (gssize) run->strong->pitch;

  for (int y = first; y <= last && ! g_atomic_int_get (&run->lacks_memory); y++)
    for (int i = 0; i < run->strong->n_words; i++)
      if (run->strong->words[pitch * y + i])
        {
          push (&stack, pitch * y + i);
          flood (run, &stack, first, last, G_MAXSSIZE);
        }

  g_free (stack.items);
}

/* Pushes the words with strong bits beside the border between row @y - 1 and row @y. */
static void
push_border (CeFlood *run, CeStack *stack, int y)
{
  gssize pitch = (gssize) run->strong->pitch;

  for (int i = 0; i < run->strong->n_words; i++)
    for (int row = y - 1; row <= y; row++)
      if (run->strong->words[pitch * row + i])
        push (stack, pitch * row + i);
}

static gboolean
cross_borders (CeFlood *run, const CeProgress *progress, GError **error)
{
  CeStack  stack = { NULL, 0, 0, FALSE };
  gboolean goes_on = TRUE;

  for (int y = CE_STRIP_ROWS; y < run->strong->height && goes_on; y += CE_STRIP_ROWS)
    {
      push_border (run, &stack, y);
      do
        flood (run, &stack, 0, run->strong->height - 1, VISITS);
      while (stack.n && (goes_on = ce_progress_report (progress, 1, error)));
    }
  g_free (stack.items);

  return goes_on;
}

/* Adds to the @strong pixels each of the @weak pixels, which include the strong, that a chain of 8-connected weak pixels
 * joins to one of them. FALSE with CE_ERROR_CANCELLED or CE_ERROR_NO_MEMORY. */
gboolean
ce_bits_connect (const CeBits *weak, CeBits *strong, const CeProgress *progress, GError **error)
{
  CeFlood run = { weak, strong, FALSE };
  int     n_strips = (strong->height + CE_STRIP_ROWS - 1) / CE_STRIP_ROWS;

  if (! ce_threads_run (n_strips, flood_strip, &run, progress, error))
    return FALSE;
  if (! run.lacks_memory && ! cross_borders (&run, progress, error))
    return FALSE;

  return ! run.lacks_memory || ce_workspace_refuse (error);
}
