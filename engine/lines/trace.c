/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Allocation, which may fail, and progress, which may be cancelled, for the steps from edges to curves.
 */
#include "trace.h"

#include "engine/text.h"
#include "engine/threads.h"

/* Steps between two questions for Cancel, of about 100 ns each. */
#define STEPS 65536

/* Fails with CE_ERROR_NO_MEMORY. */
gboolean
ce_trace_no_memory (gsize size, GError **error)
{
  g_autofree char *needed = g_format_size (size);

  g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory for %s of pixels."), needed);

  return FALSE;
}

/* Returns cleared memory of @n elements, or NULL with CE_ERROR_NO_MEMORY. */
gpointer
ce_trace_alloc (gsize n, gsize size, GError **error)
{
  gpointer memory = g_try_malloc0_n (MAX (n, 1), size);

  if (! memory)
    ce_trace_no_memory (n * size, error);

  return memory;
}

/* Makes room for @n elements in *@memory, which has *@n_allocated, by doubling it. */
gboolean
ce_trace_grow (gpointer memory, guint *n_allocated, guint n, gsize size, GError **error)
{
  gpointer *old = memory;
  gpointer  grown;
  guint     more = MAX (MAX (n, 2 * *n_allocated), 64);

  if (n <= *n_allocated)
    return TRUE;

  grown = g_try_realloc_n (*old, more, size);
  if (! grown)
    return ce_trace_no_memory (more * size, error);

  *old = grown;
  *n_allocated = more;

  return TRUE;
}

/* Asks for Cancel, and says when to ask again. */
gboolean
ce_steps_report (CeSteps *steps, GError **error)
{
  steps->next = steps->work + STEPS;

  return ce_progress_report (steps->progress, (double) steps->done / (double) MAX (steps->all, 1), error);
}
