/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both axes are logarithmic: an image has a thousand times more faint
 * gradients than strong ones, and it is the few strong ones that matter. That of a mask
 * goes from nothing to everything evenly.
 */
#include "histogram.h"

#include <math.h>

#include <glib/gi18n.h>

/* Logical pixels. */
#define HEIGHT 96
#define CAPTION 18              /* the line of text above the bars */
#define REACH 7                 /* how near the pointer must be to take a line */

typedef enum { LOW, HIGH, N_LINES, NO_LINE = N_LINES } Line;

struct _CeHistogramView
{
  GtkDrawingArea parent_instance;

  double         max;                    /* of the magnitudes shown */
  double         bins[CE_HISTOGRAM_BINS];
  double         total;
  double         thresholds[N_LINES];
  gboolean       movable;
  gboolean       linear;                 /* from left to right; else logarithmic */
  const char    *caption;                /* (nullable) of the one line, the high one; NULL: there are two */
  double         share;                  /* percent of edge pixels; negative: unknown */
  Line           dragged;
  Line           active;                 /* what the arrow keys move */
};

/* Of the widget, logical pixels. */
static double
get_width (CeHistogramView *self)
{
  return gtk_widget_get_allocated_width (GTK_WIDGET (self));
}

/* Where a magnitude is. */
static double
x_of (CeHistogramView *self, double magnitude)
{
  double level = MIN (magnitude, self->max);

  return (self->linear ? level / self->max : log1p (level) / log1p (self->max)) * get_width (self);
}

/* Which magnitude is at a place. */
static double
magnitude_at (CeHistogramView *self, double x)
{
  double share = CLAMP (x / get_width (self), 0, 1);

  return self->linear ? share * self->max : expm1 (share * log1p (self->max));
}

G_DEFINE_TYPE (CeHistogramView, ce_histogram, GTK_TYPE_DRAWING_AREA)

static const GdkRGBA line_colors[N_LINES] = { { 0.93, 0.60, 0.15, 1 }, { 0.20, 0.60, 0.95, 1 } };

/* Pixels per level of magnitude between two magnitudes. */
static double
density (CeHistogramView *self, double from, double to)
{
  double sum = 0;

  for (int bin = (int) from; bin < CE_HISTOGRAM_BINS && bin < to; bin++)
    sum += self->bins[bin] * (MIN (bin + 1, to) - MAX (bin, from));

  return sum / (to - from);
}

static double
share_above (CeHistogramView *self, double magnitude)
{
  double width = CE_HISTOGRAM_BINS - magnitude;

  return self->total ? 100 * density (self, magnitude, CE_HISTOGRAM_BINS) * width / self->total : 0;
}

/* Faint below the low threshold, solid above the high one. */
static void
draw_bars (CeHistogramView *self, cairo_t *cr, const GdkRGBA *color, int height)
{
  double top = 1;
  int    width = (int) get_width (self);

  for (int bin = 0; bin < CE_HISTOGRAM_BINS - 1; bin++)
    top = MAX (top, self->bins[bin]);

  for (int x = 0; x < width; x++)
    {
      double magnitude = magnitude_at (self, x);
      double count = density (self, magnitude, magnitude_at (self, x + 1));
      double bar = log1p (count) / log1p (top) * (height - CAPTION - 2);
      double middle = self->caption ? 0.25 : 0.55;
      double alpha = magnitude > self->thresholds[HIGH] ? 0.9 : magnitude > self->thresholds[LOW] ? middle : 0.25;

      cairo_set_source_rgba (cr, color->red, color->green, color->blue, alpha * color->alpha);
      cairo_rectangle (cr, x, height - bar, 1, bar);
      cairo_fill (cr);
    }
}

