/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The buttons above the preview.
 */
#include "preview.h"

#include <glib/gi18n.h>

#include "live/trace.h"
#include "ui/style.h"

/* Callbacks of buttons. */
static void
zoom_out (CePreview *preview)
{
  ce_preview_zoom_step (preview, -1);
}

static void
zoom_in (CePreview *preview)
{
  ce_preview_zoom_step (preview, 1);
}

/* A GBindingTransformFunc: the zoom as text. GIMP's pixels are those of a screen at scale 1. */
static gboolean
zoom_to_text (GBinding *binding, const GValue *zoom, GValue *text, gpointer data)
{
  double percent = g_value_get_double (zoom) * 100 / gtk_widget_get_scale_factor (GTK_WIDGET (data));

  g_value_take_string (text, g_strdup_printf (percent < 10 ? _("%.1f %%") : _("%.0f %%"), percent));

  return TRUE;
}

/* The buttons of the view, by their names in the layout. */
static const struct { CePreviewShow show; const char *button; } shows[] = {
  { CE_SHOW_BEFORE, "before" }, { CE_SHOW_SPLIT, "split" }, { CE_SHOW_AFTER, "after" }, { CE_SHOW_OVERLAY, "overlay" }
};

/* GBindingTransformFunc. */
static gboolean
show_to_active (GBinding *binding, const GValue *show, GValue *active, gpointer own)
{
  g_value_set_boolean (active, g_value_get_int (show) == GPOINTER_TO_INT (own));

  return TRUE;
}

/* A GBindingTransformFunc. FALSE: another button of the group is active. */
static gboolean
active_to_show (GBinding *binding, const GValue *active, GValue *show, gpointer own)
{
  g_value_set_int (show, GPOINTER_TO_INT (own));

  return g_value_get_boolean (active);
}

/* GSourceFunc. */
static gboolean
choose_child (gpointer data)
{
  GtkStack *stack = data;

  gtk_stack_set_visible_child_name (stack, g_object_get_data (data, "ce-child"));
  g_object_unref (stack);

  return G_SOURCE_REMOVE;
}

/* Shows a menu instead of buttons if their words do not fit, in some languages or on a small screen. */
static void
fit_shows (GtkWidget *box, GdkRectangle *allocation, GtkStack *stack)
{
  GList      *children = gtk_container_get_children (GTK_CONTAINER (box));
  const char *child;
  int         needed = 0, width;

  for (GList *row = children; row; row = row->next)
    {
      GtkWidget *widget = row->data == stack ? gtk_stack_get_child_by_name (stack, "buttons") : row->data;

      gtk_widget_get_preferred_width (widget, NULL, &width);
      needed += gtk_widget_get_visible (widget) ? width : 0;
    }
  g_list_free (children);

  child = needed <= allocation->width ? "buttons" : "menu";
  if (g_strcmp0 (child, gtk_stack_get_visible_child_name (stack)) == 0)
    return;
  ce_trace ("views: %s", child);
  /* It is chosen later, because GTK ignores size requests during an allocation. */
  g_object_set_data (G_OBJECT (stack), "ce-child", (gpointer) child);
  g_idle_add (choose_child, g_object_ref (stack));
}

/* Adds buttons for the preview's zoom and view to a box; the layout binds them to @preview. */
void
ce_preview_add_bar (CePreview *preview, GtkBox *box)
{
  g_autoptr (GtkBuilder) layout = gtk_builder_new ();
  GtkWidget             *bar;
  GtkComboBoxText       *menu;
  gboolean               overlays;

  gtk_builder_expose_object (layout, "preview", G_OBJECT (preview));
  gtk_builder_add_from_resource (layout, "/cuda-edges/layout/bar.ui", NULL);
  gtk_builder_add_callback_symbols (layout, "zoom_out", G_CALLBACK (zoom_out), "zoom_in", G_CALLBACK (zoom_in),
                                    "ce_preview_fit", G_CALLBACK (ce_preview_fit), "ce_preview_zoom_original",
                                    G_CALLBACK (ce_preview_zoom_original), NULL);
  gtk_builder_connect_signals (layout, preview);
  ce_style_name_icons (layout);
  g_object_bind_property_full (preview, "zoom", gtk_builder_get_object (layout, "zoom"), "label", G_BINDING_SYNC_CREATE,
                               zoom_to_text, NULL, preview, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    g_object_bind_property_full (preview, "show", gtk_builder_get_object (layout, shows[i].button), "active",
                                 G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE, show_to_active, active_to_show,
                                 GINT_TO_POINTER (shows[i].show), NULL);
  g_object_get (preview, "overlays", &overlays, NULL);
  menu = GTK_COMBO_BOX_TEXT (gtk_builder_get_object (layout, "menu"));
  if (! overlays)
    gtk_combo_box_text_remove (menu, CE_SHOW_OVERLAY);
  g_object_bind_property (preview, "show", menu, "active", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  bar = GTK_WIDGET (gtk_builder_get_object (layout, "bar"));
  g_signal_connect_object (bar, "size-allocate", G_CALLBACK (fit_shows), gtk_builder_get_object (layout, "shows"), 0);
  gtk_box_pack_start (box, bar, FALSE, FALSE, 0);
}
