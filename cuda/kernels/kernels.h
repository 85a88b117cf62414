/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arguments of kernels. C and CUDA include the same text, so that every field has the same size and place in both.
 */
#ifndef CE_CUDA_KERNELS_H
#define CE_CUDA_KERNELS_H

#define CE_CUDA_MAX_RADIUS 150

/* Kernels compute Gaussians of a radius up to 3, 5 and this for edges, and up to 5, 9 and this for sharpening bytes.
 * Wider ones are computed along x and then along y, through planes. */
#define CE_CUDA_EDGE_RADIUS 9
#define CE_CUDA_SHARPEN_RADIUS 16

/* The largest radius of deconvolution, that of a standard deviation of 5. */
#define CE_CUDA_DECONVOLVE_RADIUS 15

/* Device memory: a pointer in kernels, a number on the host. */
#ifdef __CUDACC__
typedef unsigned char *CeCudaPtr;
#else
typedef unsigned long long CeCudaPtr;
#endif

/* The types of samples. A word counts as the float that it stands for. A plane holds one computed level per pixel. */
enum { CE_CUDA_U8, CE_CUDA_U16, CE_CUDA_F32, CE_CUDA_PLANE };

/* The signal of a pixel: its level; its level under its own transparency; its alpha; its level times its alpha as a weight
 * from 0 to 1; that weight. */
enum { CE_CUDA_COVER_NONE, CE_CUDA_COVER_LEVEL, CE_CUDA_COVER_ALPHA, CE_CUDA_COVER_PRODUCT, CE_CUDA_COVER_WEIGHT };

/* The most signals: three colors and alpha. */
#define CE_CUDA_MAX_SIGNALS 4

/* A signal of an image's samples. */
typedef struct
{
  int channel;                  /* -1: luma */
  int cover;
} CeCudaSignal;

/* A source. @data is the address of row 0, also if row 0 is not there, because some planes have only the rows of a range.
 * Rows start at multiples of 64 bytes. If samples are planes, the plane of each signal follows the one of the signal
 * before. */
typedef struct
{
  CeCudaPtr    data;
  long long    stride;          /* bytes */
  int          width;           /* of the whole image */
  int          height;
  int          channels;
  int          samples;
  CeCudaSignal signal[CE_CUDA_MAX_SIGNALS];
  float        wr;
  float        wb;
} CeCudaSource;

/* A target of levels. */
typedef struct
{
  CeCudaPtr data;               /* of row 0, as in CeCudaSource */
  long long stride;
  int       samples;
  int       inverted;           /* 255 - level: sign is -1, offset 255; else 1 and 0 */
  float     sign;
  float     offset;
} CeCudaTarget;

/* Pixels along a side of a tile, nodes of union-find of a tile, and
 * warps of a block, one for each tile. */
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

/* The disc that an edge pixel becomes: rows @lo to @hi, each from
 * the column @lo + @hi - @reach to the column @reach. */
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
  int   sobel;                  /* the weights are 1, 2, 1, so that multiplications by one fall away */
} CeCudaOperator;

/* The middles of lines, as CeRidge. */
typedef struct
{
  float k1;
  float k2;
  float k3;
  float strength;
} CeCudaRidge;

/* Magnitudes as floats, negative where thinning does not keep a pixel. */
typedef struct
{
  CeCudaPtr data;               /* of row 0, as in CeCudaSource */
  long long stride;
} CeCudaLevels;

/* The threads of a block that counts or shows. */
#define CE_CUDA_COUNTING 512

/* The planes of deconvolution, for a march over the estimate or the correction. They begin at row 0, as in CeCudaSource;
 * those of weights are only there with transparency. */
typedef struct
{
  CeCudaPtr light;              /* as observed */
  CeCudaPtr plane;              /* that is blurred, not under its transparency */
  CeCudaPtr estimate;           /* or 0: the correction is made */
  CeCudaPtr weight;
  CeCudaPtr blurred_weight;
  CeCudaPtr covered;            /* gets the result under its transparency */
  float     damping;
} CeCudaDeconvolve;

/* One launch over rows @y0 to @y1 - 1 of the image. */
typedef struct
{
  CeCudaSource     source;
  CeCudaTarget     target;
  CeCudaBits       bits;
  CeCudaLevels     levels;
  int              y0;
  int              y1;
  int              rows;        /* of a block that marches */
  int              radius;
  int              shown;       /* CeComponent or a CE_CUDA_SHOWN, or CeResponse */
  int              l1;
  int              compares_l1; /* signals, else by their squared magnitude */
  float            gain;        /* or the amount of sharpening */
  float            low;
  float            high;        /* or the one threshold there is */
  CeCudaOperator   op;
  CeCudaRidge      ridge;
  CeCudaDeconvolve deconvolve;
  float            along_x[CE_CUDA_MAX_RADIUS + 1];       /* weights, times a power of two: see march.cuh */
  float            along_y[CE_CUDA_MAX_RADIUS + 1];
} CeCudaLaunch;

