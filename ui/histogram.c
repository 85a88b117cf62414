/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The histogram of the filter's strengths, with thresholds or the gain as lines that can be dragged. Both axes are
 * logarithmic, because an image has a thousand times more faint gradients than strong ones, and the few strong ones matter.
 * The horizontal axis of sharpening's mask is linear, and that of one line ends behind the picture's strongest response.
 */
#include "dialog-private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "live/edge-share.h"

/* Logical pixels. */
#define HEIGHT 96
#define CAPTION 18              /* the line of text above the bars */
#define REACH 7                 /* how near the pointer must be to take a line */
#define LEAST 8                 /* levels that an axis has at least */

/* The magnitude that becomes white with a gain of 1, and the derivative, which counts an eighth around middle gray. */
#define WHITE 255.0
#define WHITE_DERIVATIVE (127.0 * 8)

/* Canny has two lines, the others the high one. */
enum { LOW, HIGH, NO_LINE };

static gboolean
has_two_lines (CeDialog *self)
{
  return g_strcmp0 (self->filter->counted, "thresholds") == 0;
}

static gboolean
is_mask (CeDialog *self)
{
  return g_strcmp0 (self->filter->counted, "edge-mask") == 0;
}

static gboolean
is_gain (CeDialog *self)
{
  return g_strcmp0 (self->filter->counted, "gain") == 0;
}

static double
get_white (CeDialog *self)
{
  return self->params.component == CE_COMPONENT_MAGNITUDE ? WHITE : WHITE_DERIVATIVE;
}

/* Returns the largest magnitude that can be shown. */
static double
get_most (CeDialog *self)
{
  const CeFilter *filter = has_two_lines (self) ? self->filter : ce_filter_get (CE_FILTER_LAPLACIAN);

  return is_mask (self) ? WHITE + 1 : ce_filter_find_param (filter, has_two_lines (self) ? "high" : "threshold")->max;
}

/* Ends the axis of one line behind the strongest response of the picture and behind the line, or leaves it while the line is
 * dragged: an image of 24 megapixels has responses of some levels only. */
static void
fit_axis (CeDialog *self)
{
  int bin = CE_HISTOGRAM_BINS;

  if (has_two_lines (self) || is_mask (self) || self->histogram.dragged != NO_LINE)
    return;

  while (bin > LEAST && self->histogram.bins[bin - 1] == 0)
    bin--;
  self->histogram.most = MIN (MAX (bin, 1.25 * self->histogram.lines[HIGH]), get_most (self));
  ce_trace ("histogram to %.17g", self->histogram.most);
}

/* Returns the widget's width, logical pixels. */
static double
get_width (CeDialog *self)
{
  return gtk_widget_get_allocated_width (self->histogram.widget);
}

/* Returns the position of a magnitude. */
static double
x_of (CeDialog *self, double magnitude)
{
  double level = MIN (magnitude, self->histogram.most);

  return (is_mask (self) ? level / self->histogram.most : log1p (level) / log1p (self->histogram.most)) * get_width (self);
}

/* Returns the magnitude at a position. */
static double
magnitude_at (CeDialog *self, double x)
{
  double share = CLAMP (x / get_width (self), 0, 1);

  return is_mask (self) ? share * self->histogram.most : expm1 (share * log1p (self->histogram.most));
}

static const GdkRGBA line_colors[] = { { 0.93, 0.60, 0.15, 1 }, { 0.20, 0.60, 0.95, 1 } };

/* Returns the pixels per level between two magnitudes. */
static double
density (CeDialog *self, double from, double to)
{
  double sum = 0;

  for (int bin = (int) from; bin < CE_HISTOGRAM_BINS && bin < to; bin++)
    sum += self->histogram.bins[bin] * (MIN (bin + 1, to) - MAX (bin, from));

  return sum / (to - from);
}

