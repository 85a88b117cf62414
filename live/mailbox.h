/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages from other threads to the main thread.
 */
#ifndef CE_MAILBOX_H
#define CE_MAILBOX_H

#include <glib.h>

G_BEGIN_DECLS

/* Where a system gives no thread, the main loop looks so often for what one would do. */
#define CE_NO_THREAD_MS 5

typedef struct _CeMailbox CeMailbox;

/**
 * CeMailFunc:
 * @message: a message, freed afterwards
 * @data: what was given to ce_mailbox_new()
 */
typedef void (*CeMailFunc) (gpointer message, gpointer data);

CeMailbox *ce_mailbox_new  (CeMailFunc func, gpointer data, GDestroyNotify free_message);
void       ce_mailbox_free (CeMailbox *box);
void       ce_mailbox_post (CeMailbox *box, gpointer message);

G_END_DECLS

#endif
