/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Half a step of deconvolution: a plane is blurred, and the correction made of it, or the estimate corrected.
 */
#include "read.cuh"

struct Restore : Stage
{
  static const int  DEPTH = 0;
  static const int  LEAST_OF_5 = 1;

  long long at;                 /* this lane's columns of the next row, from a plane's beginning */
  float4    others[STEP];       /* what is combined with the next rows */

  using Stage::Stage;

  __device__ __forceinline__ void
  begin ()
  {
    at = strip.y0 * p.source.stride + 4ll * strip.x;
  }

  __device__ __forceinline__ void
  ask (int y)
  {
    const CeCudaPtr plane = p.restore.estimate ? p.restore.estimate : p.restore.light;

#pragma unroll
    for (int i = 0; i < STEP; i++)
      if (strip.is_inner && y + i >= strip.y0 && y + i < strip.y1)
        others[i] = *(const float4 *) (row_of (plane, p.source.stride, y + i) + 4ll * strip.x);
  }

  __device__ __forceinline__ void
  load (CeCudaPtr plane, long long at, float v[4]) const
  {
    float4 four = *(const float4 *) (plane + at);

    v[0] = four.x;
    v[1] = four.y;
    v[2] = four.z;
    v[3] = four.w;
  }

  __device__ __forceinline__ void
  store (CeCudaPtr plane, long long at, const float v[4]) const
  {
    *(float4 *) (plane + at) = make_float4 (v[0], v[1], v[2], v[3]);
  }

  /* What was blurred under its transparency. */
  __device__ __forceinline__ void
  uncover (long long at, float blurred[4]) const
  {
    float weight[4], own[4];

    load (p.restore.blurred_weight, at, weight);
    load (p.restore.plane, at, own);
#pragma unroll
    for (int i = 0; i < 4; i++)
      blurred[i] = blurred[i] == 0 && weight[i] == 0 ? own[i] : blurred[i] / weight[i];
  }

  __device__ __forceinline__ void
  push (int y, float g[1][4], int turn)
  {
    float           other[4] = { others[turn].x, others[turn].y, others[turn].z, others[turn].w };
    float           v[4];
    const long long here = at;

    if (y < strip.y0 || y >= strip.y1)
      return;

    at += p.source.stride;
    if (strip.is_inner)
      {
        if (p.restore.weight)
          uncover (here, g[0]);
#pragma unroll
        for (int i = 0; i < 4; i++)
          v[i] = p.restore.estimate ? other[i] * g[0][i]
                 : p.restore.damping > 0 ? ce_correction (other[i], g[0][i], p.restore.damping)
                 : other[i] / (g[0][i] + 1e-12f);
        store (p.target.data, here, v);
        if (p.restore.weight)
          {
            load (p.restore.weight, here, other);
#pragma unroll
            for (int i = 0; i < 4; i++)
              v[i] = v[i] * other[i];
            store (p.restore.covered, here, v);
          }
      }
  }
};

#define RESTORE(R, warps)                                                       \
  using Plane_ ## R = Floats<1, R, true>;                                       \
  DEFINE_MARCH (restore_ ## R, warps, R, Plane_ ## R, Restore)

RESTORE (5, 16)
RESTORE (9, 16)
RESTORE (16, 12)