/* Draws bars, faint below the low threshold and solid above the high one. */
static void
draw_bars (CeDialog *self, cairo_t *cr, const GdkRGBA *color, int height)
{
  double top = 1;
  int    width = (int) get_width (self);

  for (int bin = 0; bin < CE_HISTOGRAM_BINS - 1; bin++)
    top = MAX (top, self->histogram.bins[bin]);

  for (int x = 0; x < width; x++)
    {
      double magnitude = magnitude_at (self, x);
      double count = density (self, magnitude, magnitude_at (self, x + 1));
      double bar = log1p (count) / log1p (top) * (height - CAPTION - 2);
      double alpha = magnitude > self->histogram.lines[HIGH] ? 0.9
                     : magnitude > self->histogram.lines[LOW] && has_two_lines (self) ? 0.55 : 0.25;

      cairo_set_source_rgba (cr, color->red, color->green, color->blue, alpha * color->alpha);
      cairo_rectangle (cr, x, height - bar, 1, bar);
      cairo_fill (cr);
    }
}

static void
draw_line (CeDialog *self, cairo_t *cr, int line, int height)
{
  double x = CLAMP (round (x_of (self, self->histogram.lines[line])), 1, get_width (self) - 1);

  gdk_cairo_set_source_rgba (cr, &line_colors[line]);
  cairo_set_line_width (cr, self->histogram.dragged == line || (gtk_widget_has_visible_focus (self->histogram.widget)
                                                      && self->histogram.active == line) ? 4 : 2);
  cairo_move_to (cr, x, CAPTION);
  cairo_line_to (cr, x, height);
  cairo_stroke (cr);

  if (! is_mask (self))
    {
      cairo_move_to (cr, x - 5, CAPTION);
      cairo_line_to (cr, x + 5, CAPTION);
      cairo_line_to (cr, x, CAPTION + 7);
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

static PangoLayout *
new_text (CeDialog *self, const char *text)
{
  PangoLayout              *layout = gtk_widget_create_pango_layout (self->histogram.widget, text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);

  return layout;
}

/* Returns a text with the share of pixels above the lines. */
static char *
describe_share (CeDialog *self)
{
  double low = ce_share_above (self->histogram.bins, self->histogram.n_counted, self->histogram.lines[LOW]);
  double high = ce_share_above (self->histogram.bins, self->histogram.n_counted, self->histogram.lines[HIGH]);

  if (has_two_lines (self))
    return g_strdup_printf (_("Above low %.1f %%, above high %.1f %%"), low, high);

  return g_strdup_printf (is_gain (self) ? _("White: %.1f %% of the pixels")
                          : is_mask (self) ? _("Sharpened by half or more: %.1f %% of the pixels")
                                           : _("Responses above the threshold: %.1f %%"), high);
}

/* Draws both texts. The right one is shorter and more important; the left one gets the rest of the width. */
static void
draw_texts (CeDialog *self, cairo_t *cr, const GdkRGBA *color)
{
  g_autofree char *above = describe_share (self);
  g_autofree char *edges = self->edge_share < 0 ? NULL : g_strdup_printf (_("Edges %.2f %%"), self->edge_share);
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
draw (GtkWidget *widget, cairo_t *cr, CeDialog *self)
{
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  int              height = gtk_widget_get_allocated_height (widget);
  GdkRGBA          color;

  gtk_style_context_get_color (style, gtk_style_context_get_state (style), &color);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.07);
  cairo_rectangle (cr, 0, CAPTION, get_width (self), height - CAPTION);
  cairo_fill (cr);

  if (self->histogram.n_counted)
    {
      draw_bars (self, cr, &color, height);
      draw_texts (self, cr, &color);
    }
  if (gtk_widget_is_sensitive (widget))
    for (int line = has_two_lines (self) ? LOW : HIGH; line < NO_LINE; line++)
      draw_line (self, cr, line, height);
  if (gtk_widget_has_visible_focus (widget))
    gtk_render_focus (style, cr, 0, CAPTION, get_width (self), height - CAPTION);

  return FALSE;
}

/* Returns the line within reach; of two lines the one on the pointer's side. */
static int
line_at (CeDialog *self, double x)
{
  double to_low = x - x_of (self, self->histogram.lines[LOW]);
  double to_high = x - x_of (self, self->histogram.lines[HIGH]);

  if (! has_two_lines (self))
    return ! is_mask (self) && fabs (to_high) <= REACH ? HIGH : NO_LINE;
  if (MIN (fabs (to_low), fabs (to_high)) > REACH)
    return NO_LINE;

  return fabs (to_low) < fabs (to_high) || (fabs (to_low) == fabs (to_high) && to_high < 0) ? LOW : HIGH;
}

static void
drag_begin (GtkGestureDrag *drag, double x, double y, CeDialog *self)
{
  gtk_widget_grab_focus (self->histogram.widget);
  self->histogram.dragged = line_at (self, x);
  if (self->histogram.dragged != NO_LINE)
    self->histogram.active = self->histogram.dragged;
  else
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

/* Moves a line, but not past the other one. Found thresholds become manual. */
static void
move_line (CeDialog *self, int line, double magnitude)
{
  const CeParam *param = ce_filter_find_param (self->filter, self->filter->counted);
  const double  *lines = self->histogram.lines;
  double         least = line == HIGH ? lines[LOW] : 0, most = line == LOW ? lines[HIGH] : get_most (self);
  double         level = CLAMP (magnitude, least, most);
  double         value = is_gain (self) ? get_white (self) / MAX (level, 0.1) : level;

  if (level == lines[line] || is_mask (self))
    return;
  if (has_two_lines (self))
    g_object_set (self->config, "thresholds", "manual", line == LOW ? "low" : "high", level, NULL);
  else
    g_object_set (self->config, param->name, CLAMP (value, param->min, param->max), NULL);
}

static void
drag_update (GtkGestureDrag *drag, double dx, double dy, CeDialog *self)
{
  double x, y;

  if (self->histogram.dragged != NO_LINE && gtk_gesture_drag_get_start_point (drag, &x, &y))
    move_line (self, self->histogram.dragged, round (magnitude_at (self, x + dx) * 10) / 10);
}

static void
drag_end (GtkGestureDrag *drag, double dx, double dy, CeDialog *self)
{
  self->histogram.dragged = NO_LINE;
  fit_axis (self);
  gtk_widget_queue_draw (self->histogram.widget);
}

/* Sets the pointer for a position; gestures get the event, too. */
static gboolean
motion (GtkWidget *widget, GdkEventMotion *event, CeDialog *self)
{
  g_autoptr (GdkCursor) cursor = line_at (self, event->x) == NO_LINE ? NULL
                                 : gdk_cursor_new_from_name (gtk_widget_get_display (widget), "col-resize");

  gdk_window_set_cursor (gtk_widget_get_window (widget), cursor);

  return FALSE;
}

/* Moves the line by a level with left and right, by ten levels with Shift. */
static gboolean
key_pressed (GtkWidget *widget, GdkEventKey *event, CeDialog *self)
{
  double step = event->state & GDK_SHIFT_MASK ? 10 : 1;
  int    way = (event->keyval == GDK_KEY_Right || event->keyval == GDK_KEY_KP_Right)
               - (event->keyval == GDK_KEY_Left || event->keyval == GDK_KEY_KP_Left);

  if (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK))
    return FALSE;

  if (way)
    move_line (self, self->histogram.active, self->histogram.lines[self->histogram.active] + way * step);
  else if (event->keyval == GDK_KEY_Up || event->keyval == GDK_KEY_KP_Up)
    self->histogram.active = HIGH;
  else if (event->keyval == GDK_KEY_Down || event->keyval == GDK_KEY_KP_Down)
    self->histogram.active = has_two_lines (self) ? LOW : HIGH;
  else
    return FALSE;
  gtk_widget_queue_draw (widget);

  return TRUE;
}

/* Returns an empty histogram of the filter's parameter. */
GtkWidget *
ce_dialog_histogram_new (CeDialog *self)
{
  GtkWidget  *widget = self->histogram.widget = gtk_drawing_area_new ();
  GtkGesture *drag = gtk_gesture_drag_new (widget);
  AtkObject  *accessible = gtk_widget_get_accessible (widget);

  self->histogram.most = get_most (self);
  self->histogram.dragged = NO_LINE;
  self->histogram.active = has_two_lines (self) ? LOW : HIGH;
  gtk_widget_set_name (widget, "ce-histogram");
  gtk_widget_set_size_request (widget, -1, HEIGHT);
  gtk_widget_set_can_focus (widget, TRUE);
  gtk_widget_add_events (widget, GDK_POINTER_MOTION_MASK | GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK
                                 | GDK_KEY_PRESS_MASK);
  atk_object_set_role (accessible, ATK_ROLE_CHART);
  atk_object_set_name (accessible, is_mask (self) ? _("Histogram of the mask") : _("Histogram of gradients"));
  gtk_widget_set_tooltip_text (widget, is_mask (self)
    ? _("How many pixels are sharpened how much: not at all to the left, fully to the right.")
    : ! has_two_lines (self)
    ? _("How many pixels respond how strongly, weak to the left. Drag the line, or move it with the left and right arrow keys.")
    : _("How many pixels have which strength of gradient, weak to the left. Drag the lines to move the thresholds, or use the "
        "arrow keys: up and down choose the line, left and right move it."));
  g_signal_connect_swapped (widget, "destroy", G_CALLBACK (g_object_unref), drag);
  g_signal_connect (widget, "draw", G_CALLBACK (draw), self);
  g_signal_connect (widget, "motion-notify-event", G_CALLBACK (motion), self);
  g_signal_connect (widget, "key-press-event", G_CALLBACK (key_pressed), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);

  return widget;
}

/* Shows CE_HISTOGRAM_BINS counts of pixels, by floor of the magnitude. */
void
ce_dialog_show_bins (CeDialog *self, const guint64 *bins)
{
  self->histogram.n_counted = 0;
  for (int bin = 0; bin < CE_HISTOGRAM_BINS; bin++)
    {
      self->histogram.bins[bin] = (double) bins[bin];
      self->histogram.n_counted += self->histogram.bins[bin];
    }
  fit_axis (self);
  gtk_widget_queue_draw (self->histogram.widget);
}

/* Sets the lines to the parameters; a mask has its line at one half. Hides the histogram without a mask. Does nothing if no
 * parameter is counted. */
void
ce_dialog_show_histogram (CeDialog *self)
{
  const CeFilter  *filter = self->filter;
  const CeParams  *params = &self->params;
  double          *lines = self->histogram.lines;
  g_autofree char *text = NULL;

  if (! filter->counted)
    return;
  if (is_mask (self))
    gtk_widget_set_visible (gtk_widget_get_parent (self->histogram.widget), params->edge_mask > 0 || params->detail > 0);
  else
    gtk_widget_set_sensitive (self->histogram.widget, ce_params_applies (params, filter,
                              ce_filter_find_param (filter, filter->counted)));

  lines[LOW] = has_two_lines (self) ? MIN (params->low, params->high) : 0;
  lines[HIGH] = has_two_lines (self) ? MAX (params->low, params->high) : is_mask (self) ? WHITE / 2
                : is_gain (self) ? get_white (self) / params->gain : params->threshold;
  fit_axis (self);
  text = has_two_lines (self) ? g_strdup_printf (_("Low threshold %g, high threshold %g, edges %.2f %%"), lines[LOW],
                                                 lines[HIGH], MAX (self->edge_share, 0))
                              : describe_share (self);
  atk_object_set_description (gtk_widget_get_accessible (self->histogram.widget), text);
  gtk_widget_queue_draw (self->histogram.widget);
}
