/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What histogram.c (what it looks like) and histogram-input.c (mouse and
 * keyboard) share: what is where.
 */
#ifndef CE_HISTOGRAM_PRIVATE_H
#define CE_HISTOGRAM_PRIVATE_H

#include <math.h>

#include "histogram.h"

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
  GtkGesture    *drag;
};

/* Of the widget, logical pixels. */
static inline double
ce_histogram_width (CeHistogramView *self)
{
  return gtk_widget_get_allocated_width (GTK_WIDGET (self));
}

/* Where a magnitude is. */
static inline double
ce_histogram_x_of (CeHistogramView *self, double magnitude)
{
  double level = MIN (magnitude, self->max);

  return (self->linear ? level / self->max : log1p (level) / log1p (self->max)) * ce_histogram_width (self);
}

/* Which magnitude is at a place. */
static inline double
ce_histogram_magnitude_at (CeHistogramView *self, double x)
{
  double share = CLAMP (x / ce_histogram_width (self), 0, 1);

  return self->linear ? share * self->max : expm1 (share * log1p (self->max));
}

void     ce_histogram_input_init   (CeHistogramView *self);
gboolean ce_histogram_motion       (GtkWidget *widget, GdkEventMotion *event);
gboolean ce_histogram_key          (GtkWidget *widget, GdkEventKey *event);

#endif