/* The Sobel kernel shows Canny's magnitude, at most 255, beside CeComponent. */
#define CE_CUDA_SHOWN_MAGNITUDE 4

/* Canny's shown luma or blurred levels of several signals: the largest one. */
#define CE_CUDA_SHOWN_LEVEL 5

/* As CeMethod. */
enum { CE_CUDA_UNSHARP, CE_CUDA_KERNEL, CE_CUDA_DECONVOLVE, CE_CUDA_ADAPTIVE };

/* Sharpening of one signal through planes of floats. Each plane begins at row 0. */
typedef struct
{
  CeCudaSource source;
  CeCudaTarget target;
  CeCudaPtr    measured;        /* luma, a channel, or their light */
  CeCudaPtr    second;          /* blurred, or the estimate */
  CeCudaPtr    covered;         /* gets the estimate under its transparency, or 0 */
  CeCudaPtr    signal;          /* whose slope makes the mask */
  CeCudaPtr    mask;            /* or 0 */
  CeCudaPtr    weight;          /* of neighbours, or 0 */
  CeCudaPtr    blurred_weight;  /* of a signal that was blurred under its transparency, or 0 */
  long long    plane_stride;
  int          y0;
  int          y1;
  int          first;           /* channels that are changed */
  int          last;
  int          luminance;       /* light is of luminance, not of the first channel */
  int          method;          /* CeMethod; -1: the mask is shown */
  int          soft;
  int          is_limited;
  int          n_ramps;
  float        ramp[4];         /* low and scale of each */
  float        amount;
  float        threshold;
  float        peak;
  float        cut_light;
  float        cut_dark;
} CeCudaSharpen;

/* Line art through planes of floats, which begin at row 0; that of tangents has pairs and twice the stride. Weights beyond
 * the Gaussian of the flow are 0. */
typedef struct
{
  CeCudaTarget target;
  CeCudaPtr    levels;
  CeCudaPtr    differences;
  CeCudaPtr    tangents;
  long long    stride;
  int          width;
  int          height;
  int          y0;
  int          y1;
  int          rows;            /* of a block that marches */
  int          reach;           /* columns and rows around a tile */
  int          is_shown;        /* the target gets the stage */
  int          flow_radius;     /* a multiple of four */
  int          across;
  int          along;
  float        flow[64];
  float        narrow[33];
  float        wide[33];
  float        weights[41];
  float        strength;
  float        tone;
  float        paper;
  float        threshold;
  float        per_level;
} CeCudaArt;

/* Rows of a step of the flow's kernels; the columns of a block, fewer for a wider Gaussian, because no block may have more
 * than 48 KiB of shared memory; and the floats from row to row, with 16 columns an odd number of half rows of banks. */
#define CE_CUDA_ART_STEP 8
#define CE_CUDA_ART_WIDTH(radius) ((radius) <= 16 ? 64 : (radius) <= 36 ? 32 : 16)
#define CE_CUDA_ART_PITCH(width, radius) \
  ((width) + 2 * (radius) + ((width) == 16 ? (32 - 2 * (radius) % 32) % 32 : 0))

/* The square of a block that sums along the flow, and the pixels from row to row of its surroundings. */
#define CE_CUDA_ART_SIDE 32
#define CE_CUDA_ART_ALONG_PITCH 56

/* Powers of two that multiply weights: along x for bytes that are not converted, along y to compensate for that. */
#define CE_CUDA_SCALE_BYTES 127
#define CE_CUDA_SCALE_BACK 22

/* Rows of a step of the kernels that march. */
#define CE_CUDA_STEP 3

/* Lanes at each side of a warp that only feed others, where lanes have four pixels and the Gaussian reads up to
 * @radius from their neighbours. */
#define CE_CUDA_MARGIN(radius) ((radius) ? ((radius) + 5) / 4 : 1)

/* Samples of a lane that sharpens each byte for itself; rows of more samples would not fit into shared memory. */
#define CE_CUDA_SAMPLES(radius) ((radius) > 9 ? 4 : 8)

/* Columns of a warp's result if each lane has @columns. */
#define CE_CUDA_STRIP(columns, margin) ((columns) * (32 - 2 * (margin)))

/* The most threads of a block. */
#define CE_CUDA_THREADS 128

/* Threads of a block with a pixel for each thread, and pixels of a warp's tile of the mask. */
#define CE_CUDA_BLOCK_X 64
#define CE_CUDA_BLOCK_Y 4
#define CE_CUDA_MASK_X 32
#define CE_CUDA_MASK_Y 8

#endif
