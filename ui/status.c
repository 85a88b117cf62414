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

  line->icon = gtk_image_new ();
  gtk_widget_set_no_show_all (line->icon, TRUE);
  gtk_box_pack_start (box, line->icon, FALSE, FALSE, 0);

  line->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (line->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (line->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_line_wrap (GTK_LABEL (line->label), TRUE);
  gtk_label_set_lines (GTK_LABEL (line->label), MOST_LINES);
  g_signal_connect_after (line->label, "size-allocate", G_CALLBACK (tell_cut), NULL);
  gtk_label_set_selectable (GTK_LABEL (line->label), TRUE);
  gtk_widget_set_can_focus (line->label, FALSE);
  atk_object_set_role (gtk_widget_get_accessible (line->label), ATK_ROLE_STATUSBAR);
  gtk_box_pack_start (box, line->label, TRUE, TRUE, 0);

  /* Opacity, not visibility: the line keeps its height. */
  line->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (line->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (line->progress, 120, -1);
  gtk_widget_set_opacity (line->progress, 0);
  atk_object_set_name (gtk_widget_get_accessible (line->progress), _("Progress"));
  gtk_box_pack_end (box, line->progress, FALSE, FALSE, 0);

  line->time = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (line->time), 0);
  gtk_label_set_ellipsize (GTK_LABEL (line->time), PANGO_ELLIPSIZE_END);
  gtk_style_context_add_class (gtk_widget_get_style_context (line->time), GTK_STYLE_CLASS_DIM_LABEL);

  gtk_widget_show (line->label);
  gtk_widget_show (line->progress);
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

static void
show (CeStatusLine *line, const char *icon, const char *text)
{
  gtk_widget_set_visible (line->icon, icon != NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (line->icon), icon, GTK_ICON_SIZE_MENU);
  gtk_label_set_text (GTK_LABEL (line->label), text);
  gtk_widget_set_tooltip_text (line->label, icon ? text : NULL);
}

static void
set (CeStatusLine *line, const char *icon, const char *text)
{
  show (line, icon, text);
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
  show (line, NULL, "");
  ce_trace ("status: %s", text);
}

/* @line: a status line; @text: what is going on. */
void
ce_status_line_set_text (CeStatusLine *line, const char *text)
{
  set (line, NULL, text);
}

/* @line: a status line; @sentence: what the user may want to change. */
void
ce_status_line_set_advice (CeStatusLine *line, const char *sentence)
{
  set (line, "dialog-information", sentence);
}

/* @line: a status line; @sentence: what went wrong. */
void
ce_status_line_set_error (CeStatusLine *line, const char *sentence)
{
  set (line, "dialog-warning", sentence);
}

/* @line: a status line; @share: the share done, 0 to 1; negative: nothing is going on. */
void
ce_status_line_set_progress (CeStatusLine *line, double share)
{
  gtk_widget_set_opacity (line->progress, share >= 0 ? 1 : 0);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (line->progress), CLAMP (share, 0, 1));
}
