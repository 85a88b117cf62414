/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Computes half a step of deconvolution: blurs a plane, then makes the correction of it or corrects the estimate with it.
 */
#include "read.cuh"

/* The bits of two numbers between which a division always takes the same steps, far from both ends of floats. */
#define LEAST_BITS 0x0da24260u          /* 1e-30 */
#define MOST_BITS 0x7149f2cau           /* 1e30 */

/* Divides @a by @b for four pixels side by side. A division has a branch for numbers at the ends of floats; here four
 * divisions have one branch and do not wait for each other. Returns whether there are no such numbers. */
static __device__ __forceinline__ bool
divide_four (const float a[4], const float b[4], float v[4])
{
  unsigned least = ~0u, most = 0;

#pragma unroll
  for (int i = 0; i < 4; i++)
    {
      float near, rest;

      least = min (min (least, __float_as_uint (a[i]) - 1), __float_as_uint (b[i]));    /* 0 may be divided */
      most = max (max (most, __float_as_uint (a[i])), __float_as_uint (b[i]));
      near = near_inverse (b[i]);
      near = __fmaf_rn (near, __fmaf_rn (-b[i], near, 1.0f), near);
      v[i] = a[i] * near;
      rest = __fmaf_rn (-b[i], v[i], a[i]);
      v[i] = __fmaf_rn (near, rest, v[i]);
    }

  return least >= LEAST_BITS && most <= MOST_BITS;
}

/* Corrects four pixels; it is no inline function, because it is rare. */
static __device__ __noinline__ float4
correct_slowly (float4 light, float4 blurred, float damping)
{
  return make_float4 (ce_correction (light.x, blurred.x, damping), ce_correction (light.y, blurred.y, damping),
                      ce_correction (light.z, blurred.z, damping), ce_correction (light.w, blurred.w, damping));
}

struct Deconvolve : Stage
{
  static const int  DEPTH = 0;
  static const int  LEAST_OF_5 = 1;

  long long at;                 /* this lane's columns of the next row, from a plane's beginning */
  float4    others[STEP];       /* of the plane that is combined with the next rows */

  using Stage::Stage;

  __device__ __forceinline__ void
  begin ()
  {
    at = strip.y0 * p.source.stride + 4ll * strip.x;
  }

  __device__ __forceinline__ void
  ask (int y)
  {
    const CeCudaPtr plane = p.deconvolve.estimate ? p.deconvolve.estimate : p.deconvolve.light;

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

  /* Divides a plane that was blurred under its transparency by the blurred weights. */
  __device__ __forceinline__ void
  uncover (long long at, float blurred[4]) const
  {
    float weight[4], own[4];

    load (p.deconvolve.blurred_weight, at, weight);
    load (p.deconvolve.plane, at, own);
#pragma unroll
    for (int i = 0; i < 4; i++)
      blurred[i] = blurred[i] == 0 && weight[i] == 0 ? own[i] : blurred[i] / weight[i];
  }

  /* Corrects the estimate, or makes the correction of the light; both are @other. */
  __device__ __forceinline__ void
  combine (const float other[4], const float g[4], float v[4]) const
  {
    const float below[4] = { g[0] + 1e-12f, g[1] + 1e-12f, g[2] + 1e-12f, g[3] + 1e-12f };

    if (p.deconvolve.estimate)
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = other[i] * g[i];
    else if (p.deconvolve.damping > 0 || ! divide_four (other, below, v))
      {
        float4 all = correct_slowly (make_float4 (other[0], other[1], other[2], other[3]),
                                     make_float4 (g[0], g[1], g[2], g[3]), p.deconvolve.damping);

        v[0] = all.x, v[1] = all.y, v[2] = all.z, v[3] = all.w;
      }
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
        if (p.deconvolve.weight)
          uncover (here, g[0]);
        combine (other, g[0], v);
        store (p.target.data, here, v);
        if (p.deconvolve.weight)
          {
            load (p.deconvolve.weight, here, other);
#pragma unroll
            for (int i = 0; i < 4; i++)
              v[i] = v[i] * other[i];
            store (p.deconvolve.covered, here, v);
          }
      }
  }
};

DEFINE_MARCH (deconvolve_5, 16, 5, Plane<5>, Deconvolve)
DEFINE_MARCH (deconvolve_9, 16, 9, Plane<9>, Deconvolve)
DEFINE_MARCH (deconvolve_15, 12, 15, Plane<15>, Deconvolve)
