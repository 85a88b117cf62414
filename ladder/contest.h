/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times rungs, our filters and copies of equally many bytes, round by round.
 */
#pragma once

#include "check.h"

#define LADDER_MOST_ROUNDS 101

/**
 * LadderRules:
 * @only: part of the names that take part, or %NULL
 * @n_rounds: at most
 * @budget_ms: no round begins later, from the third on
 * @rows: what is found, rows of JSON
 */
typedef struct
{
  const char *only;
  int         n_rounds;
  double      budget_ms;
  GString    *rows;
} LadderRules;

void     ladder_contest  (const LadderRules *rules, const LadderDocument *document, const GArray *rungs,
                          const GArray *verdicts, int width, int height);
void     ladder_serial   (const LadderRules *rules, int width, int height);
void     ladder_worst    (const LadderRules *rules, int width, int height);
void     ladder_peaks    (const LadderRules *rules);
char    *ladder_sectors  (void);
void     ladder_add_row  (GString *rows, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean ladder_takes    (const LadderRules *rules, const char *name);

/* One of our filters, which is rendered again and again. */
typedef struct _LadderSession LadderSession;

LadderSession *ladder_session_new  (const char *backend, const LadderOurs *ours, int width, int height,
                                    BenchPicture picture);
double         ladder_session_time (LadderSession *session, gboolean cold);
void           ladder_session_free (LadderSession *session);
