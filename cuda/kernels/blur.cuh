/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Gaussian in shared memory: along x from a row, along y from a ring of
 * rows.
 */
#ifndef CE_CUDA_BLUR_CUH
#define CE_CUDA_BLUR_CUH

/* One tap of the Gaussian at four neighbours in a row. */
#define TAP_X(t)                                                                \
  {                                                                             \
    float w = weights[i + t];                                                   \
                                                                                \
    acc[0] = acc[0] + w * (l[4 - t] + r[t]);                                    \
    acc[1] = acc[1] + w * (l[5 - t] + r[1 + t]);                                \
    acc[2] = acc[2] + w * (l[6 - t] + r[2 + t]);                                \
    acc[3] = acc[3] + w * (l[7 - t] + r[3 + t]);                                \
  }

/* The Gaussian at four neighbours in a row; @centre may be read radius
 * samples, up to a multiple of four, beyond both. */
static __device__ __forceinline__ void
blur_along_x (const float4 *centre, int radius, const float *weights, float acc[4])
{
  const float4 *left = centre - 1;
  const float4 *right = centre + 1;
  float4        middle = *centre;
  float         l[8] = { 0, 0, 0, 0, middle.x, middle.y, middle.z, middle.w };
  float         r[8] = { middle.x, middle.y, middle.z, middle.w, 0, 0, 0, 0 };
  float         w0 = weights[0];

  acc[0] = w0 * middle.x;
  acc[1] = w0 * middle.y;
  acc[2] = w0 * middle.z;
  acc[3] = w0 * middle.w;

#pragma unroll 1
  for (int i = 0; i < radius; i += 4)
    {
      float4 far_left = *left--;
      float4 far_right = *right++;

      l[0] = far_left.x, l[1] = far_left.y, l[2] = far_left.z, l[3] = far_left.w;
      r[4] = far_right.x, r[5] = far_right.y, r[6] = far_right.z, r[7] = far_right.w;
      TAP_X (1);
      if (i + 2 > radius)
        break;
      TAP_X (2);
      if (i + 3 > radius)
        break;
      TAP_X (3);
      if (i + 4 > radius)
        break;
      TAP_X (4);
#pragma unroll
      for (int j = 0; j < 4; j++)
        {
          l[4 + j] = l[j];
          r[j] = r[4 + j];
        }
    }
}

static __device__ __forceinline__ int
wrap_up (int row, int ring)
{
  return row >= ring ? row - ring : row;
}

static __device__ __forceinline__ int
wrap_down (int row, int ring)
{
  return row < 0 ? row + ring : row;
}

/* One tap of the Gaussian at four rows; windows slide by one row per tap. */
#define TAP_Y(t)                                                                \
  {                                                                             \
    float w = weights[i + t];                                                   \
                                                                                \
    below = wrap_down (below - 1, ring);                                     \
    low[(8 - t) & 3] = ring_rows[below * 32];                                   \
    high[(t - 1) & 3] = ring_rows[above * 32];                                  \
    above = wrap_up (above + 1, ring);                                       \
    _Pragma ("unroll")                                                          \
    for (int j = 0; j < 4; j++)                                                 \
      {                                                                         \
        const float4 &a = low[(8 - t + j) & 3];                                 \
        const float4 &b = high[(t + j) & 3];                                    \
                                                                                \
        acc[j][0] = acc[j][0] + w * (a.x + b.x);                                \
        acc[j][1] = acc[j][1] + w * (a.y + b.y);                                \
        acc[j][2] = acc[j][2] + w * (a.z + b.z);                                \
        acc[j][3] = acc[j][3] + w * (a.w + b.w);                                \
      }                                                                         \
  }

/* The Gaussian along y at four rows of this lane's columns; the first of them
 * is the ring's row @slot. After every four taps the windows are back in the
 * registers they began in. */
static __device__ __forceinline__ void
blur_along_y (const float4 *ring_rows, int ring, int slot, int radius, const float *weights, float acc[4][4])
{
  float4 low[4], high[4];
  int    below = slot, above = slot;
  float  w0 = weights[0];

#pragma unroll
  for (int j = 0; j < 4; j++)
    {
      low[j] = high[j] = ring_rows[above * 32];
      acc[j][0] = w0 * low[j].x;
      acc[j][1] = w0 * low[j].y;
      acc[j][2] = w0 * low[j].z;
      acc[j][3] = w0 * low[j].w;
      above = wrap_up (above + 1, ring);
    }

#pragma unroll 1
  for (int i = 0; i < radius; i += 4)
    {
      TAP_Y (1);
      if (i + 2 > radius)
        break;
      TAP_Y (2);
      if (i + 3 > radius)
        break;
      TAP_Y (3);
      if (i + 4 > radius)
        break;
      TAP_Y (4);
    }
}

#endif
