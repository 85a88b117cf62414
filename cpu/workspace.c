/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of workspaces: blocks in a chain, which are freed together. A filter
 * that makes a workspace asks for all its blocks and checks once, at the end,
 * whether all were there.
 */
#include "workspace.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_LINE 64

/* Stands in the cache line before a block. */
typedef struct _Link Link;
struct _Link
{
  Link *next;
};

static _Thread_local Link    *last;
static _Thread_local gboolean lacks;

/* Blocks that this thread asks for from now on are a chain of their own. */
void
ce_workspace_begin (void)
{
  last = NULL;
  lacks = FALSE;
}

/* Zero bytes, beginning on a cache line; NULL if there are none, which
 * ce_workspace_lacks() remembers. */
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

/* Whether a block of the chain could not be had. */
gboolean
ce_workspace_lacks (void)
{
  return lacks;
}

/* Frees a chain, whose first block is @first or NULL. */
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
