/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blurred brightness of an image, kept so that another amount or threshold
 * of unsharp masking need not blur again: one float for each pixel.
 */
#ifndef CE_CPU_BLURRED_H
#define CE_CPU_BLURRED_H

#include "engine/image.h"

#include "stamp.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean keeps;               /* what is worth it */
  gboolean complete;            /* rows are read, else written */
  int      width;
  gsize    size;
  float   *rows;
  CeStamp  filled;              /* what the rows hold */
  CeStamp  rendered;            /* the last render */
} CeBlurred;

void     ce_blurred_clear (CeBlurred *blurred);
gboolean ce_blurred_begin (CeBlurred *blurred, const CeView *source, const CeParams *params);
void     ce_blurred_end   (CeBlurred *blurred, const CeParams *params, gboolean written);

/* Row @y of them. */
static inline float *
ce_blurred_row (const CeBlurred *blurred, int y)
{
  return blurred->rows + (gsize) y * (gsize) blurred->width;
}

G_END_DECLS

#endif
