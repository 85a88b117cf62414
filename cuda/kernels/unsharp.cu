/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The unsharp mask of an opaque image in one pass: every channel for itself, a row being blurred with the samples C to
 * the left and right, or luma, whose change all colours get.
 */
#include "bytes.cuh"
#include "read.cuh"

/* What is added to a level. */
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

/* So many words, for one access to memory. */
template <int N> struct WordsOf;
template <> struct WordsOf<1> { typedef unsigned type; };
template <> struct WordsOf<2> { typedef uint2 type; };
template <> struct WordsOf<4> { typedef uint4 type; };

/* N samples of a kind per lane of pixels that have C; alpha stays. */
template <int C, int SAMPLES, int N>
struct SharpenSamples : Stage
{
  static const int  DEPTH = 0;
  static const int  LEAST_OF_5 = SAMPLES == CE_CUDA_U8 ? 5 : 1;
  static const bool SPLIT = SAMPLES == CE_CUDA_U8 && N == 8;
  static const int  SIZE = size_of (SAMPLES);
  static const int  EACH = 4 / SIZE;    /* samples of a word of memory */
  static const int  WORDS = N / EACH;

  typedef typename WordsOf<WORDS>::type Group;

  const unsigned char *from;    /* this lane's samples of the row to be read next */
  unsigned char       *to;
  __align__ (16) unsigned own[WORDS];   /* of the row to be written next, as they are in memory */

  using Stage::Stage;

  __device__ __forceinline__ void
  load ()
  {
    if (strip.is_inner)
      *(Group *) own = *(const Group *) from;
    from += (int) p.source.stride;
  }

  __device__ __forceinline__ void
  begin ()
  {
    from = row_of (p.source.data, p.source.stride, strip.y0) + strip.x * SIZE;
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x * SIZE;
    load ();
  }

  static __device__ __forceinline__ bool
  is_alpha (int i)
  {
    return C == 4 ? i % 4 == 3 : C == 2 && i % 2 == 1;
  }

  __device__ __forceinline__ float
  sharpened (float level, float blurred) const
  {
    return level + unsharp_change (p, level, blurred);
  }

  /* Four bytes, of which the word @old was sharpened. */
  __device__ __forceinline__ unsigned
  sharpen_bytes (unsigned old, const float blurred[4]) const
  {
    const unsigned alpha = C == 4 ? 0xff000000u : C == 2 ? 0xff00ff00u : 0;
    float          v[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = sharpened (byte_level (old, i), blurred[i]);

    return (four_bytes (v) & ~alpha) | (old & alpha);
  }

  /* Two words, the second of which may be alpha. */
  __device__ __forceinline__ unsigned
  sharpen_words (unsigned old, const float blurred[2], bool has_alpha) const
  {
    unsigned first = word_of_level (sharpened (level_of_word (old, 0), blurred[0]));

    return has_alpha ? __byte_perm (first, old, 0x7610)
           : __byte_perm (first, word_of_level (sharpened (level_of_word (old, 1), blurred[1])), 0x5410);
  }

  __device__ __forceinline__ unsigned
  sharpen_float (unsigned old, float blurred, bool has_alpha) const
  {
    float level = ce_level_from_float (__uint_as_float (old));

    return has_alpha ? old : __float_as_uint (level_to_float_signed (sharpened (level, blurred)));
  }

  __device__ __forceinline__ void
  push (int y, float g[1][N], int)
  {
    __align__ (16) unsigned out[WORDS];

    if (y < strip.y0 || y >= strip.y1)
      return;

#pragma unroll
    for (int i = 0; i < WORDS; i++)
      out[i] = own[i];
    if (y + 1 < strip.y1)
      load ();
#pragma unroll
    for (int i = 0; i < WORDS; i++)
      {
        const float *blurred = g[0] + EACH * i;
        const bool   has_alpha = is_alpha (EACH * (i + 1) - 1);

        out[i] = SAMPLES == CE_CUDA_U8 ? sharpen_bytes (out[i], blurred)
                 : SAMPLES == CE_CUDA_U16 ? sharpen_words (out[i], blurred, has_alpha)
                 : sharpen_float (out[i], blurred[0], has_alpha);
      }
    if (strip.is_inner)
      *(Group *) to = *(const Group *) out;
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
  using UnsharpWords_ ## C ## _ ## R = Words<C, CE_CUDA_SAMPLES (R), R, 0>;     \
  DEFINE_MARCH (unsharp_u8_ ## C ## _ ## R, warps, R, UnsharpWords_ ## C ## _ ## R, \
                SharpenSamples<C, CE_CUDA_U8, CE_CUDA_SAMPLES (R)>)

#define UNSHARP_SAMPLES(C, R, warps, name, samples)                             \
  using Unsharp_ ## name ## _ ## C ## _ ## R = Floats<C, R, samples>;           \
  DEFINE_MARCH (unsharp_ ## name ## _ ## C ## _ ## R, warps, R, Unsharp_ ## name ## _ ## C ## _ ## R, \
                SharpenSamples<C, samples, 4>)

#define UNSHARP_WORDS(C, R, warps) UNSHARP_SAMPLES (C, R, warps, u16, CE_CUDA_U16)
#define UNSHARP_FLOATS(C, R, warps) UNSHARP_SAMPLES (C, R, warps, f32, CE_CUDA_F32)

#define FOR_CHANNELS(define, R, warps)                                          \
  define (1, R, warps)                                                          \
  define (2, R, warps)                                                          \
  define (3, R, warps)                                                          \
  define (4, R, warps)

#define UNSHARP_LUMA(R, warps)                                                  \
  DEFINE_MARCH (unsharp_luma_3_ ## R, warps, R, Pixels<1>, SharpenLuma<3, R != 16>) \
  DEFINE_MARCH (unsharp_luma_4_ ## R, warps, R, Pixels<1>, SharpenLuma<4, R != 16>)

FOR_CHANNELS (UNSHARP_BYTES, 5, 12)
FOR_CHANNELS (UNSHARP_BYTES, 9, 10)
FOR_CHANNELS (UNSHARP_BYTES, 12, 12)
FOR_CHANNELS (UNSHARP_BYTES, 16, 12)
FOR_CHANNELS (UNSHARP_WORDS, 5, 16)
FOR_CHANNELS (UNSHARP_WORDS, 9, 16)
FOR_CHANNELS (UNSHARP_WORDS, 16, 12)
FOR_CHANNELS (UNSHARP_FLOATS, 5, 16)
FOR_CHANNELS (UNSHARP_FLOATS, 9, 16)
FOR_CHANNELS (UNSHARP_FLOATS, 16, 12)
UNSHARP_LUMA (5, 16)
UNSHARP_LUMA (9, 16)
UNSHARP_LUMA (16, 12)
