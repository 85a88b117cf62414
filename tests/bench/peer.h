/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Another library that does the same work, timed in the same run.
 */
#pragma once

#include "engine/image.h"

G_BEGIN_DECLS

/**
 * BenchPeer:
 * @init: once, with the threads it may use
 * @begin: makes a case ready, by name, with its parameters; returns what is
 *   measured then, "OpenCV 4.6.0", or %NULL if the library has nothing like it
 * @run: does it
 * @result: what @run made, as bytes of as many channels as ours has, to be compared with it; %FALSE if it cannot be
 * @end: frees what the case took
 */
typedef struct
{
  void        (*init)  (int threads);
  const char *(*begin) (const char *name, const char *params, const CeView *image);
  void        (*run)   (void);
  void        (*end)   (void);
  gboolean    (*result) (CeView *view);
} BenchPeer;

extern const BenchPeer bench_opencv;
extern const BenchPeer bench_gegl;
extern const BenchPeer bench_plain;

G_END_DECLS
