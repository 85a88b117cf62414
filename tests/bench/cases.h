/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The measured cases.
 */
#pragma once

#include "pictures.h"

/**
 * BenchCase:
 * @group: "size" at all sizes; "worst", "sigma", "stage", "curve" and "depth" (bytes beside words and floats) at one
 * @name: what peers know it by
 * @filter, @params: what is rendered
 * @picture: of what
 * @channels, @type: of the picture
 */
typedef struct
{
  const char  *group;
  const char  *name;
  const char  *filter;
  const char  *params;
  BenchPicture picture;
  int          channels;
  CeType       type;
} BenchCase;

extern const BenchCase bench_cases[];
extern const guint     bench_n_cases;
