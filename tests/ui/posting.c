/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages from several threads to the main thread.
 */
#include "screen.h"

#include "live/mailbox.h"

#define MESSAGES 3000
#define BOXES 40
#define POSTERS 2

/* What arrived at one mailbox. */
typedef struct
{
  CeMailbox *box;
  int        n_arrived;
  gboolean   in_order;
} Arrivals;

/* CeMailFunc. */
static void
arrive (gpointer message, gpointer data)
{
  Arrivals *arrivals = data;

  arrivals->in_order = arrivals->in_order && *(int *) message == arrivals->n_arrived;
  arrivals->n_arrived++;
}

/* GThreadFunc. */
static gpointer
post_all (gpointer data)
{
  Arrivals *arrivals = data;

  for (int i = 0; i < MESSAGES; i++)
    {
      ce_mailbox_post (arrivals[i % BOXES].box, g_memdup2 (&(int) { i / BOXES }, sizeof (int)));
      if (i % BOXES == 0)
        g_usleep (50);
    }

  return NULL;
}

/* So many at once that the main loop's table of sources, which the main thread makes meanwhile, grows on each thread. */
void
screen_post (void)
{
  Arrivals arrivals[POSTERS * BOXES];
  GThread *threads[POSTERS];
  guint    alarm;
  int      n_arrived = 0;
  gboolean in_order = TRUE;

  for (int i = 0; i < POSTERS * BOXES; i++)
    arrivals[i] = (Arrivals) { ce_mailbox_new (arrive, &arrivals[i], g_free), 0, TRUE };
  for (int i = 0; i < POSTERS; i++)
    threads[i] = g_thread_new ("post", post_all, arrivals + i * BOXES);
  alarm = screen_set_alarm ("every message");
  while (n_arrived < POSTERS * MESSAGES)
    {
      g_main_context_iteration (NULL, FALSE);
      n_arrived = 0;
      for (int i = 0; i < POSTERS * BOXES; i++)
        n_arrived += arrivals[i].n_arrived;
    }
  for (int i = 0; i < POSTERS; i++)
    g_thread_join (threads[i]);
  g_source_remove (alarm);

  for (int i = 0; i < POSTERS * BOXES; i++)
    {
      in_order = in_order && arrivals[i].in_order;
      ce_mailbox_free (arrivals[i].box);
    }
  test_ok (in_order && n_arrived == POSTERS * MESSAGES, "%d messages from each of %d threads arrive in order", MESSAGES,
           POSTERS);
}
