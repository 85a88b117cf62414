/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What histogram.c (what it looks like) and histogram-input.c (mouse and
 * keyboard) share.
 */
#ifndef CE_HISTOGRAM_PRIVATE_H
#define CE_HISTOGRAM_PRIVATE_H

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
  const char    *caption;                /* (nullable) of the one line, the high one; NULL: there are two */
  double         share;                  /* percent of edge pixels; negative: unknown */
  Line           dragged;
  Line           active;                 /* what the arrow keys move */
  GtkGesture    *drag;
};

double   ce_histogram_width        (CeHistogramView *self);
double   ce_histogram_x_of         (CeHistogramView *self, double magnitude);
double   ce_histogram_magnitude_at (CeHistogramView *self, double x);

void     ce_histogram_input_init   (CeHistogramView *self);
gboolean ce_histogram_motion       (GtkWidget *widget, GdkEventMotion *event);
gboolean ce_histogram_key          (GtkWidget *widget, GdkEventKey *event);

#endif
