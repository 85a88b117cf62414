/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A reader of the march gives a lane its part of a row of the source.
 *
 * Pixels     four pixels of one to four signals, from any source or from planes alone; neighbours by shuffles
 * Bytes      four or eight bytes, each channel for itself; neighbours from memory
 * Plane      four levels of a plane; neighbours from shared memory
 */
#ifndef CE_CUDA_READ_CUH
#define CE_CUDA_READ_CUH

#include "march.cuh"

/* Returns the address of the pixels from column @x of row @y on, or of the nearest inside. */
static __device__ __forceinline__ const unsigned char *
pixels_at (const CeCudaSource &s, const unsigned char *data, int x, int y)
{
  int size = s.samples == CE_CUDA_PLANE ? 4 : s.channels * size_of (s.samples);

  return row_of ((unsigned char *) data, s.stride, clamp (y, 0, s.height - 1))
         + (long long) clamp (x, 0, (s.width - 1) & ~3) * size;
}

/* Four pixels of N signals, with PLANES of their planes alone. Lanes outside the image read the nearest pixels, unused. */
template <int N, bool PLANES = false>
struct Pixels : Reader<1>
{
  static const int SIGNALS = N;

  uint4                raw[N];  /* bytes as they are in memory, or levels */
  const unsigned char *from[N]; /* this lane's pixels of the next row */
  int                  limit;   /* the last row that is needed and exists */

  using Reader<1>::Reader;

  __device__ __forceinline__ void
  begin (const CeCudaSource &s, const Strip &strip, int y, int last)
  {
    limit = min (last, strip.height - 1);
#pragma unroll
    for (int i = 0; i < N; i++)
      from[i] = pixels_at (s, PLANES || s.samples == CE_CUDA_PLANE ? s.data + i * (s.height * s.stride) : s.data, strip.x,
                           y);
  }

  /* Returns whether the signal is one of opaque bytes, which are not converted before they have arrived. */
  static __device__ __forceinline__ bool
  has_bytes (const CeCudaSource &s)
  {
    return N == 1 && ! PLANES && s.samples == CE_CUDA_U8 && s.signal[0].cover == CE_CUDA_COVER_NONE;
  }

  /* Row @y, one further each time; the first and last of the image are repeated. */
  __device__ __forceinline__ void
  load (const CeCudaSource &s, const Strip &strip, int y)
  {
    const unsigned *words = (const unsigned *) from[0];

    if (has_bytes (s))
      raw[0] = s.channels == 4 ? *(const uint4 *) words
               : make_uint4 (words[0], s.channels == 1 ? 0 : words[1], s.channels == 3 ? words[2] : 0, 0);
    else
#pragma unroll
      for (int i = 0; i < N; i++)
        raw[i] = PLANES || s.samples == CE_CUDA_PLANE ? *(const uint4 *) from[i]
                 : bits_of (levels_of_any (s, s.signal[i], from[i]));

#pragma unroll
    for (int i = 0; i < N; i++)
      {
        if (y >= 0 && y < limit)
          from[i] += (int) s.stride;
        if (y + 1 + ROWS_AHEAD <= limit)
          prefetch (from[i] + ROWS_AHEAD * (int) s.stride);
      }
  }

  /* Returns byte @i of the pixels @b. */
  static __device__ __forceinline__ float
  byte (const uint4 &b, int i)
  {
    return byte_level (i < 4 ? b.x : i < 8 ? b.y : i < 12 ? b.z : b.w, i % 4);
  }

  /* Converts a channel, or luma, of four pixels of C bytes. */
  template <int C>
  __device__ __forceinline__ void
  levels_of (const CeCudaSource &s, float v[4]) const
  {
    const uint4   &b = raw[0];
    const unsigned shift = 8 * max (s.signal[0].channel, 0);
    const uint4    from = make_uint4 (__funnelshift_r (b.x, b.y, shift), __funnelshift_r (b.y, b.z, shift),
                                      __funnelshift_r (b.z, b.w, shift), b.w >> shift);

#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = C < 3 || s.signal[0].channel >= 0 ? byte (from, C * i)
             : ce_luma (byte (b, C * i), byte (b, C * i + 1), byte (b, C * i + 2), s.wr, s.wb);
  }

  __device__ __forceinline__ void
  levels_of_bytes (const CeCudaSource &s, float v[4]) const
  {
    if (s.channels == 1)
      levels_of<1> (s, v);
    else if (s.channels == 2)
      levels_of<2> (s, v);
    else if (s.channels == 3)
      levels_of<3> (s, v);
    else
      levels_of<4> (s, v);
  }

