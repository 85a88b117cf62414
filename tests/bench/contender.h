/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The contenders of a contest: a backend, a peer, a floor.
 */
#pragma once

#include "contest.h"
#include "peer.h"

#define BENCH_MOST_ROUNDS 101

typedef enum { BENCH_OURS, BENCH_PEER, BENCH_FLOOR, BENCH_DEVICE_FLOOR, BENCH_TRANSFER } BenchKind;
typedef enum { BENCH_COMPUTE, BENCH_TOTAL, BENCH_UPLOAD, BENCH_DOWNLOAD, BENCH_N_TIMES } BenchTime;

typedef struct
{
  BenchKind        kind;
  const char      *name;
  CeSession       *session;
  CeParams         params;
  const BenchPeer *peer;
  int              n;           /* its rounds */
  double           ms[BENCH_N_TIMES][BENCH_MOST_ROUNDS];
} BenchContender;

BenchContender *bench_contender_add        (GPtrArray *contenders, BenchKind kind, const char *name);
void            bench_contender_run        (BenchContender *one, int round);
void            bench_contender_take_times (BenchContender *one, double begin);
void            bench_contenders_finish    (const BenchRules *rules, GPtrArray *contenders, const BenchCase *what,
                                            const CeView *image);
void            bench_result_view          (const BenchCase *what, const CeView *image, CeView *result);
gsize           bench_view_bytes           (const CeView *view);
