/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening of an opaque image of 8 bits in one pass: the 3x3 kernel, and the unsharp mask of every channel for itself, a
 * row being blurred with the samples C to the left and right, or of luma, whose change all colors get.
 */
#include "bytes.cuh"
#include "read.cuh"

/* Samples @centre changed by @amount times @detail, any amount: one sample in
 * float, in units of 2^-24, which leaves every rounding as it is. */
static __device__ __forceinline__ unsigned
add_detail (unsigned centre, unsigned detail, float amount)
{
  return pair_of (pair_low (centre) + amount * pair_low (detail), pair_high (centre) + amount * pair_high (detail));
}

/* The 3x3 kernel on the samples of an opaque 8-bit image. A block is a warp, which
 * marches down with sixteen bytes per lane.
 *
 * Sums of eight bytes are exact as halves, and so is their difference from eight
 * times the centre. If @FEW_BITS, the amount is a multiple of 1/16 up to 64: then
 * float would be exact too wherever the result is not clamped, so the one
 * rounding of the last step is the rounding to an integer. */
template <int C, bool FEW_BITS>
static __device__ __forceinline__ void
sharpen_bytes (const CeCudaLaunch &p)
{
  const int      x = 16 * (blockIdx.x * 32 + threadIdx.x);
  const int2     rows = rows_of_block (p);
  const int      y0 = rows.x, y1 = rows.y;
  const unsigned amount = pair_of (p.gain, p.gain);
  unsigned char *to = row_of (p.target.data, p.target.stride, y0) + x;
  ByteReader<C>  next;
  Pairs<4, 0>    row[3];

  if (x >= p.source.width * C)
    return;

  next.begin_three (p.source, x, y0, y1, row);

  for (int y = y0; y < y1; y += 3)
#pragma unroll
    for (int i = 0; i < 3; i++)
      {
        const Pairs<4, 0> &above = row[i % 3], &here = row[(i + 1) % 3], &below = row[(i + 2) % 3];
        unsigned           column[16], around[16], out[8];

        next.repeat_columns ();
        row[(i + 2) % 3].set (next.w);
        next.load (p.source, y + i + 2);
#pragma unroll
        for (int k = 4 - C; k < 12 + C; k++)
          {
            around[k] = pair_add (above.v[k], below.v[k]);
            column[k] = pair_add (around[k], here.v[k]);
          }
#pragma unroll
        for (int k = 0; k < 8; k++)
          {
            unsigned centre = here.at (k);
            unsigned sum = pair_add (pair_add (column[4 + k - C], column[4 + k + C]), around[4 + k]);
            unsigned detail = pair_fma (centre, 0x48004800u, sum ^ 0x80008000u);  /* 8 centre - sum */

            out[k] = clamp_pair (FEW_BITS ? pair_fma (detail, amount, centre) : add_detail (centre, detail, p.gain));
          }
        pack_pairs (out, out);
        if (y + i < y1)
          __stcs ((uint4 *) to, make_uint4 (out[0], out[1], out[2], out[3]));
        to += (int) p.target.stride;
      }
}

template <int C>
static __device__ __forceinline__ void
sharpen_bytes_any (const CeCudaLaunch &p)
{
  if (p.few_bits)
    sharpen_bytes<C, true> (p);
  else
    sharpen_bytes<C, false> (p);
}

DEFINE_KERNEL (sharpen_bytes_1, 16, sharpen_bytes_any<1>)
DEFINE_KERNEL (sharpen_bytes_3, 16, sharpen_bytes_any<3>)
DEFINE_KERNEL (sharpen_bytes_4, 16, sharpen_bytes_any<4>)

/* Returns the change of a level. */
static __device__ __forceinline__ float
unsharp_change (const CeCudaLaunch &p, float level, float blurred)
{
  float detail = level - blurred;

  detail = ce_abs (detail) <= p.high ? 0.0f : detail;
  return p.gain * detail;
}

/* Four levels to bytes. Rounding to an integer is the last step's, in units of 2^-24: see bytes.cuh. */
static __device__ __forceinline__ unsigned
four_bytes (const float level[4])
{
  const float unit = 5.9604645e-8f;

  return __byte_perm (clamp_pair (pair_of (level[0] * unit, level[1] * unit)),
                      clamp_pair (pair_of (level[2] * unit, level[3] * unit)), 0x6420);
}

/* N bytes per lane of pixels that have C; alpha stays. */
template <int C, int N>
struct SharpenBytes : Stage
{
  static const int  DEPTH = 0;
  static const int  LEAST_OF_5 = 5;
  static const bool SPLIT = N == 8;
  static const int  WORDS = N / 4;

  const unsigned char *from;    /* this lane's bytes of the row to be read next */
  unsigned char       *to;
  unsigned             own[2];  /* of the row to be written next */

  using Stage::Stage;

