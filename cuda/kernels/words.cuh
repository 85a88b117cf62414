/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader of bytes, each channel for itself, for a warp that marches down: words of memory stay as they are until they
 * are used.
 */
#ifndef CE_CUDA_WORDS_CUH
#define CE_CUDA_WORDS_CUH

#include "march.cuh"

/* N words of a row of pixels of C bytes, the first of them FIRST words from the
 * lane's; those outside the image repeat the nearest pixel inside. */
template <int N, int FIRST, int C>
struct RowReader
{
  unsigned             w[N];
  unsigned             ends[2]; /* the words with the last pixel */
  const unsigned char *from;    /* this lane's word of the next row */
  int                  x;       /* in bytes, as is n */
  int                  n;
  int                  limit;   /* the last row that is needed and exists */
  bool                 inside;  /* no row or column is repeated */
  bool                 at_edge; /* some column is */
  unsigned             selectors[(N + 1) / 2];

  /* For the word at byte @at: which of its own bytes, or else of the last pixel. */
  __device__ __forceinline__ unsigned
  selector (int at) const
  {
    unsigned all = 0;

#pragma unroll
    for (int i = 0; i < 4; i++)
      all |= (at + i < 0 ? (at + i + 64 * C) % C : at + i < n ? i : 4 + (at + i - n) % C) << (4 * i);

    return all;
  }

  /* The byte @column of the row @y comes first. */
  __device__ __forceinline__ void
  begin (const CeCudaSource &s, int column, int y, int last, bool all_inside, bool columns_outside)
  {
    x = column;
    n = s.width * C;
    limit = min (last, s.height - 1);
    inside = all_inside;
    at_edge = columns_outside;
    from = row_of (s.data, s.stride, clamp (y, 0, s.height - 1)) + x;
    if (at_edge)
#pragma unroll
      for (int i = 0; i < N; i++)
        {
          unsigned next = selector (x + 4 * (i + FIRST)) << (16 * (i % 2));

          selectors[i / 2] = i % 2 ? selectors[i / 2] | next : next;
        }
  }

  /* What was loaded has arrived when this is called: as late as possible. */
  __device__ __forceinline__ void
  repeat_columns ()
  {
    if (at_edge)
      {
        unsigned last = __funnelshift_r (ends[0], ends[1], 8 * ((n - C) & 3));

#pragma unroll
        for (int i = 0; i < N; i++)
          w[i] = __byte_perm (w[i], last, selectors[i / 2] >> (16 * (i % 2)));
      }
  }

  /* Row @y, one further each time; the first and last of the image are repeated. */
  __device__ __forceinline__ void
  load (const CeCudaSource &s, int y)
  {
    if (at_edge)
      {
        const unsigned char *row = from - x;

#pragma unroll
        for (int i = 0; i < N; i++)
          w[i] = *(const unsigned *) (row + clamp (x + 4 * (i + FIRST), 0, (n - 1) & ~3));
        ends[0] = *(const unsigned *) (row + ((n - C) & ~3));
        ends[1] = *(const unsigned *) (row + ((n - 1) & ~3));
      }
    else if (N == 4 && FIRST == -1)
      {
        uint2 own = *(const uint2 *) from;      /* of a lane that has eight bytes */

        w[0] = *(const unsigned *) (from - 4);
        w[1] = own.x;
        w[2 % N] = own.y;
        w[3 % N] = *(const unsigned *) (from + 8);
      }
    else if (N % 2 == 0 && FIRST % 2 == 0)
#pragma unroll
      for (int i = 0; i < N / 2; i++)
        {
          uint2 two = *(const uint2 *) (from + 8 * (i + FIRST / 2));    /* the same, with more on each side */

          w[2 * i] = two.x;
          w[2 * i + 1] = two.y;
        }
    else
#pragma unroll
      for (int i = 0; i < N; i++)
        w[i] = *(const unsigned *) (from + 4 * (i + FIRST));

    if ((inside || y >= 0) && y < limit)
      from += (int) s.stride;
    if (y + 1 + ROWS_AHEAD <= limit && (inside || (unsigned) x < (unsigned) n))
      prefetch (from + ROWS_AHEAD * (int) s.stride);
  }
};

/* Bytes of pixels that have C, N columns per lane; SIDE_LANES lanes at each side only feed others. They are read as
 * subnormal floats, v * 2^-149. Sums of two are exact, products with weights * 2^127 are normal and rounded as ever, so
 * after weights * 2^22 along y every bit is as if bytes had been converted. */
template <int C, int N, int R, int SIDE_LANES>
struct Words : Reader<C>
{
  static const int COLUMNS = N;
  static const int NEEDED = (R * C + 3) / 4;
  static const int SIDE = N == 8 ? (NEEDED > 1 ? (NEEDED + 1) & ~1 : 1) : NEEDED;      /* words at each side */

  RowReader<2 * SIDE + N / 4, -SIDE, C> row;

  template <int RADIUS> static __device__ constexpr int margin () { return SIDE_LANES; }
  template <int RADIUS> static __device__ constexpr int reach () { return 4 * SIDE; }

  using Reader<C>::Reader;

  __device__ __forceinline__ void
  begin (const CeCudaSource &s, const Strip &strip, int y, int last)
  {
    row.begin (s, strip.x, y, last, strip.inside, strip.at_edge);
  }

  __device__ __forceinline__ void
  load (const CeCudaSource &s, const Strip &, int y)
  {
    row.load (s, y);
  }

  template <int RADIUS>
  __device__ __forceinline__ void
  get_wide (const CeCudaSource &, const Strip &, float *v)
  {
    row.repeat_columns ();
#pragma unroll
    for (int i = 0; i < N + 2 * R * C; i++)
      {
        const int at = i + 4 * SIDE - R * C;

        v[i] = __uint_as_float (__byte_perm (row.w[at / 4], 0, 0x4440 + at % 4));
      }
  }
};

#endif