static void
draw_line (CeHistogramView *self, cairo_t *cr, Line line, int height)
{
  double x = CLAMP (round (x_of (self, self->thresholds[line])), 1, get_width (self) - 1);

  gdk_cairo_set_source_rgba (cr, &line_colors[line]);
  cairo_set_line_width (cr, self->dragged == line || (gtk_widget_has_visible_focus (GTK_WIDGET (self))
                                                      && self->active == line) ? 4 : 2);
  cairo_move_to (cr, x, CAPTION);
  cairo_line_to (cr, x, height);
  cairo_stroke (cr);

  if (self->movable)
    {
      cairo_move_to (cr, x - 5, CAPTION);
      cairo_line_to (cr, x + 5, CAPTION);
      cairo_line_to (cr, x, CAPTION + 7);
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

static PangoLayout *
new_text (CeHistogramView *self, const char *text)
{
  PangoLayout              *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);

  return layout;
}

/* How much is above the lines. */
static char *
describe_share (CeHistogramView *self)
{
  double high = share_above (self, self->thresholds[HIGH]);

  if (! self->caption)
    return g_strdup_printf (_("Above low %.1f %%, above high %.1f %%"),
                            share_above (self, self->thresholds[LOW]), high);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (self->caption, high);
#pragma GCC diagnostic pop
}

/* The right one is the shorter and more important one: the left one has what
 * that leaves. */
static void
draw_texts (CeHistogramView *self, cairo_t *cr, const GdkRGBA *color)
{
  g_autofree char *above = describe_share (self);
  g_autofree char *edges = self->share < 0 ? NULL : g_strdup_printf (_("Edges %.2f %%"), self->share);
  g_autoptr (PangoLayout) left = new_text (self, above);
  g_autoptr (PangoLayout) right = new_text (self, edges ? edges : "");
  int width;

  gdk_cairo_set_source_rgba (cr, color);
  pango_layout_get_pixel_size (right, &width, NULL);
  cairo_move_to (cr, get_width (self) - width, 0);
  pango_cairo_show_layout (cr, right);

  pango_layout_set_width (left, MAX (0, (int) get_width (self) - width - 12) * PANGO_SCALE);
  pango_layout_set_ellipsize (left, PANGO_ELLIPSIZE_END);
  cairo_move_to (cr, 0, 0);
  pango_cairo_show_layout (cr, left);
}

static gboolean
draw (GtkWidget *widget, cairo_t *cr)
{
  CeHistogramView *self = CE_HISTOGRAM_VIEW (widget);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  int              height = gtk_widget_get_allocated_height (widget);
  GdkRGBA          color;

  gtk_style_context_get_color (style, gtk_style_context_get_state (style), &color);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.07);
  cairo_rectangle (cr, 0, CAPTION, get_width (self), height - CAPTION);
  cairo_fill (cr);

  if (self->total)
    {
      draw_bars (self, cr, &color, height);
      draw_texts (self, cr, &color);
    }
  if (gtk_widget_is_sensitive (widget))
    for (Line line = self->caption ? HIGH : LOW; line < N_LINES; line++)
      draw_line (self, cr, line, height);
  if (gtk_widget_has_visible_focus (widget))
    gtk_render_focus (style, cr, 0, CAPTION, get_width (self), height - CAPTION);

  return FALSE;
}

/* The line within reach; of two the one on whose side the pointer is. */
static Line
line_at (CeHistogramView *self, double x)
{
  double to_low = x - x_of (self, self->thresholds[LOW]);
  double to_high = x - x_of (self, self->thresholds[HIGH]);

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
move_line (CeHistogramView *self, Line line, double magnitude)
{
  magnitude = CLAMP (magnitude, line == HIGH ? self->thresholds[LOW] : 0, line == LOW ? self->thresholds[HIGH] : self->max);
  if (magnitude != self->thresholds[line])
    g_signal_emit_by_name (self, "threshold-moved", line == LOW ? "low" : "high", magnitude);
}

static void
drag_update (GtkGestureDrag *drag, double dx, double dy, CeHistogramView *self)
{
  double x, y;

  if (self->dragged != NO_LINE && gtk_gesture_drag_get_start_point (drag, &x, &y))
    move_line (self, self->dragged, round (magnitude_at (self, x + dx) * 10) / 10);
}

static void
drag_end (GtkGestureDrag *drag, double dx, double dy, CeHistogramView *self)
{
  self->dragged = NO_LINE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* #GtkWidgetClass.motion_notify_event. */
static gboolean
motion (GtkWidget *widget, GdkEventMotion *event)
{
  gboolean   near = line_at (CE_HISTOGRAM_VIEW (widget), event->x) != NO_LINE;
  GdkCursor *cursor = near ? gdk_cursor_new_from_name (gtk_widget_get_display (widget), "col-resize") : NULL;

  gdk_window_set_cursor (gtk_widget_get_window (widget), cursor);
  g_clear_object (&cursor);

  /* Gestures live in the parent's handler. */
  return GTK_WIDGET_CLASS (ce_histogram_parent_class)->motion_notify_event (widget, event);
}

/* A whole level, ten with Shift. */
static void
step_line (CeHistogramView *self, double by)
{
  if (self->movable)
    move_line (self, self->active, self->thresholds[self->active] + by);
}

/* #GtkWidgetClass.key_press_event. */
static gboolean
key_pressed (GtkWidget *widget, GdkEventKey *event)
{
  CeHistogramView *self = CE_HISTOGRAM_VIEW (widget);
  double           step = event->state & GDK_SHIFT_MASK ? 10 : 1;

  if (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK))
    return FALSE;

  if (event->keyval == GDK_KEY_Left || event->keyval == GDK_KEY_KP_Left)
    step_line (self, -step);
  else if (event->keyval == GDK_KEY_Right || event->keyval == GDK_KEY_KP_Right)
    step_line (self, step);
  else if (event->keyval == GDK_KEY_Up || event->keyval == GDK_KEY_KP_Up)
    self->active = HIGH;
  else if (event->keyval == GDK_KEY_Down || event->keyval == GDK_KEY_KP_Down)
    self->active = self->caption ? HIGH : LOW;
  else
    return FALSE;
  gtk_widget_queue_draw (widget);

  return TRUE;
}

static void
ce_histogram_class_init (CeHistogramViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->draw = draw;
  widget_class->motion_notify_event = motion;
  widget_class->key_press_event = key_pressed;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_CHART);

  /* The user drags: name of the parameter, and its new value. */
  g_signal_new ("threshold-moved", CE_TYPE_HISTOGRAM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_DOUBLE);
}

