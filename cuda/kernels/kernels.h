/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the host passes to kernels. C and CUDA include the same text, so every
 * field has the same size and place in both.
 */
#ifndef CE_CUDA_KERNELS_H
#define CE_CUDA_KERNELS_H

#define CE_CUDA_MAX_RADIUS 150

/* Radius of the default Gaussian, 1.4 pixels. */
#define CE_CUDA_DEFAULT_RADIUS 5

/* Device memory: a pointer there, a number here. */
#ifdef __CUDACC__
typedef unsigned char *CeCudaPtr;
#else
typedef unsigned long long CeCudaPtr;
#endif

/* What samples are. Planes hold one level per pixel, already computed. */
enum { CE_CUDA_U8, CE_CUDA_F32, CE_CUDA_PLANE };

/* What a pixel becomes before the first stage. Covered: luma under its own
 * transparency and, as a second signal, alpha. Product: level times alpha as
 * a weight, 0 to 1. Weight: that weight alone. */
enum { CE_CUDA_COVER_NONE, CE_CUDA_COVER_SIGNALS, CE_CUDA_COVER_PRODUCT, CE_CUDA_COVER_WEIGHT };

/* A source. @data is where row 0 is or would be if all rows were on the
 * device; a band has the rows that its output needs. Rows start at multiples
 * of 64 bytes. */
typedef struct
{
  CeCudaPtr data;
  CeCudaPtr second;             /* the second signal, if samples are planes */
  long long stride;             /* bytes */
  int       width;              /* of the whole image */
  int       height;
  int       channels;
  int       samples;
  int       cover;
  int       channel;            /* -1: luma */
  float     wr;
  float     wb;
} CeCudaSource;

/* Where levels go. */
typedef struct
{
  CeCudaPtr data;               /* of row 0, as in CeCudaSource */
  CeCudaPtr second;
  long long stride;
  int       samples;
  int       inverted;           /* 255 - level: sign is -1, offset 255; else 1 and 0 */
  float     sign;
  float     offset;
} CeCudaTarget;

/* Of a tile: pixels along a side, and nodes of union-find; and warps of a block, each of
 * which has a tile. */
#define CE_CUDA_TILE 32
#define CE_CUDA_TILE_NODES 64
#define CE_CUDA_TILE_WARPS 8

/* Bits of 32 x 32 pixels are a tile: 32 words, one per row, the lowest bit on
 * the left. Tiles go left to right, then down. */
typedef struct
{
  CeCudaPtr weak;
  CeCudaPtr strong;
  CeCudaPtr labels;             /* per tile 32 words: see hysteresis.cu */
  CeCudaPtr parents;            /* per tile 64 nodes, after node 0 */
  CeCudaPtr open;               /* per tile a byte: whether it has labels */
  int       tiles_x;
  int       tiles_y;
} CeCudaBits;

/* What an edge pixel becomes: rows from @lo to @hi, each to the column @reach, from
 * @lo + @hi less that. */
#define CE_CUDA_MAX_WIDTH 32

typedef struct
{
  int         lo;
  int         hi;
  signed char reach[CE_CUDA_MAX_WIDTH];
} CeCudaDisc;

/* The derivative operator. */
typedef struct
{
  float k1;
  float k2;
  float scale;
  int   sobel;                  /* 1, 2, 1: the multiplications by one fall away */
} CeCudaOperator;

/* How rows are shared out among the blocks of a column: @parts of them get rows[0],
 * as many the next number, and so on; all that follow get the last. */
#define CE_CUDA_SHARES 5

typedef struct
{
  int parts;
  int rows[CE_CUDA_SHARES];
} CeCudaShares;

/* One launch over rows @y0 to @y1 - 1 of the image. */
typedef struct
{
  CeCudaSource   source;
  CeCudaTarget   target;
  CeCudaBits     bits;
  CeCudaPtr      bins;
  int            y0;
  int            y1;
  CeCudaShares   shares;
  int            radius;
  int            histogram;     /* where in shared memory, in units of 16 bytes */
  int            what;          /* component, response, or CE_CUDA_THIN_* */
  int            l1;
  float          gain;
  float          low;
  float          high;
  CeCudaOperator op;
  float          weights[CE_CUDA_MAX_RADIUS + 1];
} CeCudaEdges;

/* Of the Sobel kernel, beside CeComponent: Canny's magnitude, not above 255. */
#define CE_CUDA_SHOWN_MAGNITUDE 4

enum { CE_CUDA_THIN_BITS, CE_CUDA_THIN_LEVELS, CE_CUDA_THIN_COUNT, CE_CUDA_COUNT_ALL };

/* Sharpening: @planes hold what the unsharp mask subtracts. */
typedef struct
{
  CeCudaSource source;
  CeCudaTarget target;
  CeCudaPtr    planes[4];       /* blurred colours or luma; the last used may be the weight */
  long long    plane_stride;
  int          y0;
  int          y1;
  int          colors;
  int          luminance;
  int          opaque;
  CeCudaShares shares;
  int          few_bits;        /* the amount is a multiple of 1/16, at most 64 */
  float        amount;
  float        threshold;
  float        along_x[CE_CUDA_DEFAULT_RADIUS + 1];    /* weights * 2^127, see window.cuh */
  float        along_y[CE_CUDA_DEFAULT_RADIUS + 1];    /* weights * 2^22 */
} CeCudaSharpen;

/* Rows of a step of the kernels for the default Gaussian. */
#define CE_CUDA_WINDOW_ROWS 3

/* Where @weights also has those of the default Gaussian times 2^127 and times
 * 2^22, for bytes that are not converted; the last for results that are 2^50 times as
 * large. */
#define CE_CUDA_WEIGHTS_BYTES 16
#define CE_CUDA_WEIGHTS_BACK 32
#define CE_CUDA_WEIGHTS_LARGE 48
#define CE_CUDA_LARGE 50

/* Columns of a warp in the fused kernels; it reads four more at each side. */
#define CE_CUDA_STRIP 120

/* The same where lanes have eight bytes each. */
#define CE_CUDA_STRIP_BYTES 240

/* Bytes of a warp in the kernels for bytes that need no neighbouring lanes. */
#define CE_CUDA_ROW_BYTES 512

/* Threads of a block at most. */
#define CE_CUDA_THREADS 128

#endif
