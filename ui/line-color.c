/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line-color.h"

#include <glib/gi18n.h>

typedef struct
{
  const CeFilter *filter;
  GtkWidget      *button;
  GeglColor      *first;             /* (nullable) the foreground before the user chose another one here */
  gboolean        setting;           /* not the user */
  GSourceOnceFunc changed;
  gpointer        data;
} LineColor;

static void
free_line_color (gpointer data)
{
  LineColor *self = data;

  g_clear_object (&self->first);
  g_free (self);
}

static LineColor *
line_color_of (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "ce-line-color");
}

static void
color_changed (GimpColorButton *button, LineColor *self)
{
  g_autoptr (GObject) color = G_OBJECT (gimp_color_button_get_color (button));

  if (self->setting)
    return;

  if (! self->first)
    self->first = gimp_context_get_foreground ();
  gimp_context_set_foreground (GEGL_COLOR (color));
  self->changed (self->data);
}

/* A row with a label and a button; @changed is called with @data when the user has chosen another color. */
GtkWidget *
ce_line_color_new (const CeFilter *filter, GSourceOnceFunc changed, gpointer data)
{
  LineColor          *self = g_new0 (LineColor, 1);
  GtkWidget          *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget          *label = g_object_new (GTK_TYPE_LABEL, "label", _("Line color"), "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  g_autoptr (GObject) color = G_OBJECT (gimp_context_get_foreground ());

  self->filter = filter;
  self->changed = changed;
  self->data = data;
  self->button = gimp_color_button_new (_("Line color"), 40, 16, GEGL_COLOR (color), GIMP_COLOR_AREA_FLAT);
  gtk_widget_set_name (self->button, "ce-line color");
  gtk_widget_set_tooltip_text (self->button, _("GIMP's foreground color, of which transparent lines are; to choose another one here "
                                               "changes it in GIMP, too"));
  g_signal_connect (self->button, "color-changed", G_CALLBACK (color_changed), self);
  gtk_box_pack_start (GTK_BOX (row), label, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (row), self->button, FALSE, FALSE, 0);
  gtk_widget_show_all (row);
  gtk_widget_set_no_show_all (row, TRUE);
  g_object_set_data_full (G_OBJECT (row), "ce-line-color", self, free_line_color);

  return row;
}

/* It is there where lines have a color. */
void
ce_line_color_config_changed (GtkWidget *row, const CeParams *params)
{
  gtk_widget_set_visible (row, params->style == CE_STYLE_LINES && ce_filter_has_style (line_color_of (row)->filter, params));
}

/* The user may have chosen another one in GIMP. */
void
ce_line_color_follow (GtkWidget *row)
{
  LineColor          *self = line_color_of (row);
  g_autoptr (GObject) color = G_OBJECT (gimp_context_get_foreground ());

  self->setting = TRUE;
  gimp_color_button_set_color (GIMP_COLOR_BUTTON (self->button), GEGL_COLOR (color));
  self->setting = FALSE;
}

/* The dialog is cancelled. */
void
ce_line_color_give_back (GtkWidget *row)
{
  LineColor *self = line_color_of (row);

  if (self->first)
    gimp_context_set_foreground (self->first);
}