  __device__ __forceinline__ void
  get (const CeCudaSource &s, const Strip &strip, float v[N][4]) const
  {
    if (has_bytes (s))
      levels_of_bytes (s, v[0]);
    else
#pragma unroll
      for (int i = 0; i < N; i++)
        {
          float4 four = floats_of (raw[i]);

          v[i][0] = four.x;
          v[i][1] = four.y;
          v[i][2] = four.z;
          v[i][3] = four.w;
        }
    if (strip.at_edge)
#pragma unroll
      for (int i = 0; i < N; i++)
        strip.repeat_columns<4> (v[i]);
  }

  /* The first signal, with R on each side. */
  template <int R>
  __device__ __forceinline__ void
  get_wide (const CeCudaSource &s, const Strip &strip, float *v) const
  {
    float mine[N][4];

    get (s, strip, mine);
#pragma unroll
    for (int i = 0; i < R; i++)
      {
        v[R - 1 - i] = __shfl_up_sync (ALL, mine[0][3 - i % 4], 1 + i / 4);
        v[R + 4 + i] = __shfl_down_sync (ALL, mine[0][i % 4], 1 + i / 4);
      }
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[R + i] = mine[0][i];
  }
};

template <int N> using Planes = Pixels<N, true>;

/* N bytes per lane of pixels that have C, each channel for itself, with R pixels on each side. Bytes stay words of memory
 * until they are used, and those outside the image repeat the nearest pixel inside. They are read as subnormal floats,
 * v * 2^-149: sums of two are exact, products with weights * 2^127 are normal and rounded as ever, so after weights * 2^22
 * along y every bit is as if bytes had been converted. */
template <int C, int N, int R>
struct Bytes : Reader<C>
{
  static const int COLUMNS = N;
  static const int WIDE = N + 2 * R * C;
  static const int NEEDED = (R * C + 3) / 4;
  static const int SIDE = N == 8 ? (NEEDED > 1 ? (NEEDED + 1) & ~1 : 1) : NEEDED;      /* words at each side */
  static const int WORDS = 2 * SIDE + N / 4;

  unsigned             w[WORDS];
  unsigned             ends[2]; /* the words with the last pixel */
  const unsigned char *from;    /* this lane's word of the next row */
  int                  limit;   /* the last row that is needed and exists */
  unsigned             selectors[(WORDS + 1) / 2];

  template <int RADIUS> static __device__ constexpr int margin () { return 0; }
  template <int RADIUS> static __device__ constexpr int reach () { return 4 * SIDE; }

  using Reader<C>::Reader;

  /* Returns the selector of the word at byte @at of a row of @n: its own bytes, or those of the last pixel. */
  static __device__ __forceinline__ unsigned
  selector (int at, int n)
  {
    unsigned all = 0;

#pragma unroll
    for (int i = 0; i < 4; i++)
      all |= (at + i < 0 ? (at + i + 64 * C) % C : at + i < n ? i : 4 + (at + i - n) % C) << (4 * i);

    return all;
  }

  __device__ __forceinline__ void
  begin (const CeCudaSource &s, const Strip &strip, int y, int last)
  {
    limit = min (last, strip.height - 1);
    from = row_of (s.data, s.stride, clamp (y, 0, strip.height - 1)) + strip.x;
    if (strip.at_edge)
#pragma unroll
      for (int i = 0; i < WORDS; i++)
        {
          unsigned next = selector (strip.x + 4 * (i - SIDE), strip.width) << (16 * (i % 2));

          selectors[i / 2] = i % 2 ? selectors[i / 2] | next : next;
        }
  }

  /* Row @y, one further each time; the first and last of the image are repeated. */
  __device__ __forceinline__ void
  load (const CeCudaSource &s, const Strip &strip, int y)
  {
    if (strip.at_edge)
      {
        const unsigned char *row = from - strip.x;

#pragma unroll
        for (int i = 0; i < WORDS; i++)
          w[i] = *(const unsigned *) (row + clamp (strip.x + 4 * (i - SIDE), 0, (strip.width - 1) & ~3));
        ends[0] = *(const unsigned *) (row + ((strip.width - C) & ~3));
        ends[1] = *(const unsigned *) (row + ((strip.width - 1) & ~3));
      }
    else if (WORDS == 4 && SIDE == 1)
      {
        uint2 own = *(const uint2 *) from;

        w[0] = *(const unsigned *) (from - 4);
        w[1] = own.x;
        w[2 % WORDS] = own.y;
        w[3 % WORDS] = *(const unsigned *) (from + 8);
      }
    else if (WORDS % 2 == 0 && SIDE % 2 == 0)
#pragma unroll
      for (int i = 0; i < WORDS / 2; i++)
        {
          uint2 two = *(const uint2 *) (from + 8 * (i - SIDE / 2));

          w[2 * i] = two.x;
          w[2 * i + 1] = two.y;
        }
    else
#pragma unroll
      for (int i = 0; i < WORDS; i++)
        w[i] = *(const unsigned *) (from + 4 * (i - SIDE));

    if ((strip.inside || y >= 0) && y < limit)
      from += (int) s.stride;
    if (y + 1 + ROWS_AHEAD <= limit && (strip.inside || (unsigned) strip.x < (unsigned) strip.width))
      prefetch (from + ROWS_AHEAD * (int) s.stride);
  }

