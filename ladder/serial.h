/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rungs on the processor, with any number of threads.
 */
#pragma once

#include <glib.h>

/**
 * SerialImages:
 * @bytes, @floats: the source as bytes and as floats
 * @magnitude, @direction, @thinned: what 002's last steps read
 * @lengths, @sectors, @classes: what 003's last steps read
 * @out: bytes that are written; @more: others, and @numbers, @angles: floats
 */
typedef struct
{
  int     width, height;
  guint8 *bytes;
  float  *floats;
  float  *magnitude, *direction, *thinned;
  guint8 *lengths, *sectors, *classes, *thin;
  guint8 *out, *more;
  float  *numbers, *angles;
} SerialImages;

typedef void (*SerialRows) (const SerialImages *images, int y0, int y1);

/**
 * SerialRung:
 * @name: begins with its document
 * @rows: computes rows from one to before another
 * @alone: whether one thread has to do it all
 * @needs: an instruction set, or %NULL
 * @operations: for a pixel
 */
typedef struct
{
  const char *name;
  SerialRows  rows;
  gboolean    alone;
  const char *needs;
  double      operations;
} SerialRung;

extern const SerialRung serial_rungs[];
extern const guint      serial_n_rungs;

SerialImages *serial_images_new  (const guint8 *bytes, int width, int height);
void          serial_images_free (SerialImages *images);
gboolean      serial_can_run     (const SerialRung *rung);
void          serial_run         (const SerialRung *rung, const SerialImages *images, int n_threads);
