/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares each rung with its statement.
 */
#pragma once

#include "rungs.h"

/**
 * LadderVerdict:
 * @n: pixels compared
 * @n_other: of them differ
 * @most: largest difference
 * @n_sectors: directions in another sector, which are counted and let pass
 */
typedef struct
{
  gint64 n, n_other, n_sectors;
  double most;
} LadderVerdict;

/* The extent of a check: all pictures and sizes, small ones, or one picture of 512x512 for a profiler. */
typedef enum { LADDER_ALL, LADDER_SMALL, LADDER_ONCE } LadderExtent;

GArray  *ladder_check         (const LadderDocument *document, const GArray *rungs, LadderExtent extent, const char *only);
gboolean ladder_verdict_holds (const LadderVerdict *verdict);
char    *ladder_verdict_text  (const LadderVerdict *verdict);
