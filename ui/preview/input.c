/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Handles mouse and keyboard of the preview.
 */
#include "private.h"

#include <math.h>

/* The largest distance of the pointer that takes the split line, logical pixels. */
#define REACH 8
/* The pan of an arrow key, logical pixels. */
#define ARROW 48
/* A drag that is shorter is a click. */
#define CLICK 4
/* The largest distance of an edge from a click, logical pixels. */
#define PICK_REACH 6

static int
factor_of (CePreview *preview)
{
  return gtk_widget_get_scale_factor (GTK_WIDGET (preview));
}

static gboolean
near_split (CePreview *preview, double x)
{
  double split = (double) ce_preview_split_at (preview) / factor_of (preview);

  return preview->show == CE_SHOW_SPLIT && fabs (x - split) <= REACH;
}

static void
set_split (CePreview *preview, double split)
{
  g_object_set (preview, "split", CLAMP (split, 0, 1), NULL);
}

static void
drag_begin (GtkGestureDrag *drag, double x, double y, CePreview *preview)
{
  gtk_widget_grab_focus (GTK_WIDGET (preview));
  if (ce_preview_touch_begin (preview, x, y))
    return;
  preview->dragging_split = near_split (preview, x);
  preview->drag_x = preview->dragging_split ? x : preview->center_x;
  preview->drag_y = preview->center_y;
}

static void
drag_update (GtkGestureDrag *drag, double dx, double dy, CePreview *preview)
{
  int    width = gtk_widget_get_allocated_width (GTK_WIDGET (preview));
  double x, y;

  if (preview->touching && gtk_gesture_drag_get_start_point (drag, &x, &y))
    {
      ce_preview_touch_move (preview, x + dx, y + dy);
      return;
    }
  if (preview->dragging_split)
    {
      set_split (preview, (preview->drag_x + dx) / width);
      return;
    }

  preview->center_x = preview->drag_x;
  preview->center_y = preview->drag_y;
  ce_preview_pan (preview, -dx * factor_of (preview), -dy * factor_of (preview));
}

/* Returns whether a click at a point of the widget, logical pixels, asks about an edge. */
static gboolean
is_pickable (CePreview *preview, double x, double y)
{
  CePoint pixel = ce_preview_get_pixel (preview, x, y);

  return preview->pickable && pixel.x >= 0 && pixel.y >= 0 && pixel.x < preview->width && pixel.y < preview->height;
}

static gboolean
pick (CePreview *preview, double x, double y)
{
  GdkRectangle at = { (int) x, (int) y, 1, 1 };
  CePoint      pixel = ce_preview_get_pixel (preview, x, y);

  if (! is_pickable (preview, x, y))
    return FALSE;

  g_signal_emit_by_name (preview, "picked", pixel.x, pixel.y,
                         MAX (1, (int) ceil (PICK_REACH * factor_of (preview) / preview->scale)), &at);

  return TRUE;
}

/* Ends a drag; a short one is a click. */
static void
drag_end (GtkGestureDrag *drag, double dx, double dy, CePreview *preview)
{
  double x, y;

  if (preview->touching)
    {
      ce_preview_touch_end (preview);
      return;
    }
  if (! preview->dragging_split && hypot (dx, dy) < CLICK && gtk_gesture_drag_get_start_point (drag, &x, &y))
    pick (preview, x, y);
}

/* #GtkWidgetClass.popup_menu: asks about the edge in the middle. */
gboolean
ce_preview_popup_menu (GtkWidget *widget)
{
  return pick (CE_PREVIEW (widget), gtk_widget_get_allocated_width (widget) / 2.0,
               gtk_widget_get_allocated_height (widget) / 2.0);
}

static gboolean
is_larger_than_widget (CePreview *preview)
{
  CePicturePlace place;

  ce_preview_get_place (preview, &place);

  return place.x < 0 || place.y < 0;
}

/* Sets the pointer's shape to the action of a drag. */
void
ce_preview_update_pointer (GtkWidget *widget, const GdkEventMotion *event)
{
  CePreview  *preview = CE_PREVIEW (widget);
  GdkWindow  *window = gtk_widget_get_window (widget);
  const char *name = NULL;
  g_autoptr (GdkCursor) cursor = NULL;

  if (event->state & GDK_BUTTON1_MASK)
    return;

  if (near_split (preview, event->x))
    name = "col-resize";
  else if (is_pickable (preview, event->x, event->y))
    name = "crosshair";
  else if (is_larger_than_widget (preview))
    name = "grab";
  if (name)
    cursor = gdk_cursor_new_from_name (gtk_widget_get_display (widget), name);
  gdk_window_set_cursor (window, cursor);
}

