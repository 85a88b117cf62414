/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line below the preview: the reason why OK is insensitive, the running work and its progress. Device and time of the
 * last render are among the advanced rows.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "style.h"

/* The most lines of a sentence, which may be the only reason why OK is insensitive. */
#define MOST_LINES 4

static void
tell_cut (GtkWidget *label, GdkRectangle *allocation, gpointer data)
{
  if (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))))
    ce_trace ("status is cut");
}

/* The progress is a thin bar with some space above it, together this high, logical pixels. */
#define BELOW_TEXT 7

/* Returns an empty line with the progress below it: the text has the whole width and is level with its neighbors. */
GtkWidget *
ce_dialog_status_new (CeDialog *self)
{
  GtkWidget *status = gtk_overlay_new ();
  GtkWidget *line = g_object_new (GTK_TYPE_BOX, "spacing", 6, "margin-top", BELOW_TEXT, "margin-bottom", BELOW_TEXT, NULL);
  GtkBox    *box = GTK_BOX (line);

  self->status.icon = g_object_new (GTK_TYPE_IMAGE, "no-show-all", TRUE, NULL);
  gtk_box_pack_start (box, self->status.icon, FALSE, FALSE, 0);

  self->status.text = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, "wrap", TRUE, "lines",
                                    MOST_LINES, "selectable", TRUE, "can-focus", FALSE, NULL);
  g_signal_connect_after (self->status.text, "size-allocate", G_CALLBACK (tell_cut), NULL);
  atk_object_set_role (gtk_widget_get_accessible (self->status.text), ATK_ROLE_STATUSBAR);
  gtk_box_pack_start (box, self->status.text, TRUE, TRUE, 0);
  gtk_container_add (GTK_CONTAINER (status), line);

  /* GTK's progress bar is at least 150 pixels wide, and an overlay asks for no width. Opacity hides the bar, not visibility,
   * because a bar that appears would change the layout. */
  self->status.progress = g_object_new (GTK_TYPE_PROGRESS_BAR, "name", "ce-progress", "opacity", 0.0,
                                        "valign", GTK_ALIGN_END, NULL);
  atk_object_set_name (gtk_widget_get_accessible (self->status.progress), _("Progress"));
  gtk_overlay_add_overlay (GTK_OVERLAY (status), self->status.progress);
  gtk_overlay_set_overlay_pass_through (GTK_OVERLAY (status), self->status.progress, TRUE);

  return status;
}

/* Returns a line with device and time of the last result. */
GtkWidget *
ce_dialog_time_new (CeDialog *self)
{
  self->status.time = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  ce_style_add (self->status.time, GTK_STYLE_CLASS_DIM_LABEL);

  return self->status.time;
}

/* Shows @text: the running work or, with the icon CE_STATUS_ADVICE or CE_STATUS_ERROR, a sentence. */
void
ce_dialog_say (CeDialog *self, const char *icon, const char *text)
{
  gtk_widget_set_visible (self->status.icon, icon != NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->status.icon), icon, GTK_ICON_SIZE_MENU);
  gtk_label_set_text (GTK_LABEL (self->status.text), text);
  gtk_widget_set_tooltip_text (self->status.text, icon ? text : NULL);
  ce_trace ("status: %s", text);
}

/* Shows device and time of a render, and the reason if the GPU was wanted and did not compute; NULL: there is none. */
void
ce_dialog_show_time (CeDialog *self, const CeEvent *event)
{
  g_autofree char *device = NULL, *time = NULL, *text = NULL;

  if (event)
    {
      device = event->on_cpu ? g_strdup_printf (_("CPU (%s)"), event->device) : g_strdup (event->device);
      time = g_strdup_printf (event->milliseconds < 10 ? "%.1f" : "%.0f", event->milliseconds);
      /* TRANSLATORS: a device and a time, "NVIDIA H200 · 12 ms" */
      text = g_strdup_printf (_("%s · %s ms"), device, time);
    }
  gtk_label_set_text (GTK_LABEL (self->status.time), text ? text : "");
  gtk_widget_set_tooltip_text (self->status.time, event ? event->fallback : NULL);
  ce_trace ("time: %s", text ? text : "none");
}

/* Shows the share of the work that is done, 0 to 1; negative: no work runs. */
void
ce_dialog_set_progress (CeDialog *self, double share)
{
  gtk_widget_set_opacity (self->status.progress, share >= 0 ? 1 : 0);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->status.progress), CLAMP (share, 0, 1));
}