static void
ce_histogram_init (CeHistogramView *self)
{
  GtkWidget  *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new (widget);

  self->share = -1;
  self->dragged = NO_LINE;
  gtk_widget_set_size_request (widget, -1, HEIGHT);
  gtk_widget_set_can_focus (widget, TRUE);
  gtk_widget_add_events (widget, GDK_POINTER_MOTION_MASK | GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK
                                 | GDK_KEY_PRESS_MASK);
  g_signal_connect_swapped (widget, "destroy", G_CALLBACK (g_object_unref), drag);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
}

/* An empty histogram. @caption: (nullable): it has one line only, the high one, of which this is said; @linear: it is that
 * of a mask. */
GtkWidget *
ce_histogram_new (double max, const char *caption, gboolean linear)
{
  CeHistogramView *self = g_object_new (CE_TYPE_HISTOGRAM, NULL);

  self->max = max;
  self->caption = caption;
  self->linear = linear;
  self->active = caption ? HIGH : LOW;
  atk_object_set_name (gtk_widget_get_accessible (GTK_WIDGET (self)),
                       linear ? _("Histogram of the mask") : _("Histogram of gradients"));

  return GTK_WIDGET (self);
}

/* Shows CE_HISTOGRAM_BINS counts of pixels, by floor of the magnitude. */
void
ce_histogram_set_bins (CeHistogramView *histogram, const guint64 *bins)
{
  histogram->total = 0;
  for (int bin = 0; bin < CE_HISTOGRAM_BINS; bin++)
    {
      histogram->bins[bin] = (double) bins[bin];
      histogram->total += histogram->bins[bin];
    }
  gtk_widget_queue_draw (GTK_WIDGET (histogram));
}

/* What a screen reader tells of the picture. */
static void
describe (CeHistogramView *self)
{
  g_autofree char *text = self->caption ? describe_share (self)
                                        : g_strdup_printf (_("Low threshold %g, high threshold %g, edges %.2f %%"),
                                                           self->thresholds[LOW], self->thresholds[HIGH],
                                                           MAX (self->share, 0));

  atk_object_set_description (gtk_widget_get_accessible (GTK_WIDGET (self)), text);
}

/* Where the lines are, the smaller one the low one, and whether the user may drag them. */
void
ce_histogram_set_thresholds (CeHistogramView *histogram, double low, double high, gboolean movable)
{
  histogram->thresholds[LOW] = MIN (low, high);
  histogram->thresholds[HIGH] = MAX (low, high);
  histogram->movable = movable;
  gtk_widget_set_tooltip_text (GTK_WIDGET (histogram), histogram->linear
                               ? _("How many pixels are sharpened how much: not at all to the left, fully to the right.")
                               : histogram->caption
                               ? _("How many pixels respond how strongly, weak to the left. Drag the line, or move it with "
                                   "the left and right arrow keys.")
                               : _("How many pixels have which strength of gradient, weak to the left. "
                                   "Drag the lines to move the thresholds, or use the arrow keys: up and "
                                   "down choose the line, left and right move it."));
  describe (histogram);
  gtk_widget_queue_draw (GTK_WIDGET (histogram));
}

/* Percent of the pixels that became edges, negative if unknown. */
void
ce_histogram_set_share (CeHistogramView *histogram, double share)
{
  histogram->share = share;
  describe (histogram);
  gtk_widget_queue_draw (GTK_WIDGET (histogram));
}