/* #GtkWidgetClass.scroll_event: zooms at the pointer. */
gboolean
ce_preview_scroll (GtkWidget *widget, GdkEventScroll *event)
{
  CePreview *preview = CE_PREVIEW (widget);
  int        factor = factor_of (preview);
  double     dx, dy;

  if (event->direction == GDK_SCROLL_UP)
    preview->scrolled -= 1;
  else if (event->direction == GDK_SCROLL_DOWN)
    preview->scrolled += 1;
  else if (gdk_event_get_scroll_deltas ((GdkEvent *) event, &dx, &dy))
    preview->scrolled += dy;

  for (; fabs (preview->scrolled) >= 1; preview->scrolled -= copysign (1, preview->scrolled))
    ce_preview_zoom_at (preview, ce_preview_step_scale (preview->scale, preview->scrolled < 0 ? 1 : -1),
                        event->x * factor, event->y * factor);

  return TRUE;
}

/* Keys that move the view: steps of the zoom, and of arrows to the right and down. */
static const struct { guint keys[3]; int zoom, x, y; } moves[] = {
  { { GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add }, 1, 0, 0 },
  { { GDK_KEY_minus, GDK_KEY_KP_Subtract }, -1, 0, 0 },
  { { GDK_KEY_Left, GDK_KEY_KP_Left }, 0, -1, 0 },
  { { GDK_KEY_Right, GDK_KEY_KP_Right }, 0, 1, 0 },
  { { GDK_KEY_Up, GDK_KEY_KP_Up }, 0, 0, -1 },
  { { GDK_KEY_Down, GDK_KEY_KP_Down }, 0, 0, 1 },
};

/* Keys that choose what is shown. */
static const struct { guint key; CePreviewShow show; } shows[] = {
  { GDK_KEY_b, CE_SHOW_BEFORE }, { GDK_KEY_s, CE_SHOW_SPLIT }, { GDK_KEY_a, CE_SHOW_AFTER }, { GDK_KEY_v, CE_SHOW_OVERLAY }
};

static gboolean
move_key (CePreview *preview, guint key)
{
  double step = ARROW * factor_of (preview);

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    for (guint j = 0; j < G_N_ELEMENTS (moves[i].keys); j++)
      if (key == moves[i].keys[j])
        {
          if (moves[i].zoom)
            ce_preview_zoom_step (preview, moves[i].zoom);
          else
            ce_preview_pan (preview, moves[i].x * step, moves[i].y * step);
          return TRUE;
        }

  return FALSE;
}

/* #GtkWidgetClass.key_press_event. */
gboolean
ce_preview_key (GtkWidget *widget, GdkEventKey *event)
{
  CePreview *preview = CE_PREVIEW (widget);

  if (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK))
    return FALSE;

  switch (gdk_keyval_to_lower (event->keyval))
    {
    case GDK_KEY_space:
    case GDK_KEY_x:
      preview->flipped = ! preview->flipped;
      gtk_widget_queue_draw (widget);
      return TRUE;
    case GDK_KEY_bracketleft:
    case GDK_KEY_comma:
      set_split (preview, preview->split - 0.02);
      return TRUE;
    case GDK_KEY_bracketright:
    case GDK_KEY_period:
      set_split (preview, preview->split + 0.02);
      return TRUE;
    case GDK_KEY_1:
    case GDK_KEY_KP_1:
      ce_preview_zoom_original (preview);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      ce_preview_fit (preview);
      return TRUE;
    case GDK_KEY_e:
      return ce_preview_popup_menu (widget);
    case GDK_KEY_o:
      g_object_set (preview, "outlined", ! preview->outlined, NULL);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    if (gdk_keyval_to_lower (event->keyval) == shows[i].key)
      {
        g_object_set (preview, "show", shows[i].show, NULL);
        return TRUE;
      }

  return move_key (preview, event->keyval);
}

void
ce_preview_input_init (CePreview *preview)
{
  GtkWidget *widget = GTK_WIDGET (preview);

  gtk_widget_set_can_focus (widget, TRUE);
  gtk_widget_add_events (widget, GDK_SCROLL_MASK | GDK_SMOOTH_SCROLL_MASK | GDK_POINTER_MOTION_MASK
                                 | GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK | GDK_KEY_PRESS_MASK);

  preview->drag = gtk_gesture_drag_new (widget);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (preview->drag), 0);
  g_signal_connect (preview->drag, "drag-begin", G_CALLBACK (drag_begin), preview);
  g_signal_connect (preview->drag, "drag-update", G_CALLBACK (drag_update), preview);
  g_signal_connect (preview->drag, "drag-end", G_CALLBACK (drag_end), preview);
}
