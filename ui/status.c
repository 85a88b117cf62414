/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "status.h"

#include <glib/gi18n.h>

#include "live/trace.h"

/* Of a sentence, which may be all there is to know of why there is no OK. */
#define MOST_LINES 4

struct _CeStatusLine
{
  GtkBox     parent_instance;

  GtkWidget *icon;
  GtkWidget *label;
  GtkWidget *progress;
  GtkWidget *time;                 /* of its own place */
};

G_DEFINE_TYPE (CeStatusLine, ce_status_line, GTK_TYPE_BOX)

static void
ce_status_line_class_init (CeStatusLineClass *class)
{
}

static void
tell_cut (GtkWidget *label, GdkRectangle *allocation, gpointer data)
{
  if (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))))
    ce_trace ("status is cut");
}

static void
ce_status_line_init (CeStatusLine *line)
{
  GtkBox *box = GTK_BOX (line);

  gtk_box_set_spacing (box, 6);

  line->icon = g_object_new (GTK_TYPE_IMAGE, "no-show-all", TRUE, NULL);
  gtk_box_pack_start (box, line->icon, FALSE, FALSE, 0);

  line->label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, "wrap", TRUE, "lines",
                              MOST_LINES, "selectable", TRUE, "can-focus", FALSE, "visible", TRUE, NULL);
  g_signal_connect_after (line->label, "size-allocate", G_CALLBACK (tell_cut), NULL);
  atk_object_set_role (gtk_widget_get_accessible (line->label), ATK_ROLE_STATUSBAR);
  gtk_box_pack_start (box, line->label, TRUE, TRUE, 0);

  /* Opacity, not visibility: the line keeps its height. */
  line->progress = g_object_new (GTK_TYPE_PROGRESS_BAR, "valign", GTK_ALIGN_CENTER, "width-request", 120, "opacity", 0.0,
                                 "visible", TRUE, NULL);
  atk_object_set_name (gtk_widget_get_accessible (line->progress), _("Progress"));
  gtk_box_pack_end (box, line->progress, FALSE, FALSE, 0);

  line->time = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  gtk_style_context_add_class (gtk_widget_get_style_context (line->time), GTK_STYLE_CLASS_DIM_LABEL);
}

/* An empty line. */
GtkWidget *
ce_status_line_new (void)
{
  return g_object_new (CE_TYPE_STATUS_LINE, NULL);
}

/* What computed, and how long that took: few want to know it. */
GtkWidget *
ce_status_line_get_time (CeStatusLine *line)
{
  return line->time;
}

/* @text: what is going on or, with an icon, a sentence: CE_STATUS_ADVICE, CE_STATUS_ERROR. */
void
ce_status_line_set (CeStatusLine *line, const char *icon, const char *text)
{
  gtk_widget_set_visible (line->icon, icon != NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (line->icon), icon, GTK_ICON_SIZE_MENU);
  gtk_label_set_text (GTK_LABEL (line->label), text);
  gtk_widget_set_tooltip_text (line->label, icon ? text : NULL);
  ce_trace ("status: %s", text);
}

/* Says what rendered and how long it took, and why it was not the GPU if the GPU was meant to. */
void
ce_status_line_set_rendered (CeStatusLine *line, const CeEvent *event)
{
  g_autofree char *device = event->on_cpu ? g_strdup_printf (_("CPU (%s)"), event->device) : g_strdup (event->device);
  g_autofree char *time = g_strdup_printf (event->milliseconds < 10 ? "%.1f" : "%.0f", event->milliseconds);
  /* TRANSLATORS: a device and a time, "NVIDIA H200 · 12 ms" */
  g_autofree char *text = g_strdup_printf (_("%s · %s ms"), device, time);

  gtk_label_set_text (GTK_LABEL (line->time), text);
  gtk_widget_set_tooltip_text (line->time, event->fallback);
  ce_status_line_set (line, NULL, "");
  ce_trace ("status: %s", text);
}

/* @line: a status line; @share: the share done, 0 to 1; negative: nothing is going on. */
void
ce_status_line_set_progress (CeStatusLine *line, double share)
{
  gtk_widget_set_opacity (line->progress, share >= 0 ? 1 : 0);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (line->progress), CLAMP (share, 0, 1));
}
