/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A march reads the source, blurs it along x and along y, and runs a filter's stage on the blurred signal, all in one
 * kernel, so that only source and result pass through device memory.
 *
 * The documents that the project grew from load tiles with an apron into shared memory (R. Sadhu, Sobel Edge Detection and
 * Image Sharpening in CUDA using Libtorch; D. Persson Proos and B. Rodríguez Gálvez, GPU Accelerated Edge Detection, 2018;
 * M. Černáč, Cannyho detekce hran na platformě CUDA, 2017), or vectors of 16 pixels (ARM, Mali OpenCL SDK, Sobel Filter):
 * here lanes have vectors of a strip, and the rows above a strip are its apron.
 *
 * A warp works alone, and is a block, so that branches on its place are uniform. It has a strip of the image,
 * four or eight columns per lane, and marches down. It blurs three rows at a time along x into a ring of rows in
 * shared memory, and along y from there; a lane reads only its own columns. A kernel is made for the largest of a few
 * radii, and leaves out the taps that a smaller radius does not have.
 *
 * A reader has COLUMNS, WIDE (levels of a row that it gives a stage without a Gaussian), SIGNALS, margin() (lanes that only
 * feed others), reach() (samples beyond the strip that it reads), shared_size() (its float4 in shared memory), APART (the
 * distance of columns that the Gaussian blurs together) and EARLY (the next row is loaded before this one is
 * blurred). begin() comes first, load() starts to load a row, and get()
 * waits for it and returns this lane's columns. All readers derive from Reader.
 *
 * A stage has DEPTH, the rows above and below a row of the result that it needs, and LEAST_OF_5, the taps that are never
 * left out of its kernels for a radius up to 5. begin() comes first and end() last. ask() is called before a group of three
 * rows is blurred, so that the stage's other loads run meanwhile. push() is called with row after
 * row of the blurred signals and with the number of the call modulo three. The rows above the
 * first one that the stage needs are undefined.
 */
#ifndef CE_CUDA_MARCH_CUH
#define CE_CUDA_MARCH_CUH

#include "load.cuh"

#define STEP CE_CUDA_STEP

/* A lane's part of a strip. */
struct Strip
{
  int  lane;
  int  x;                       /* this lane's first column */
  bool at_edge;                 /* the strip sticks out of the image */
  bool inside;                  /* neither rows nor columns are repeated: the compiler leaves the rest out */
  int  width;
  int  height;
  int  y0;                      /* rows to compute */
  int  y1;
  bool in_middle;               /* this lane does not only feed others */
  bool is_inner;                /* and its columns are inside the image */

  /* Columns outside the image repeat the nearest inside. */
  template <int COLUMNS>
  __device__ __forceinline__ void
  repeat_columns (float v[COLUMNS]) const
  {
    const int x0 = x - COLUMNS * lane;
    float     first = __shfl_sync (ALL, v[0], min (max (-x0, 0) / COLUMNS, 31));
    float     own = v[0];
    float     last;

#pragma unroll
    for (int i = 1; i < COLUMNS; i++)
      own = ((width - 1) & (COLUMNS - 1)) == i ? v[i] : own;
    last = __shfl_sync (ALL, own, clamp ((width - 1 - x0) / COLUMNS, 0, 31));
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      v[i] = x < 0 ? first : x + i >= width ? last : v[i];
  }
};

/* The base of readers: four samples per lane, of pixels that have C. */
template <int C>
struct Reader
{
  static const int  COLUMNS = 4;
  static const int  WIDE = 4;
  static const int  SIGNALS = 1;
  static const int  APART = C;
  static const bool EARLY = false;

  template <int RADIUS> static __device__ constexpr int margin () { return CE_CUDA_MARGIN (RADIUS); }
  template <int RADIUS> static __device__ constexpr int reach () { return 0; }
  template <int RADIUS> static __device__ constexpr int shared_size () { return 1; }
  static __device__ __forceinline__ int samples_of_row (const CeCudaSource &s) { return s.width * C; }

  __device__ __forceinline__ Reader (float4 *) {}       /* rows in shared memory, of shared_size() */
};

/* The base of stages. */
struct Stage
{
  static const int  UNROLL = 1;
  static const int  LEAST_OF_5 = 4;
  static const bool SPLIT = false;

  const CeCudaLaunch &p;
  const Strip        &strip;

  __device__ __forceinline__ Stage (const CeCudaLaunch &p, const Strip &strip) : p (p), strip (strip) {}
  __device__ __forceinline__ void begin () {}
  __device__ __forceinline__ void ask (int) {}
  __device__ __forceinline__ void end () {}
};

/* Returns whether tap @t of the Gaussian is computed. The first @LEAST always are: a smaller radius has weights of 0 there,
 * and finite samples. */