  __device__ __forceinline__ void
  load ()
  {
    if (strip.is_inner && WORDS == 2)
      {
        uint2 two = *(const uint2 *) from;

        own[0] = two.x;
        own[1] = two.y;
      }
    else if (strip.is_inner)
      own[0] = *(const unsigned *) from;
    from += (int) p.source.stride;
  }

  __device__ __forceinline__ void
  begin ()
  {
    from = row_of (p.source.data, p.source.stride, strip.y0) + strip.x;
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x;
    load ();
  }

  /* Four bytes, of which the word @old was sharpened. */
  __device__ __forceinline__ unsigned
  sharpen (unsigned old, const float blurred[4]) const
  {
    const unsigned alpha = C == 4 ? 0xff000000u : 0;
    float          v[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        float level = byte_level (old, i);

        v[i] = level + unsharp_change (p, level, blurred[i]);
      }

    return (four_bytes (v) & ~alpha) | (old & alpha);
  }

  __device__ __forceinline__ void
  push (int y, float g[1][N], int)
  {
    unsigned out[2] = { own[0], own[1] };

    if (y < strip.y0 || y >= strip.y1)
      return;

    if (y + 1 < strip.y1)
      load ();
#pragma unroll
    for (int i = 0; i < WORDS; i++)
      out[i] = sharpen (out[i], g[0] + 4 * i);
    if (strip.is_inner && WORDS == 2)
      *(uint2 *) to = make_uint2 (out[0], out[1]);
    else if (strip.is_inner)
      *(unsigned *) to = out[0];
    to += (int) p.target.stride;
  }
};

/* Four pixels of bytes per lane with C channels, of which luma was blurred. */
template <int C, bool INSIDE>
struct SharpenLuma : Stage
{
  static const int  DEPTH = 0;
  static const bool SPLIT = INSIDE;

  const unsigned char *from;
  unsigned char       *to;

  using Stage::Stage;

  __device__ __forceinline__ void
  begin ()
  {
    from = row_of (p.source.data, p.source.stride, strip.y0) + strip.x * C;
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x * C;
  }

  /* Alpha stays: four_bytes() of a byte's level is that byte. */
  __device__ __forceinline__ void
  push (int y, float g[1][4], int)
  {
    float    c[4][4], v[4 * C];
    unsigned out[C];

    if (y < strip.y0 || y >= strip.y1)
      return;

    if (strip.is_inner)
      {
        four_pixels<C, false> (from, 0, false, c);
#pragma unroll
        for (int i = 0; i < 4; i++)
          {
            float change = unsharp_change (p, ce_luma (c[i][0], c[i][1], c[i][2], p.source.wr, p.source.wb), g[0][i]);

#pragma unroll
            for (int k = 0; k < C; k++)
              v[i * C + k] = k == 3 ? c[i][k] : c[i][k] + change;
          }
#pragma unroll
        for (int i = 0; i < C; i++)
          out[i] = four_bytes (v + 4 * i);
        if (C == 4)
          *(uint4 *) to = make_uint4 (out[0], out[1], out[2], out[C - 1]);
        else if (strip.inside || strip.x + 4 <= strip.width)
#pragma unroll
          for (int i = 0; i < C; i++)
            ((unsigned *) to)[i] = out[i];
        else
          /* Twelve bytes may reach into the next row, which is another lane's or block's. */
#pragma unroll
          for (int i = 0; i < 4 * C; i++)
            if (i < C * (strip.width - strip.x))
              to[i] = (unsigned char) (out[i / 4] >> (8 * (i % 4)));
      }
    from += (int) p.source.stride;
    to += (int) p.target.stride;
  }
};

#define UNSHARP_BYTES(C, R, warps)                                              \
  using BytesOf_ ## C ## _ ## R = Bytes<C, CE_CUDA_SAMPLES (R), R>;             \
  DEFINE_MARCH (unsharp_bytes_ ## C ## _ ## R, warps, R, BytesOf_ ## C ## _ ## R, SharpenBytes<C, CE_CUDA_SAMPLES (R)>)

#define UNSHARP_LUMA(C, R, warps)                                               \
  DEFINE_MARCH (unsharp_luma_ ## C ## _ ## R, warps, R, Pixels<1>, SharpenLuma<C, R != 16>)

#define UNSHARP_EACH(R, warps)                                                  \
  UNSHARP_BYTES (1, R, warps)                                                   \
  UNSHARP_BYTES (3, R, warps)                                                   \
  UNSHARP_BYTES (4, R, warps)

UNSHARP_EACH (5, 12)
UNSHARP_EACH (9, 10)
UNSHARP_EACH (16, 12)
UNSHARP_LUMA (3, 5, 16)
UNSHARP_LUMA (3, 9, 16)
UNSHARP_LUMA (3, 16, 12)
UNSHARP_LUMA (4, 5, 16)
UNSHARP_LUMA (4, 9, 16)
UNSHARP_LUMA (4, 16, 12)
