/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What painter.c (who paints when) and painter-bands.c (one painting) share.
 */
#ifndef CE_PAINTER_PRIVATE_H
#define CE_PAINTER_PRIVATE_H

#include "mailbox.h"
#include "painter.h"

typedef struct
{
  gboolean pending;
  CeRegion region;
} CeOrder;

struct _CePainter
{
  CeWorker  *worker;
  CePictures *pictures;          /* its */
  CeMailbox *mail;
  GThread   *thread;             /* NULL: none could be had */
  guint      source;             /* of the main loop, which paints then */
  GMutex     lock;
  GCond      work;
  GMutex     result;             /* held by whoever paints the result: paintings must not overtake each other */

  /* Under the lock. */
  gboolean   quit;
  CeOrder    orders[CE_N_PICTURES];
  CeTint    *tint;               /* (nullable) */
  guint      n_tints;
  guint      n_results;          /* that were painted as they were rendered */

  /* The thread's. */
  CeRegion   source_region;      /* what the last painting of the source was of */
  int        source_ready;       /* and how many rows of it were complete */
  guint      source_tint;        /* and in what colors */
  guint      source_generation;  /* and of which source */
};

gboolean ce_painter_paint       (CePainter *painter, CePainting *painting, const CeLoan *loan, guint n_results);

#endif
