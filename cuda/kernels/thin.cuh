/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning of eight pixels per lane, row after row. What is compared is
 * subtracted, four pixels' signs are collected in a word, and decisions are made
 * on such words. Comparing a pixel with its neighbours on one side also says what
 * those think of theirs on the other.
 */
#ifndef CE_CUDA_THIN_CUH
#define CE_CUDA_THIN_CUH

#include "bits.cuh"
#include "signs.cuh"

/* Of the directions of eight gradients: closer to the x axis than 22.5 degrees; than
 * 67.5; the derivatives have different signs. */
struct Directions
{
  unsigned horizontal[2];
  unsigned flat[2];
  unsigned rising[2];
};

/* Of eight pixels, what the row below has to decide still: those that are weak
 * and were kept by what is known so far, by direction. */
struct Undecided
{
  unsigned kept[2];
  unsigned vertical[2];
  unsigned falling[2];
  unsigned rising[2];
  unsigned strong[2];

  /* Whether the warp has nothing to thin, here or in the row above: so it is in smooth
   * places. */
  __device__ __forceinline__ bool
  is_nothing (const Signs &weak) const
  {
    return ! __any_sync (ALL, ((weak.v[0] | weak.v[1] | kept[0] | vertical[0] | falling[0] | rising[0]
                               | kept[1] | vertical[1] | falling[1] | rising[1]) & SIGNS) != 0);
  }

  /* With the row @here, whose weak pixels are @is_weak, the one before is decided: which
   * are @weak, which @strong; then this is the row @here, as far as the one @above
   * says. A magnitude that is weak differs from others by 2 at least, if at all. */
  __device__ __forceinline__ void
  consider (const Signs &is_weak, const Directions &d, const float above[10], const float here[10], float high,
            unsigned weak[2], unsigned strong_[2])
  {
    Signs left, up, up_left, up_right, is_strong;

    left.less (here, here + 1);
    up.less (above + 1, here + 1);
    up_left.less (above, here + 1);
    up_right.less (above + 2, here + 1);
    is_strong.more (here + 1, high);

    Signs right = left.after (here[8] - here[9]);
    Signs down_right = up_left.after (above[8] - here[9]);
    Signs down_left = up_right.before (above[1] - here[0]);

#pragma unroll
    for (int i = 0; i < 2; i++)
      {
        unsigned bent = is_weak.v[i] & ~d.horizontal[i];
        unsigned slanted = bent & d.flat[i];

        weak[i] = kept[i] | (vertical[i] & ~up.v[i]) | (falling[i] & down_right.more_than_0 (i))
                  | (rising[i] & down_left.more_than_0 (i));
        strong_[i] = weak[i] & strong[i];
        kept[i] = is_weak.v[i] & d.horizontal[i] & (left.v[i] & ~right.v[i]);
        vertical[i] = bent & ~d.flat[i] & up.v[i];
        falling[i] = slanted & ~d.rising[i] & up_left.v[i];
        rising[i] = slanted & d.rising[i] & up_right.v[i];
        strong[i] = is_strong.v[i];
      }
  }
};

/* Where the bits of a lane's eight columns go, row after row. */
struct BitWriter
{
  unsigned byte;

  __device__ __forceinline__ void
  begin (const CeCudaBits &bits, int x, int y)
  {
    byte = byte_of_bits (bits, x, y);
  }

  /* Row @y, if this lane's columns are @mine to write. */
  __device__ __forceinline__ void
  write (const CeCudaBits &bits, const unsigned weak[2], const unsigned strong[2], int y, bool mine)
  {
    if (mine)
      {
        bits.weak[byte] = (unsigned char) signs_to_bits (weak);
        bits.strong[byte] = (unsigned char) signs_to_bits (strong);
      }
    byte += step_of_bits (bits, y);
  }
};

#endif
