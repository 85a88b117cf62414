/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of workspaces. A workspace is a chain of blocks that are freed together; it allocates all of them and checks
 * once whether one was refused.
 */
#include "workspace.h"

#include "engine/cuda-edges.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_LINE 64

/* The link of a block, in the cache line before it. */
typedef struct _Link Link;
struct _Link
{
  Link *next;
};

static _Thread_local Link    *last;
static _Thread_local gboolean lacks;

/* Begins a new chain for this thread. */
void
ce_workspace_begin (void)
{
  last = NULL;
  lacks = FALSE;
}

/* Returns zeros, aligned to a cache line, or NULL without memory, which ce_workspace_lacks() then reports. */
gpointer
ce_workspace_alloc (gsize size)
{
  gsize whole = CACHE_LINE + ((MAX (size, 1) + CACHE_LINE - 1) & ~(gsize) (CACHE_LINE - 1));
  Link *link = aligned_alloc (CACHE_LINE, whole);

  if (! link)
    {
      lacks = TRUE;
      return NULL;
    }

  memset (link, 0, whole);
  if (last)
    last->next = link;
  last = link;

  return (guint8 *) link + CACHE_LINE;
}

/* Returns whether a block of the chain was refused. */
gboolean
ce_workspace_lacks (void)
{
  return lacks;
}

/* Sets CE_ERROR_NO_MEMORY and returns FALSE. */
gboolean
ce_workspace_refuse (GError **error)
{
  g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory to compute with."));

  return FALSE;
}

/* Frees the chain of the (nullable) block @first. */
void
ce_workspace_free (gpointer first)
{
  Link *link = first ? (Link *) (gpointer) ((guint8 *) first - CACHE_LINE) : NULL;

  while (link)
    {
      Link *next = link->next;

      free (link);
      link = next;
    }
}
