/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "histogram-private.h"

#include <math.h>

/* The line within reach; of two the one on whose side the pointer is. */
static Line
line_at (CeHistogramView *self, double x)
{
  double to_low = x - ce_histogram_x_of (self, self->thresholds[LOW]);
  double to_high = x - ce_histogram_x_of (self, self->thresholds[HIGH]);

  if (self->caption)
    return self->movable && fabs (to_high) <= REACH ? HIGH : NO_LINE;
  if (! self->movable || MIN (fabs (to_low), fabs (to_high)) > REACH)
    return NO_LINE;
  if (fabs (to_low) == fabs (to_high))
    return to_high >= 0 ? HIGH : LOW;

  return fabs (to_low) < fabs (to_high) ? LOW : HIGH;
}

static void
drag_begin (GtkGestureDrag *drag, double x, double y, CeHistogramView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->dragged = line_at (self, x);
  if (self->dragged != NO_LINE)
    self->active = self->dragged;
  else
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

/* The lines do not pass each other. */
static void
drag_update (GtkGestureDrag *drag, double dx, double dy, CeHistogramView *self)
{
  double x, y, magnitude;

  if (self->dragged == NO_LINE || ! gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;

  magnitude = round (ce_histogram_magnitude_at (self, x + dx) * 10) / 10;
  if (self->dragged == LOW)
    magnitude = MIN (magnitude, self->thresholds[HIGH]);
  else
    magnitude = MAX (magnitude, self->thresholds[LOW]);

  if (magnitude != self->thresholds[self->dragged])
    g_signal_emit_by_name (self, "threshold-moved", self->dragged == LOW ? "low" : "high", magnitude);
}

static void
drag_end (GtkGestureDrag *drag, double dx, double dy, CeHistogramView *self)
{
  self->dragged = NO_LINE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* #GtkWidgetClass.motion_notify_event. */
gboolean
ce_histogram_motion (GtkWidget *widget, GdkEventMotion *event)
{
  gboolean   near = line_at (CE_HISTOGRAM_VIEW (widget), event->x) != NO_LINE;
  GdkCursor *cursor = near ? gdk_cursor_new_from_name (gtk_widget_get_display (widget), "col-resize") : NULL;

  gdk_window_set_cursor (gtk_widget_get_window (widget), cursor);
  g_clear_object (&cursor);

  /* Gestures live in the parent's handler. */
  return GTK_WIDGET_CLASS (g_type_class_peek_parent (GTK_WIDGET_GET_CLASS (widget)))->motion_notify_event (widget, event);
}

/* A whole level, ten with Shift. */
static void
move_line (CeHistogramView *self, double by)
{
  double magnitude = CLAMP (self->thresholds[self->active] + by, 0, self->max);

  if (self->active == LOW)
    magnitude = MIN (magnitude, self->thresholds[HIGH]);
  else
    magnitude = MAX (magnitude, self->thresholds[LOW]);
  if (self->movable && magnitude != self->thresholds[self->active])
    g_signal_emit_by_name (self, "threshold-moved", self->active == LOW ? "low" : "high", magnitude);
}

/* #GtkWidgetClass.key_press_event. */
gboolean
ce_histogram_key (GtkWidget *widget, GdkEventKey *event)
{
  CeHistogramView *self = CE_HISTOGRAM_VIEW (widget);
  double           step = event->state & GDK_SHIFT_MASK ? 10 : 1;

  if (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK))
    return FALSE;

  switch (event->keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_line (self, -step);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_line (self, step);
      break;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      self->active = HIGH;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      self->active = self->caption ? HIGH : LOW;
      break;
    default:
      return FALSE;
    }
  gtk_widget_queue_draw (widget);

  return TRUE;
}

/* Makes it listen. */
void
ce_histogram_input_init (CeHistogramView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->drag = gtk_gesture_drag_new (widget);
  g_signal_connect (self->drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (self->drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (self->drag, "drag-end", G_CALLBACK (drag_end), self);
}
