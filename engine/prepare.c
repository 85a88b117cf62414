/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session's memory, before it is needed.
 */
#include "session-private.h"

#include "memory.h"
#include "shelf.h"

/**
 * ce_session_prepare:
 * @session: a session that was told nothing to expect
 * @progress: (nullable): returning %FALSE ends it
 * @data: for @progress
 *
 * Has the system provide the memory for the source, for two results and for
 * what is kept between them, for sessions that render again and again: otherwise
 * the first results take several times as long as the others. On the thread
 * that renders; rows may arrive on another meanwhile. May be ended and called
 * again.
 *
 * Returns: whether all is there
 */
gboolean
ce_session_prepare (CeSession *session, CeProgressFunc progress, gpointer data)
{
  CeProgress go_on = { progress, data };
  gsize      size = ce_view_size (&session->spare);

  if (! ce_memory_touch (session->source.view.data, ce_view_size (&session->source.view), &go_on))
    return FALSE;

  if (! session->spare.data)
    session->spare.data = ce_shelf_take (size, NULL);
  if (! ce_memory_touch (session->spare.data, size, &go_on))
    return FALSE;

  /* After two renders there is a second one. */
  if (! session->result.data && ! session->reserve)
    session->reserve = ce_shelf_take (size, NULL);

  if (! ce_memory_touch (session->reserve, size, &go_on))
    return FALSE;

  return ! (session->keeps && session->job && session->is_open && session->backend->prepare)
         || session->backend->prepare (session->job, session->filter->id, &go_on);
}