template <int LEAST>
static __device__ __forceinline__ bool
has_tap (int t, int radius)
{
  return t <= LEAST || t <= radius;
}

/* Blurs along x the @COLUMNS samples in the middle; neighbors are @APART. */
template <int COLUMNS, int RADIUS, int LEAST, int APART>
static __device__ __forceinline__ void
blur_along_x (const CeCudaLaunch &p, const float v[COLUMNS + 2 * RADIUS * APART], float acc[COLUMNS])
{
#pragma unroll
  for (int j = 0; j < COLUMNS; j++)
    acc[j] = p.along_x[0] * v[RADIUS * APART + j];
#pragma unroll
  for (int t = 1; t <= RADIUS; t++)
    if (has_tap<LEAST> (t, p.radius))
#pragma unroll
      for (int j = 0; j < COLUMNS; j++)
        acc[j] = acc[j] + p.along_x[t] * (v[(RADIUS - t) * APART + j] + v[(RADIUS + t) * APART + j]);
}

/* Rows that wait to be blurred along y, in groups of three in shared memory; group 0 is the oldest. */
template <int COLUMNS, int RADIUS>
struct Ring
{
  static const int GROUPS = (2 * RADIUS + STEP + STEP - 1) / STEP;
  static const int SIZE = GROUPS * STEP * COLUMNS / 4 * 32;     /* float4 of a warp */

  float4 *group[GROUPS];

  __device__ __forceinline__
  Ring (float4 *all)
  {
#pragma unroll
    for (int i = 0; i < GROUPS; i++)
      group[i] = all + i * STEP * COLUMNS / 4 * 32 + threadIdx.x;
  }

  /* Writes row @i of the newest group. */
  __device__ __forceinline__ void
  put (int i, const float v[COLUMNS])
  {
#pragma unroll
    for (int k = 0; k < COLUMNS / 4; k++)
      group[GROUPS - 1][(i * COLUMNS / 4 + k) * 32] = make_float4 (v[4 * k], v[4 * k + 1], v[4 * k + 2], v[4 * k + 3]);
  }

  /* Returns four columns of row @i; row 0 is the first of the oldest group. */
  __device__ __forceinline__ float4
  get (int i, int k) const
  {
    return group[i / STEP][(i % STEP * COLUMNS / 4 + k) * 32];
  }

  /* Makes the oldest group the newest one. */
  __device__ __forceinline__ void
  turn ()
  {
    float4 *oldest = group[0];

#pragma unroll
    for (int i = 0; i < GROUPS - 1; i++)
      group[i] = group[i + 1];
    group[GROUPS - 1] = oldest;
  }

  /* Blurs along y the three rows that end RADIUS rows above the newest one. */
  template <int LEAST>
  __device__ __forceinline__ void
  blur_along_y (const CeCudaLaunch &p, float g[STEP][1][COLUMNS]) const
  {
    const int first = GROUPS * STEP - RADIUS - STEP;

#pragma unroll
    for (int k = 0; k < COLUMNS / 4; k++)
      {
        float4 row[GROUPS * STEP];

#pragma unroll
        for (int i = first - RADIUS; i < GROUPS * STEP; i++)
          row[i] = get (i, k);
#pragma unroll
        for (int i = 0; i < STEP; i++)
          {
            float *to = g[i][0] + 4 * k;

            to[0] = p.along_y[0] * row[first + i].x;
            to[1] = p.along_y[0] * row[first + i].y;
            to[2] = p.along_y[0] * row[first + i].z;
            to[3] = p.along_y[0] * row[first + i].w;
          }
#pragma unroll
        for (int t = 1; t <= RADIUS; t++)
          if (has_tap<LEAST> (t, p.radius))
#pragma unroll
            for (int i = 0; i < STEP; i++)
              {
                const float4 &a = row[first + i - t], &b = row[first + i + t];
                float        *to = g[i][0] + 4 * k;

                to[0] = to[0] + p.along_y[t] * (a.x + b.x);
                to[1] = to[1] + p.along_y[t] * (a.y + b.y);
                to[2] = to[2] + p.along_y[t] * (a.z + b.z);
                to[3] = to[3] + p.along_y[t] * (a.w + b.w);
              }
      }
  }
};

/* Marches without a Gaussian: each row goes from the reader to the stage. */
template <class Read, class Push>
static __device__ __forceinline__ void
march_rows (const CeCudaLaunch &p, const Strip &strip, float4 *read_rows)
{
  const int first = strip.y0 - Push::DEPTH;
  const int last = strip.y1 - 1 + Push::DEPTH;
  Push      stage (p, strip);
  Read      next (read_rows);

  stage.begin ();
  next.begin (p.source, strip, first, last);
  next.load (p.source, strip, first);
  for (int base = first; base <= last; base += STEP)
#pragma unroll
    for (int i = 0; i < STEP; i++)
      {
        float g[Read::SIGNALS][Read::WIDE];

        next.get (p.source, strip, g);
        next.load (p.source, strip, base + i + 1);
        stage.push (base + i, g, i);
      }
  stage.end ();
}

