/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What OK could not do, said while choosing: locks and groups do not take what
 * they are given.
 */
#include "dialog-private.h"

static gboolean
refuse (CeDialog *self, GError **error)
{
  return self->source->refuse (self->source->data, &self->params, error);
}

/* Says why there is no OK, or lets the user have it. */
void
ce_dialog_check (CeDialog *self)
{
  g_autoptr (GError) error = NULL;

  self->refused = refuse (self, &error);
  g_free (self->refusal);
  self->refusal = error ? g_strdup (error->message) : NULL;
  gtk_dialog_set_response_sensitive (GTK_DIALOG (self->dialog), GTK_RESPONSE_OK, ! self->refused);
  if (self->refused)
    ce_status_line_set_error (self->status, self->refusal);
}

/* The user comes back, perhaps from unlocking the layer. */
static gboolean
focused (GtkWidget *dialog, GdkEventFocus *event, CeDialog *self)
{
  if (refuse (self, NULL) != self->refused)
    {
      ce_dialog_check (self);
      ce_dialog_request (self);
    }
  ce_dialog_follow_layer (self);

  return FALSE;
}

/* To look at the preview, perhaps. */
static gboolean
entered (GtkWidget *dialog, GdkEventCrossing *event, CeDialog *self)
{
  if (event->mode == GDK_CROSSING_NORMAL && event->detail != GDK_NOTIFY_INFERIOR
      && ! gtk_window_is_active (GTK_WINDOW (dialog)))
    ce_dialog_follow_layer (self);

  return FALSE;
}

/* Checks now and whenever the user comes back to it. What failed after OK, just before, is said until something
 * changes. */
void
ce_dialog_check_always (CeDialog *self)
{
  ce_dialog_check (self);
  if (self->source->complaint && ! self->refusal)
    self->refusal = g_strdup (self->source->complaint);
  g_signal_connect (self->dialog, "focus-in-event", G_CALLBACK (focused), self);
  gtk_widget_add_events (GTK_WIDGET (self->dialog), GDK_ENTER_NOTIFY_MASK);
  g_signal_connect (self->dialog, "enter-notify-event", G_CALLBACK (entered), self);
}
