/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_TALLY_H
#define CE_TALLY_H

#include <stdio.h>

#include "batch.h"

G_BEGIN_DECLS

typedef struct
{
  const CeRun *run;
  FILE        *report;          /* nullable */
  gboolean     shows;           /* progress */
  gboolean     quiet;
  gint64       begun;
  gint64       shown;
  guint        counts[3];       /* of CeJobStatus */
  double       pixels;
} CeTally;

void ce_tally_init (CeTally *tally, const CeRun *run, FILE *report, gboolean quiet);
void ce_tally_add  (CeTally *tally, const CeAnswer *answer);
void ce_tally_show (CeTally *tally);
int  ce_tally_end  (CeTally *tally, gboolean complete);

G_END_DECLS

#endif
