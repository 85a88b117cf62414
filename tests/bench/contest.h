/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All contenders of a case, round by round in one process.
 */
#pragma once

#include "cases.h"

/**
 * BenchRules:
 * @backends: whose turn it is
 * @peers: whether other libraries take part
 * @n_rounds: at most
 * @budget_ms: no round begins later, from the third on
 * @json: rows are appended to it
 */
typedef struct
{
  char    **backends;
  gboolean  peers;
  int       n_rounds;
  double    budget_ms;
  GString  *json;
} BenchRules;

void   bench_contest_init (const BenchRules *rules);
void   bench_contest      (const BenchRules *rules, const BenchCase *what, const CeView *image);
void   bench_transfers    (const BenchRules *rules, const BenchCase *what, const CeView *image);
double bench_now_ms       (void);
