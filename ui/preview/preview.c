/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "private.h"

#include <glib/gi18n.h>

G_DEFINE_TYPE (CePreview, ce_preview, GTK_TYPE_DRAWING_AREA)

static void
size_allocate (GtkWidget *widget, GtkAllocation *allocation)
{
  GTK_WIDGET_CLASS (ce_preview_parent_class)->size_allocate (widget, allocation);
  ce_preview_view_moved (CE_PREVIEW (widget));
}

static void
realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ce_preview_parent_class)->realize (widget);
  ce_preview_view_moved (CE_PREVIEW (widget));
}

static gboolean
motion (GtkWidget *widget, GdkEventMotion *event)
{
  ce_preview_update_pointer (widget, event);

  /* Gestures live in the parent's handler. */
  return GTK_WIDGET_CLASS (ce_preview_parent_class)->motion_notify_event (widget, event);
}

static void
dispose (GObject *object)
{
  CePreview *preview = CE_PREVIEW (object);

  g_clear_pointer (&preview->painter, ce_painter_free);
  g_clear_pointer (&preview->ants, ce_ants_free);
  g_clear_object (&preview->drag);
  g_clear_object (&preview->placeholder);
  g_clear_pointer (&preview->tint, ce_tint_unref);
  g_clear_pointer (&preview->laid_over, cairo_surface_destroy);
  g_clear_pointer (&preview->highlight, g_free);
  for (CePicture picture = 0; picture < CE_N_PICTURES; picture++)
    g_clear_pointer (&preview->paintings[picture].surface, cairo_surface_destroy);

  G_OBJECT_CLASS (ce_preview_parent_class)->dispose (object);
}

static void
ce_preview_class_init (CePreviewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->size_allocate = size_allocate;
  widget_class->realize = realize;
  widget_class->draw = ce_preview_draw;
  widget_class->scroll_event = ce_preview_scroll;
  widget_class->key_press_event = ce_preview_key;
  widget_class->motion_notify_event = motion;
  widget_class->popup_menu = ce_preview_popup_menu;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_IMAGE);

  /* Zoom or position changed. */
  g_signal_new ("view-changed", CE_TYPE_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* Before, after, both or the outline of the selection was chosen. */
  g_signal_new ("show-changed", CE_TYPE_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* The user asks about an edge: a pixel, how far from it the edge may be, and
   * where that is in the widget. */
  g_signal_new ("picked", CE_TYPE_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4, G_TYPE_INT, G_TYPE_INT,
                G_TYPE_INT, GDK_TYPE_RECTANGLE | G_SIGNAL_TYPE_STATIC_SCOPE);
  /* A new result was drawn; its generation. */
  g_signal_new ("shown", CE_TYPE_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ce_preview_init (CePreview *preview)
{
  preview->fit = TRUE;
  preview->scale = 1;
  preview->split = 0.5;
  preview->outlined = TRUE;
  ce_preview_input_init (preview);
  atk_object_set_name (gtk_widget_get_accessible (GTK_WIDGET (preview)), _("Preview"));
}

/**
 * ce_preview_new:
 * @width, @height: of the picture
 *
 * Returns: a preview that has nothing to show yet
 */
GtkWidget *
ce_preview_new (int width, int height)
{
  CePreview *preview = g_object_new (CE_TYPE_PREVIEW, NULL);

  preview->width = width;
  preview->height = height;
  preview->center_x = width / 2.0;
  preview->center_y = height / 2.0;

  return GTK_WIDGET (preview);
}

/**
 * ce_preview_set_placeholder:
 * @preview: a preview
 * @placeholder: (nullable): a small picture to show until the source has arrived
 */
void
ce_preview_set_placeholder (CePreview *preview, GdkPixbuf *placeholder)
{
  g_set_object (&preview->placeholder, placeholder);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}
