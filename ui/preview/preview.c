/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "private.h"

#include <glib/gi18n.h>

enum
{
  PROP_SHOW = 1, PROP_SPLIT, PROP_OUTLINED, PROP_SELECTED, PROP_PICKABLE, PROP_OVERLAYS, PROP_THIN, PROP_ZOOM, PROP_BOLDER
};

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

  /* The parent's handler runs gestures. */
  return GTK_WIDGET_CLASS (ce_preview_parent_class)->motion_notify_event (widget, event);
}

static void
dispose (GObject *object)
{
  CePreview *preview = CE_PREVIEW (object);

  g_clear_object (&preview->drag);
  g_clear_pointer (&preview->lut, ce_lut_unref);
  g_clear_pointer (&preview->frame, ce_frame_unref);
  g_clear_pointer (&preview->lines, ce_lines_unref);
  g_clear_pointer (&preview->touched, g_array_unref);

  G_OBJECT_CLASS (ce_preview_parent_class)->dispose (object);
}

static void
set_show (CePreview *preview, CePreviewShow show)
{
  preview->show = show == CE_SHOW_OVERLAY && ! preview->overlays ? CE_SHOW_SPLIT : show;
  preview->flipped = FALSE;
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  CePreview *preview = CE_PREVIEW (object);

  switch (id)
    {
    case PROP_SHOW: set_show (preview, g_value_get_int (value)); break;
    case PROP_SPLIT: preview->split = g_value_get_double (value); break;
    case PROP_OUTLINED: preview->outlined = g_value_get_boolean (value); break;
    case PROP_SELECTED: preview->selected = g_value_get_boolean (value); break;
    case PROP_PICKABLE: preview->pickable = g_value_get_boolean (value); break;
    case PROP_OVERLAYS: preview->overlays = g_value_get_boolean (value); break;
    case PROP_THIN: preview->thin = g_value_get_boolean (value); break;
    }

  if (id == PROP_THIN)
    g_object_notify (object, "bolder");
  if (id == PROP_SHOW || id == PROP_OUTLINED || id == PROP_SELECTED)
    ce_preview_changed (preview);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  CePreview *preview = CE_PREVIEW (object);

  switch (id)
    {
    case PROP_SHOW: g_value_set_int (value, preview->show); break;
    case PROP_SPLIT: g_value_set_double (value, preview->split); break;
    case PROP_OUTLINED: g_value_set_boolean (value, preview->outlined); break;
    case PROP_SELECTED: g_value_set_boolean (value, preview->selected); break;
    case PROP_PICKABLE: g_value_set_boolean (value, preview->pickable); break;
    case PROP_OVERLAYS: g_value_set_boolean (value, preview->overlays); break;
    case PROP_THIN: g_value_set_boolean (value, preview->thin); break;
    case PROP_ZOOM: g_value_set_double (value, preview->scale); break;
    case PROP_BOLDER: g_value_set_boolean (value, preview->thin && preview->scale < 1); break;
    }
}

static void
add_properties (GObjectClass *class)
{
  const GParamFlags both = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  g_object_class_install_property (class, PROP_SHOW,
                                   g_param_spec_int ("show", NULL, NULL, CE_SHOW_SPLIT, CE_SHOW_OVERLAY, CE_SHOW_SPLIT,
                                                     both));
  g_object_class_install_property (class, PROP_SPLIT, g_param_spec_double ("split", NULL, NULL, 0, 1, 0.5, both));
  g_object_class_install_property (class, PROP_OUTLINED, g_param_spec_boolean ("outlined", NULL, NULL, TRUE, both));
  g_object_class_install_property (class, PROP_SELECTED, g_param_spec_boolean ("selected", NULL, NULL, FALSE, both));
  g_object_class_install_property (class, PROP_PICKABLE, g_param_spec_boolean ("pickable", NULL, NULL, FALSE, both));
  g_object_class_install_property (class, PROP_OVERLAYS,
                                   g_param_spec_boolean ("overlays", NULL, NULL, FALSE, both | G_PARAM_CONSTRUCT_ONLY));
  g_object_class_install_property (class, PROP_THIN, g_param_spec_boolean ("thin", NULL, NULL, FALSE, both));
  g_object_class_install_property (class, PROP_BOLDER, g_param_spec_boolean ("bolder", NULL, NULL, FALSE,
                                                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (class, PROP_ZOOM, g_param_spec_double ("zoom", NULL, NULL, 0, G_MAXDOUBLE, 1,
                                                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
ce_preview_class_init (CePreviewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->set_property = set_property;
  G_OBJECT_CLASS (class)->get_property = get_property;
  add_properties (G_OBJECT_CLASS (class));
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
  /* The user asks about an edge: a pixel, the largest distance of the edge from it, and
   * the place in the widget. */
  g_signal_new ("picked", CE_TYPE_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4, G_TYPE_INT, G_TYPE_INT,
                G_TYPE_INT, GDK_TYPE_RECTANGLE | G_SIGNAL_TYPE_STATIC_SCOPE);
  /* The user drags over edges: a #CeTouch. */
  g_signal_new ("touched", CE_TYPE_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
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

GtkWidget *
ce_preview_new (int width, int height, gboolean overlays)
{
  CePreview *preview = g_object_new (CE_TYPE_PREVIEW, "overlays", overlays, NULL);

  preview->width = width;
  preview->height = height;
  preview->center_x = width / 2.0;
  preview->center_y = height / 2.0;

  return GTK_WIDGET (preview);
}