  /* Repeats columns outside the image. It waits for the loads, so it is called as late as possible. */
  __device__ __forceinline__ void
  repeat_columns (const Strip &strip)
  {
    if (strip.at_edge)
      {
        unsigned last = __funnelshift_r (ends[0], ends[1], 8 * ((strip.width - C) & 3));

#pragma unroll
        for (int i = 0; i < WORDS; i++)
          w[i] = __byte_perm (w[i], last, selectors[i / 2] >> (16 * (i % 2)));
      }
  }

  template <int RADIUS>
  __device__ __forceinline__ void
  get_wide (const CeCudaSource &, const Strip &strip, float *v)
  {
    repeat_columns (strip);
#pragma unroll
    for (int i = 0; i < WIDE; i++)
      {
        const int at = i + 4 * SIDE - R * C;

        v[i] = __uint_as_float (__byte_perm (w[at / 4], 0, 0x4440 + at % 4));
      }
  }

  /* Returns the bytes as levels. */
  __device__ __forceinline__ void
  get (const CeCudaSource &, const Strip &strip, float v[1][WIDE])
  {
    repeat_columns (strip);
#pragma unroll
    for (int i = 0; i < WIDE; i++)
      {
        const int at = i + 4 * SIDE - R * C;

        v[0][i] = byte_level (w[at / 4], at % 4);
      }
  }
};

/* Levels of a plane, with R on each side: a row of the strip and its neighbors in shared memory. */
template <int R>
struct Plane : Reader<1>
{
  static const bool EARLY = true;       /* a row is in shared memory, and registers have room for the next */
  static const int  SIDE = (R + 3) / 4; /* groups of four at each side */

  float4              *levels;
  float4               own;
  float4               beside;  /* of the first lanes */
  const unsigned char *from;    /* the next row */
  int                  other;   /* the column of @beside */
  int                  limit;

  template <int RADIUS> static __device__ constexpr int margin () { return 0; }
  template <int RADIUS> static __device__ constexpr int reach () { return 4 * SIDE; }
  template <int RADIUS> static __device__ constexpr int shared_size () { return 32 + 2 * SIDE; }

  __device__ __forceinline__ Plane (float4 *shared) : Reader<1> (shared), levels (shared) {}

  __device__ __forceinline__ void
  begin (const CeCudaSource &s, const Strip &strip, int y, int last)
  {
    int lane = strip.lane;

    limit = min (last, strip.height - 1);
    from = row_of (s.data, s.stride, clamp (y, 0, strip.height - 1));
    other = strip.x + 4 * (lane < SIDE ? -SIDE : 32 - SIDE);
  }

  __device__ __forceinline__ float
  level_at (const Strip &strip, int x) const
  {
    return ((const float *) from)[clamp (x, 0, strip.width - 1)];
  }

  __device__ __forceinline__ float4
  four_at (const Strip &strip, int x) const
  {
    if (strip.inside || ! strip.at_edge)
      return *(const float4 *) (from + 4ll * x);

    return make_float4 (level_at (strip, x), level_at (strip, x + 1), level_at (strip, x + 2), level_at (strip, x + 3));
  }

  __device__ __forceinline__ void
  load (const CeCudaSource &s, const Strip &strip, int y)
  {
    own = four_at (strip, strip.x);
    if (strip.lane < 2 * SIDE)
      beside = four_at (strip, other);
    if ((strip.inside || y >= 0) && y < limit)
      from += (int) s.stride;
    if (y + 1 + ROWS_AHEAD <= limit && (strip.inside || strip.x < strip.width))
      prefetch (from + ROWS_AHEAD * (int) s.stride + 4ll * strip.x);
  }

  template <int RADIUS>
  __device__ __forceinline__ void
  get_wide (const CeCudaSource &, const Strip &strip, float *v)
  {
    const int lane = strip.lane;
    const int spare = 4 * SIDE - R;

    __syncwarp ();
    levels[SIDE + lane] = own;
    if (lane < 2 * SIDE)
      levels[lane < SIDE ? lane : 32 + lane] = beside;
    __syncwarp ();
#pragma unroll
    for (int i = 0; i < 2 * SIDE + 1; i++)
      {
        float4 four = levels[lane + i];

#pragma unroll
        for (int k = 0; k < 4; k++)
          if (4 * i + k >= spare && 4 * i + k < spare + 4 + 2 * R)
            v[4 * i + k - spare] = k == 0 ? four.x : k == 1 ? four.y : k == 2 ? four.z : four.w;
      }
  }
};

#endif
