/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of workspaces. Whoever makes one asks for all of it and looks at
 * the end, once, whether all was there.
 */
#include "room.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local gboolean lacks;

/* Zero bytes, beginning on a cache line; NULL if there are none, which
 * ce_room_lacks() remembers. */
gpointer
ce_room_new (gsize size)
{
  gsize    whole = (MAX (size, 1) + 63) & ~(gsize) 63;
  gpointer room = aligned_alloc (64, whole);

  if (room)
    memset (room, 0, whole);
  else
    lacks = TRUE;

  return room;
}

void
ce_room_free (gpointer room)
{
  free (room);
}

/* Whether this thread has asked in vain since it was asked this. */
gboolean
ce_room_lacks (void)
{
  gboolean lacked = lacks;

  lacks = FALSE;

  return lacked;
}
