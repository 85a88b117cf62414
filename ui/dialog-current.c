/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks the current layer, and whether it accepts the result; locked layers and groups do not. GIMP does not report
 * changes of pixels or of the selection to a plug-in, so the dialog reads them again when the user comes to it, and after
 * OK. If they have changed the layer is read again as a whole; parameters and view stay.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

static gboolean
check (CeDialog *self, GError **error)
{
  return self->source->check (self->source->data, &self->params, error);
}

/* Makes OK sensitive, or insensitive with the reason. */
void
ce_dialog_check (CeDialog *self)
{
  g_autoptr (GError) error = NULL;

  self->refused = ! check (self, &error);
  g_free (self->refusal);
  self->refusal = error ? g_strdup (error->message) : NULL;
  gtk_dialog_set_response_sensitive (GTK_DIALOG (self->dialog), GTK_RESPONSE_OK, ! self->refused);
  ce_dialog_show_hiding (self);
  if (self->refused)
    ce_dialog_say (self, CE_STATUS_ERROR, self->refusal);
}

/* Takes the selection, which may have changed. The effect on the canvas still has the old mask. */
void
ce_dialog_take_selection (CeDialog *self)
{
  g_autoptr (CeSelection) old = self->selection;

  self->selection = ce_selection_new (self->source->image, self->source->drawable);
  g_object_set (self->preview, "selected", ce_selection_get_mask (self->selection) != NULL, NULL);
  ce_dialog_show_within (self);
  if (self->source->show)
    self->source->show (self->source->data, NULL);
  ce_dialog_request (self);
}

/* Drops the pixels and reads the current ones. */
void
ce_dialog_read_anew (CeDialog *self)
{
  ce_trace ("read anew");
  ce_dialog_fail (self, NULL);
  ce_dialog_stop_reading (self);
  ce_dialog_say (self, NULL, _("Reading the layer…"));
  ce_render_start (self->render, &self->place);
}

/* A CeDialogCheckedFunc: @same, whether pixels and selection are unchanged, and the (nullable) reason why they
 * cannot be read. */
static void
take_check (CeDialog *self, gboolean same, const GError *error)
{
  ce_trace ("checked: %s", same ? "the same" : "another");
  self->layer.checking = FALSE;
  self->layer.current = same;
  if (same)
    return;

  ce_dialog_check (self);
  if (self->refused)
    return;

  if (! error)
    ce_dialog_read_anew (self);
  else
    ce_dialog_fail (self, error->message);
}

/* Returns whether a check since ce_dialog_check_anew() has found the layer unchanged. */
gboolean
ce_dialog_is_current (CeDialog *self)
{
  return self->layer.current;
}

/* Requires a new check of the layer. */
void
ce_dialog_check_anew (CeDialog *self)
{
  self->layer.current = self->layer.checking = FALSE;
}

/* Begins to check whether the layer is unchanged, unless a check runs. */
void
ce_dialog_go_on_checking (CeDialog *self)
{
  if (! self->layer.checking)
    self->layer.checking = ce_dialog_check_pixels (self, take_check);
}

/* Checks whether pixels, selection, the lock of alpha, the color of lines and layers above are unchanged. */
static void
follow_layer (CeDialog *self)
{
  ce_dialog_show_hiding (self);
  if (self->refused)
    return;

  ce_dialog_follow_look (self);
  ce_dialog_follow_line_color (self);
  self->layer.checking = ce_dialog_check_pixels (self, take_check);
}

/* Checks when the user comes back, perhaps after unlocking the layer. */
static gboolean
focused (GtkWidget *dialog, GdkEventFocus *event, CeDialog *self)
{
  if (check (self, NULL) == self->refused)
    {
      ce_dialog_check (self);
      ce_dialog_request (self);
    }
  follow_layer (self);

  return FALSE;
}

/* Checks when the pointer enters, because the user may look at the preview. */
static gboolean
entered (GtkWidget *dialog, GdkEventCrossing *event, CeDialog *self)
{
  if (event->mode == GDK_CROSSING_NORMAL && event->detail != GDK_NOTIFY_INFERIOR
      && ! gtk_window_is_active (GTK_WINDOW (dialog)))
    follow_layer (self);

  return FALSE;
}

/* Checks now and whenever the user comes back. A failure after the last OK is shown until a value changes. */
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
