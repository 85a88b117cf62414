/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exact hysteresis: strong bits flood the weak ones they touch, a word of 64
 * pixels at a time, however long the chain. Strips of rows are flooded in
 * parallel, each inside itself; then what crosses from strip to strip is
 * followed to its end. Where there is no memory to follow it with, the whole
 * bitmap is swept to and fro until nothing changes.
 */
#include "bits.h"
#include "engine/threads.h"

/* Words that one thread visits between two questions for Cancel, about 10 ms. */
#define VISITS 1000000

typedef struct
{
  const CeBits *weak;
  CeBits       *strong;
  gint          lacks_memory;   /* atomic: a flood was given up */
} CeFlood;

/* Words still to be looked at, as offsets into the bitmaps. */
typedef struct
{
  gssize  *items;
  gsize    n;
  gsize    room;
  gboolean lacks_memory;        /* some are not there, and no more come */
} CeStack;

static void
grow (CeStack *stack)
{
  gsize   room = MAX (1024, stack->room * 2);
  gssize *items = g_try_renew (gssize, stack->items, room);

  if (! items)
    {
      stack->lacks_memory = TRUE;
      return;
    }
  stack->items = items;
  stack->room = room;
}

static inline void
push (CeStack *stack, gssize item)
{
  if (G_UNLIKELY (stack->n == stack->room))
    grow (stack);
  if (G_LIKELY (! stack->lacks_memory))
    stack->items[stack->n++] = item;
}

/* The runs of @w that hold a bit of @s. Upwards the carry of an addition runs
 * to the end of each run; downwards in six doubling steps. */
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

/* Whether flooding goes on from word @at, of which @s is reached, to another. */
static inline gboolean
leads_on (const guint64 *strong, const guint64 *weak, gssize up, gssize down, guint64 s)
{
  guint64 around = s | s << 1 | s >> 1;
  guint64 fresh = (weak[up] & ~strong[up]) | (weak[down] & ~strong[down]);

  return ((around & fresh) | (s & ((guint64) 1 << 63 | 1))) != 0;
}

/* Floods from the words on the stack, in the rows @first to @last, until none
 * are left or @visits words were visited. */
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

      /* Mostly it ends here, which one branch tells. A row outside is replaced by
       * the word's own, where nothing new can be: its runs are filled. */
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

/* Follows what crosses the border between row @y - 1 and row @y. */
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
may_go_on (const CeProgress *progress, GError **error)
{
  if (! progress->func || progress->func (1, progress->data))
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return FALSE;
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
      while (stack.n && (goes_on = may_go_on (progress, error)));
    }
  g_free (stack.items);

  return goes_on;
}

/* Word @i of a row from those around it. Returns whether it changed. */
static gboolean
sweep_word (const guint64 *above, guint64 *row, const guint64 *below, const guint64 *weak, int i)
{
  guint64 near = above[i] | row[i] | below[i];
  guint64 before = above[i - 1] | row[i - 1] | below[i - 1];
  guint64 after = above[i + 1] | row[i + 1] | below[i + 1];
  guint64 s = fill_runs ((near | near << 1 | near >> 1 | before >> 63 | after << 63) & weak[i], weak[i]);
  gboolean changed = s != row[i];

  row[i] = s;

  return changed;
}

static gboolean
sweep_row (CeFlood *run, int y)
{
  const guint64 *weak = ce_bits_row (run->weak, y);
  const guint64 *above = ce_bits_row (run->strong, y - 1), *below = ce_bits_row (run->strong, y + 1);
  guint64       *row = ce_bits_row (run->strong, y);
  gboolean       changed = FALSE;

  for (int i = 0; i < run->strong->n_words; i++)
    changed = sweep_word (above, row, below, weak, i) || changed;
  for (int i = run->strong->n_words - 1; i >= 0; i--)
    changed = sweep_word (above, row, below, weak, i) || changed;

  return changed;
}

/* Takes no memory; a chain may turn once in each round without making it longer. */
static gboolean
sweep (CeFlood *run, const CeProgress *progress, GError **error)
{
  for (gboolean changed = TRUE; changed; )
    {
      changed = FALSE;
      for (int y = 0; y < run->strong->height; y++)
        changed = sweep_row (run, y) || changed;
      for (int y = run->strong->height - 1; y >= 0; y--)
        changed = sweep_row (run, y) || changed;
      if (! may_go_on (progress, error))
        return FALSE;
    }

  return TRUE;
}

/* Adds to the @strong pixels each of the @weak ones, which include the strong, that a chain of 8-connected weak pixels
 * joins to one of them. FALSE with CE_ERROR_CANCELLED. */
gboolean
ce_bits_connect (const CeBits *weak, CeBits *strong, const CeProgress *progress, GError **error)
{
  CeFlood run = { weak, strong, FALSE };
  int     n_strips = (strong->height + CE_STRIP_ROWS - 1) / CE_STRIP_ROWS;

  if (! ce_threads_run (n_strips, flood_strip, &run, progress, error))
    return FALSE;
  if (! run.lacks_memory && ! cross_borders (&run, progress, error))
    return FALSE;

  return ! run.lacks_memory || sweep (&run, progress, error);
}
