/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "style.h"

/* @widget: a widget; @css: what it, and nothing in it, looks like besides what GIMP's theme says. */
void
ce_style_add (GtkWidget *widget, const char *css)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_data (provider, css, -1, NULL);
  gtk_style_context_add_provider (gtk_widget_get_style_context (widget), GTK_STYLE_PROVIDER (provider),
                                  GTK_STYLE_PROVIDER_PRIORITY_USER);
}

/* Makes its text smaller than the theme's. */
void
ce_style_make_small (GtkLabel *label)
{
  g_autoptr (PangoAttrList) small = pango_attr_list_new ();

  pango_attr_list_insert (small, pango_attr_scale_new (PANGO_SCALE_SMALL));
  gtk_label_set_attributes (label, small);
}

/* A widget without a label of its own: this is its tooltip, and what a screen reader calls it. */
void
ce_style_explain (GtkWidget *widget, const char *text)
{
  gtk_widget_set_tooltip_text (widget, text);
  atk_object_set_name (gtk_widget_get_accessible (widget), text);
}

/* A button that has an icon alone. */
GtkWidget *
ce_style_new_button (const char *icon, const char *text, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon, GTK_ICON_SIZE_BUTTON);

  ce_style_explain (button, text);
  g_signal_connect (button, "clicked", clicked, data);

  return button;
}
