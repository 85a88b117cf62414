/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Converts the bits of a tile to samples.
 */
#ifndef CE_CUDA_TILE_CUH
#define CE_CUDA_TILE_CUH

#include "load.cuh"

/* Returns bytes of 255 where the lowest four bits are set, else 0. The product moves bit i to the top of byte i; its terms
 * do not overlap. */
static __device__ __forceinline__ unsigned
mask_bytes (unsigned bits)
{
  return permute_signs<0xba98> ((bits & 15) * 0x10204080u, 0);
}

/* Returns sixteen pixels as bytes: 255 for strong ones and, if @WEAK, 128 for weak ones. */
template <bool WEAK>
static __device__ __forceinline__ uint4
bytes_of_bits (unsigned flip, unsigned w, unsigned s)
{
  unsigned out[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    out[i] = WEAK ? (mask_bytes (s >> (4 * i)) | (mask_bytes (w >> (4 * i)) & 0x80808080u)) ^ flip
                  : mask_bytes ((s ^ flip) >> (4 * i));

  return make_uint4 (out[0], out[1], out[2], out[3]);
}

/* Returns a level as a sample of a target of floats, words or levels. */
static __device__ __forceinline__ unsigned
raw_of_level (const CeCudaTarget &t, float level)
{
  return t.samples == CE_CUDA_PLANE ? __float_as_uint (level)
         : raw_of_level (__fmaf_rn (t.sign, level, t.offset), t.samples == CE_CUDA_U16);
}

/* Stores a tile as floats or words; eight lanes write 32 pixels of a row. */
template <bool WEAK>
static __device__ __noinline__ void
store_float_tile (const CeCudaTarget &t, int width, int height, int tile_x, int tile_y, unsigned weak, unsigned strong)
{
  const int      lane = threadIdx.x & 31;
  const int      shift = 4 * (lane & 7);
  const int      x = tile_x * 32 + shift;
  const unsigned none = raw_of_level (t, 0.0f), some = raw_of_level (t, 128.0f), full = raw_of_level (t, 255.0f);

  for (int i = lane >> 3; i < 32; i += 4)
    {
      unsigned s = __shfl_sync (ALL, strong, i) >> shift;
      unsigned w = WEAK ? __shfl_sync (ALL, weak, i) >> shift : 0;
      unsigned v[4];

#pragma unroll
      for (int k = 0; k < 4; k++)
        v[k] = (s >> k) & 1 ? full : WEAK && (w >> k) & 1 ? some : none;
      if (x < width && tile_y * 32 + i < height)
        put_four (row_of (t.data, t.stride, tile_y * 32 + i), x, make_uint4 (v[0], v[1], v[2], v[3]),
                  t.samples == CE_CUDA_U16);
    }
}

/* Stores a tile, one row per lane, as samples. Two lanes write 32 pixels of a row of bytes, because memory takes 32 bytes at
 * once, and a warp writes sixteen rows at a time. */
template <bool WEAK>
static __device__ __forceinline__ void
store_tile (const CeCudaTarget &t, int width, int height, int tile_x, int tile_y, unsigned weak, unsigned strong)
{
  const int      lane = threadIdx.x & 31;
  const int      shift = 16 * (lane & 1);
  const int      x = tile_x * 32 + shift;
  const int      y = tile_y * 32 + (lane >> 1);
  const unsigned flip = t.inverted ? ~0u : 0;

  if (t.samples != CE_CUDA_U8)
    {
      store_float_tile<WEAK> (t, width, height, tile_x, tile_y, weak, strong);
      return;
    }

#pragma unroll
  for (int i = 0; i < 2; i++)
    {
      unsigned s = __shfl_sync (ALL, strong, 16 * i + (lane >> 1)) >> shift;
      unsigned w = WEAK ? __shfl_sync (ALL, weak, 16 * i + (lane >> 1)) >> shift : 0;

      if (x < width && y + 16 * i < height)
        *(uint4 *) (row_of (t.data, t.stride, y + 16 * i) + x) = bytes_of_bits<WEAK> (flip, w, s);
    }
}

#endif