/* Marches with a Gaussian. */
template <class Read, class Push, int RADIUS>
static __device__ __forceinline__ void
march_and_blur (const CeCudaLaunch &p, const Strip &strip, float4 *read_rows)
{
  __shared__ float4           ring_rows[Ring<Read::COLUMNS, RADIUS>::SIZE];
  const int                   LEAST = RADIUS > 9 ? 10 : RADIUS > 5 ? 6 : RADIUS > 3 ? Push::LEAST_OF_5 : 1;
  const int                   reach = max (p.radius, LEAST);    /* taps with the weight 0 are read, too */
  const int                   first = strip.y0 - Push::DEPTH - reach;
  const int                   last = strip.y1 - 1 + Push::DEPTH + RADIUS;
  Push                        stage (p, strip);
  Read                        next (read_rows);
  Ring<Read::COLUMNS, RADIUS> ring (ring_rows);

  stage.begin ();
  next.begin (p.source, strip, first, last - RADIUS + p.radius);
  next.load (p.source, strip, first);
  for (int base = first; base <= last; base += STEP)
    {
      float g[STEP][1][Read::COLUMNS];

      stage.ask (base - RADIUS);
      ring.turn ();
#pragma unroll (Push::UNROLL)
      for (int i = 0; i < STEP; i++)
        {
          float v[Read::COLUMNS + 2 * RADIUS * Read::APART], acc[Read::COLUMNS];

          next.template get_wide<RADIUS> (p.source, strip, v);
          if (Read::EARLY)
            next.load (p.source, strip, base + i + 1);
          blur_along_x<Read::COLUMNS, RADIUS, LEAST, Read::APART> (p, v, acc);
          if (! Read::EARLY)
            next.load (p.source, strip, base + i + 1);
          ring.put (i, acc);
        }
      if (base + STEP <= first + reach + RADIUS)
        continue;

      ring.template blur_along_y<LEAST> (p, g);
#pragma unroll
      for (int i = 0; i < STEP; i++)
        stage.push (base + i - RADIUS, g[i], i);
    }
  stage.end ();
}

template <class Read, class Push, int RADIUS>
static __device__ __forceinline__ void
march_down (const CeCudaLaunch &p, const Strip &strip)
{
  __shared__ float4 read_rows[Read::template shared_size<RADIUS> ()];

  if constexpr (RADIUS == 0)
    march_rows<Read, Push> (p, strip, read_rows);
  else
    march_and_blur<Read, Push, RADIUS> (p, strip, read_rows);
}

/* Marches down the strip of this warp. */
template <class Read, class Push, int RADIUS>
static __device__ __forceinline__ void
march (const CeCudaLaunch &p)
{
  const int margin = Read::template margin<RADIUS> ();
  const int reach = Read::template reach<RADIUS> ();
  const int columns = 32 * Read::COLUMNS;
  const int x0 = CE_CUDA_STRIP (Read::COLUMNS, margin) * blockIdx.x - margin * Read::COLUMNS;
  Strip     strip;

  let_the_next_kernel_start ();
  strip.lane = threadIdx.x;
  strip.x = x0 + Read::COLUMNS * strip.lane;
  strip.width = Read::samples_of_row (p.source);
  strip.height = p.source.height;
  strip.y0 = p.y0 + (int) blockIdx.y * p.rows;
  strip.y1 = min (strip.y0 + p.rows, p.y1);
  strip.in_middle = strip.lane >= margin && strip.lane < 32 - margin;
  strip.is_inner = strip.in_middle;
  strip.at_edge = x0 < reach || x0 + columns + reach > strip.width;
  strip.inside = ! strip.at_edge && strip.y0 >= Push::DEPTH + RADIUS
                 && strip.y1 + Push::DEPTH + RADIUS + STEP < strip.height;
  if (strip.inside && Push::SPLIT)
    {
      strip.at_edge = false;
      strip.inside = true;
      march_down<Read, Push, RADIUS> (p, strip);
    }
  else
    {
      strip.inside = false;
      strip.is_inner = strip.in_middle && strip.x < strip.width;
      march_down<Read, Push, RADIUS> (p, strip);
    }
}

/* Defines a kernel that marches. Its blocks are single warps, at least @warps of them on a processor. */
#define DEFINE_MARCH(name, warps, radius, read, ...)                            \
  extern "C" __global__ void __launch_bounds__ (32, warps)                      \
  ce_cuda_ ## name (const __grid_constant__ CeCudaLaunch p)                      \
  {                                                                             \
    march<read, __VA_ARGS__, radius> (p);                                       \
  }

#endif
