/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mailbox.h"

struct _CeMailbox
{
  GMutex         lock;
  GQueue         messages;
  guint          source;         /* 0: nothing is on its way */
  CeMailFunc     func;
  gpointer       data;
  GDestroyNotify free_message;
};

static gboolean
deliver (gpointer data)
{
  CeMailbox *box = data;
  gpointer   message;

  g_mutex_lock (&box->lock);
  message = g_queue_pop_head (&box->messages);
  if (! message)
    box->source = 0;
  g_mutex_unlock (&box->lock);

  if (! message)
    return G_SOURCE_REMOVE;

  box->func (message, box->data);
  box->free_message (message);

  return G_SOURCE_CONTINUE;
}

/**
 * ce_mailbox_new:
 * @func: called on the main thread for every message, in the order they were posted
 * @data: for @func
 * @free_message: frees one
 *
 * Returns: (transfer full): a mailbox; free it on the main thread, not inside
 *   @func, when nobody posts any more
 */
CeMailbox *
ce_mailbox_new (CeMailFunc func, gpointer data, GDestroyNotify free_message)
{
  CeMailbox *box = g_new0 (CeMailbox, 1);

  g_mutex_init (&box->lock);
  g_queue_init (&box->messages);
  box->func = func;
  box->data = data;
  box->free_message = free_message;

  return box;
}

/**
 * ce_mailbox_free:
 * @box: (nullable): a mailbox
 *
 * Frees it with what was not delivered.
 */
void
ce_mailbox_free (CeMailbox *box)
{
  if (! box)
    return;

  g_clear_handle_id (&box->source, g_source_remove);
  g_queue_clear_full (&box->messages, box->free_message);
  g_mutex_clear (&box->lock);
  g_free (box);
}

/**
 * ce_mailbox_post:
 * @box: a mailbox
 * @message: (transfer full): a message
 *
 * Sends a message, from any thread.
 */
void
ce_mailbox_post (CeMailbox *box, gpointer message)
{
  g_mutex_lock (&box->lock);
  g_queue_push_tail (&box->messages, message);
  if (! box->source)
    box->source = g_idle_add_full (G_PRIORITY_DEFAULT, deliver, box, NULL);
  g_mutex_unlock (&box->lock);
}
