/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of workspaces: rooms in a chain, which are freed together. Whoever
 * makes a workspace asks for all of them and looks at the end, once, whether
 * all were there.
 */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_LINE 64

/* Stands in the cache line before a room. */
typedef struct _Link Link;
struct _Link
{
  Link *next;
};

static _Thread_local Link    *last;
static _Thread_local gboolean lacks;

/* Rooms that this thread asks for from now on are a chain of their own. */
void
ce_room_begin (void)
{
  last = NULL;
  lacks = FALSE;
}

/* Zero bytes, beginning on a cache line; NULL if there are none, which
 * ce_room_lacks() remembers. */
gpointer
ce_room_new (gsize size)
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

/* Whether a room of the chain was not to be had. */
gboolean
ce_room_lacks (void)
{
  return lacks;
}

/* Frees a chain, of which @first is the first room or NULL. */
void
ce_rooms_free (gpointer first)
{
  Link *link = first ? (Link *) (gpointer) ((guint8 *) first - CACHE_LINE) : NULL;

  while (link)
    {
      Link *next = link->next;

      free (link);
      link = next;
    }
}
