/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both axes are logarithmic: an image has a thousand times more faint
 * gradients than strong ones, and it is the few strong ones that matter.
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
  double         share;                  /* percent of edge pixels; negative: unknown */
  Line           dragged;
  GtkGesture    *drag;
};

G_DEFINE_TYPE (CeHistogramView, ce_histogram, GTK_TYPE_DRAWING_AREA)

static const GdkRGBA line_colors[N_LINES] = { { 0.93, 0.60, 0.15, 1 }, { 0.20, 0.60, 0.95, 1 } };

static double
width_of (CeHistogramView *self)
{
  return gtk_widget_get_allocated_width (GTK_WIDGET (self));
}

static double
x_of (CeHistogramView *self, double magnitude)
{
  return log1p (MIN (magnitude, self->max)) / log1p (self->max) * width_of (self);
}

static double
magnitude_at (CeHistogramView *self, double x)
{
  return expm1 (CLAMP (x / width_of (self), 0, 1) * log1p (self->max));
}

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
  int    width = (int) width_of (self);

  for (int bin = 0; bin < CE_HISTOGRAM_BINS - 1; bin++)
    top = MAX (top, self->bins[bin]);

  for (int x = 0; x < width; x++)
    {
      double magnitude = magnitude_at (self, x);
      double count = density (self, magnitude, magnitude_at (self, x + 1));
      double bar = log1p (count) / log1p (top) * (height - CAPTION - 2);
      double alpha = magnitude > self->thresholds[HIGH] ? 0.9 : magnitude > self->thresholds[LOW] ? 0.55 : 0.25;

      cairo_set_source_rgba (cr, color->red, color->green, color->blue, alpha * color->alpha);
      cairo_rectangle (cr, x, height - bar, 1, bar);
      cairo_fill (cr);
    }
}

static void
draw_line (CeHistogramView *self, cairo_t *cr, Line line, int height)
{
  double x = CLAMP (floor (x_of (self, self->thresholds[line])) + 0.5, 1.5, width_of (self) - 1.5);

  gdk_cairo_set_source_rgba (cr, &line_colors[line]);
  cairo_set_line_width (cr, self->dragged == line ? 3 : 2);
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

static void
draw_text (CeHistogramView *self, cairo_t *cr, const GdkRGBA *color, const char *text, double align)
{
  PangoLayout   *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();
  int            width;

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  gdk_cairo_set_source_rgba (cr, color);
  cairo_move_to (cr, align * (width_of (self) - width), 0);
  pango_cairo_show_layout (cr, layout);
  g_object_unref (layout);
}

static void
draw_texts (CeHistogramView *self, cairo_t *cr, const GdkRGBA *color)
{
  g_autofree char *above = g_strdup_printf (_("Gradients above low %.1f %%, above high %.1f %%"),
                                            share_above (self, self->thresholds[LOW]),
                                            share_above (self, self->thresholds[HIGH]));
  g_autofree char *edges = self->share < 0 ? NULL : g_strdup_printf (_("Edges %.2f %%"), self->share);

  draw_text (self, cr, color, above, 0);
  if (edges)
    draw_text (self, cr, color, edges, 1);
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
  cairo_rectangle (cr, 0, CAPTION, width_of (self), height - CAPTION);
  cairo_fill (cr);

  if (self->total)
    {
      draw_bars (self, cr, &color, height);
      draw_texts (self, cr, &color);
    }
  if (gtk_widget_is_sensitive (widget))
    for (Line line = LOW; line < N_LINES; line++)
      draw_line (self, cr, line, height);

  return FALSE;
}

/* The line within reach; of two the one on whose side the pointer is. */
static Line
line_at (CeHistogramView *self, double x)
{
  double to_low = x - x_of (self, self->thresholds[LOW]);
  double to_high = x - x_of (self, self->thresholds[HIGH]);

  if (! self->movable || MIN (fabs (to_low), fabs (to_high)) > REACH)
    return NO_LINE;
  if (fabs (to_low) == fabs (to_high))
    return to_high >= 0 ? HIGH : LOW;

  return fabs (to_low) < fabs (to_high) ? LOW : HIGH;
}

static void
drag_begin (GtkGestureDrag *drag, double x, double y, CeHistogramView *self)
{
  self->dragged = line_at (self, x);
  if (self->dragged == NO_LINE)
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

/* The lines do not pass each other. */
static void
drag_update (GtkGestureDrag *drag, double dx, double dy, CeHistogramView *self)
{
  double x, y, magnitude;

  if (self->dragged == NO_LINE || ! gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;

  magnitude = round (magnitude_at (self, x + dx) * 10) / 10;
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

static void
dispose (GObject *object)
{
  g_clear_object (&CE_HISTOGRAM_VIEW (object)->drag);
  G_OBJECT_CLASS (ce_histogram_parent_class)->dispose (object);
}

static void
ce_histogram_class_init (CeHistogramViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->draw = draw;
  widget_class->motion_notify_event = motion;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_CHART);

  /* The user drags: name of the parameter, and its new value. */
  g_signal_new ("threshold-moved", CE_TYPE_HISTOGRAM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_DOUBLE);
}

static void
ce_histogram_init (CeHistogramView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->share = -1;
  self->dragged = NO_LINE;
  gtk_widget_set_size_request (widget, -1, HEIGHT);
  gtk_widget_add_events (widget, GDK_POINTER_MOTION_MASK | GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK);
  gtk_widget_set_tooltip_text (widget, _("How many pixels have which strength of gradient, weak to the left. "
                                         "Drag the lines to move the thresholds."));
  atk_object_set_name (gtk_widget_get_accessible (widget), _("Histogram of gradients"));

  self->drag = gtk_gesture_drag_new (widget);
  g_signal_connect (self->drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (self->drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (self->drag, "drag-end", G_CALLBACK (drag_end), self);
}

/**
 * ce_histogram_new:
 * @max: the largest magnitude to show
 *
 * Returns: an empty histogram
 */
GtkWidget *
ce_histogram_new (double max)
{
  CeHistogramView *self = g_object_new (CE_TYPE_HISTOGRAM, NULL);

  self->max = max;

  return GTK_WIDGET (self);
}

/**
 * ce_histogram_set_bins:
 * @histogram: a histogram
 * @bins: (array fixed-size=2048): pixels by floor of the magnitude
 */
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

/**
 * ce_histogram_set_thresholds:
 * @histogram: a histogram
 * @low, @high: where the lines are; the smaller is the low one
 * @movable: whether the user may drag them
 */
void
ce_histogram_set_thresholds (CeHistogramView *histogram, double low, double high, gboolean movable)
{
  histogram->thresholds[LOW] = MIN (low, high);
  histogram->thresholds[HIGH] = MAX (low, high);
  histogram->movable = movable;
  gtk_widget_queue_draw (GTK_WIDGET (histogram));
}

/**
 * ce_histogram_set_share:
 * @histogram: a histogram
 * @share: percent of the pixels that became edges, negative if unknown
 */
void
ce_histogram_set_share (CeHistogramView *histogram, double share)
{
  histogram->share = share;
  gtk_widget_queue_draw (GTK_WIDGET (histogram));
}
