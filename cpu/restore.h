/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution on the CPU: planes of the whole image, that all threads work
 * on step by step. With three floats for each pixel they can be kept, so that
 * another amount, mask or limit takes no new steps.
 */
#ifndef CE_CPU_RESTORE_H
#define CE_CPU_RESTORE_H

#include "engine/image.h"

#include "stamp.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean      keeps;
  gsize         size;           /* bytes of all planes */
  int           width;
  float        *light;          /* as observed; the first of the planes, or NULL */
  float        *estimate;
  float        *next;           /* gets the next estimate */
  const float  *from;           /* the last one, or the light */
  int           channel;        /* whose light it is; -1: luminance */
  int           n_steps;        /* that the tiles are doing; 0: they fill the planes */
  CeStamp       stamp;          /* what the planes hold the end of */
} CeRestore;

void     ce_restore_clear  (CeRestore *restore);
gboolean ce_restore_planes (CeRestore *restore, const CeView *source, GError **error);

/* Row @y of one of the planes. */
static inline float *
ce_restore_row (const CeRestore *restore, float *plane, int y)
{
  return plane + (gsize) y * (gsize) restore->width;
}

G_END_DECLS

#endif
