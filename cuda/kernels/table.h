/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of kernels. The host looks kernels up here, the driver for tests finds the memory that each one reads and
 * writes, and kernels.cu checks that each exists.
 *
 *   X (name, family, n, lanes, depth, use, radius)
 *
 * A name is the family, the number of channels or signals and the radius, as far as they tell kernels of a family apart. The
 * lanes are the part of a row that a march reads, the depth is the number of rows above and below that the stage needs after
 * the Gaussian, the use is the memory that the kernel touches, the radius that of the largest Gaussian in the kernel.
 */
#ifndef CE_CUDA_TABLE_H
#define CE_CUDA_TABLE_H

#define CE_CUDA_FAMILIES(X)                                                     \
  X (levels) X (blur_x) X (blur_y) X (sobel) X (laplacian) X (crossings)        \
  X (sobel_bytes) X (thin) X (thinned) X (middles) X (thinned_middles) \
  X (count) X (show) X (flood) X (flood_thinned) X (merge) X (edges) X (classes) X (widen) \
  X (sharpen) X (sharpen_bytes) X (unsharp_bytes) X (unsharp_luma) X (light) X (mask) X (deconvolve) \
  X (art_bound) X (art_flow) X (art_across) X (art_along)

/* A kernel's arguments, and the parts of them that it reads and writes. The arguments are a structure of kernels.h, or a
 * list that begins with CeCudaBits or CeCudaLevels. */
#define CE_CUDA_USES(X)                                                         \
  X (MARCHES, LAUNCH, SOURCE, TARGET)                                           \
  X (THINS, LAUNCH, SOURCE, BITS)                                               \
  X (THINS_LEVELS, LAUNCH, SOURCE, LEVELS)                                      \
  X (DECONVOLVES, LAUNCH, SOURCE | CE_CUDA_PART_OBSERVED, TARGET | CE_CUDA_PART_COVERED) \
  X (LIGHTS, SHARPEN, SOURCE, MEASURED | CE_CUDA_PART_SECOND | CE_CUDA_PART_COVERED) \
  X (MASKS, SHARPEN, SIGNAL, MASK)                                              \
  X (SHARPENS, SHARPEN, SOURCE | CE_CUDA_PART_MEASURED | CE_CUDA_PART_SECOND | CE_CUDA_PART_MASK | CE_CUDA_PART_WEIGHTS, \
     TARGET)                                                                    \
  X (BOUNDS, ART, ART_LEVELS, ART_LEVELS)                                       \
  X (FLOWS, ART, ART_LEVELS, TANGENTS | CE_CUDA_PART_TARGET)                    \
  X (DIFFERS, ART, ART_LEVELS | CE_CUDA_PART_TANGENTS, DIFFERENCES | CE_CUDA_PART_TARGET) \
  X (DRAWS, ART, DIFFERENCES | CE_CUDA_PART_TANGENTS, TARGET)                   \
  X (FLOODS, BITS, BITS, BITS | CE_CUDA_PART_NODES)                             \
  X (COMPARES, TILES_OF_LEVELS, LEVELS, BITS | CE_CUDA_PART_NODES)              \
  X (MERGES, BITS, BITS | CE_CUDA_PART_NODES, NODES)                            \
  X (EXPANDS, TILES, BITS | CE_CUDA_PART_NODES, BITS | CE_CUDA_PART_NODES | CE_CUDA_PART_TARGET) \
  X (WIDENS, TILES, BITS, TARGET)                                               \
  X (COUNTS, COUNT, LEVELS, BINS)                                               \
  X (SHOWS, SHOW, LEVELS, TARGET)

/* The Gaussians that have kernels: of edges, and of sharpening. */
#define CE_CUDA_RADII(X, name, ...)                                             \
  X (name ## _3, __VA_ARGS__, 3) X (name ## _5, __VA_ARGS__, 5) X (name ## _9, __VA_ARGS__, 9)
#define CE_CUDA_MORE_RADII(X, name, ...)                                        \
  X (name ## _5, __VA_ARGS__, 5) X (name ## _9, __VA_ARGS__, 9) X (name ## _16, __VA_ARGS__, 16)

/* Lists by filter, because most kernels of Canny and of sharpening are for one filter alone. */
#define CE_CUDA_BLUR_KERNELS(X)                                                 \
  X (levels_0, levels, 0, PIXELS, 0, MARCHES, 0)                                \
  CE_CUDA_RADII (X, levels, levels, 0, PIXELS, 0, MARCHES)                      \
  X (blur_x, blur_x, 0, NONE, 0, MARCHES, 0)                                    \
  X (blur_y, blur_y, 0, NONE, 0, MARCHES, CE_CUDA_MAX_RADIUS)
#define CE_CUDA_SOBEL_KERNELS(X)                                                \
  X (sobel_1, sobel, 1, PIXELS, 1, MARCHES, 0)                                  \
  X (sobel_2, sobel, 2, PIXELS, 1, MARCHES, 0)                                  \
  X (sobel_3, sobel, 3, SIGNALS, 1, MARCHES, 0)                                 \
  X (sobel_4, sobel, 4, SIGNALS, 1, MARCHES, 0)                                 \
  X (sobel_bytes, sobel_bytes, 0, BYTES, 1, MARCHES, 0)
#define CE_CUDA_LAPLACIAN_KERNELS(X)                                            \
  X (laplacian_1, laplacian, 1, PIXELS, 1, MARCHES, 0)                          \
  CE_CUDA_RADII (X, laplacian_1, laplacian, 1, PIXELS, 1, MARCHES)              \
  X (laplacian_2, laplacian, 2, PIXELS, 1, MARCHES, 0)                          \
  X (crossings_1, crossings, 1, PIXELS, 2, MARCHES, 0)                          \
  X (crossings_2, crossings, 2, PIXELS, 2, MARCHES, 0)
#define CE_CUDA_CANNY_KERNELS(X)                                                \
  X (thin_1, thin, 1, PIXELS, 2, THINS, 0)                                      \
  CE_CUDA_RADII (X, thin_1, thin, 1, PIXELS, 2, THINS)                          \
  X (thin_2, thin, 2, PIXELS, 2, THINS, 0)                                      \
  X (thin_3, thin, 3, SIGNALS, 2, THINS, 0)                                     \
  X (thin_4, thin, 4, SIGNALS, 2, THINS, 0)                                     \
  X (thinned_1, thinned, 1, PIXELS, 2, THINS_LEVELS, 0)                         \
  CE_CUDA_RADII (X, thinned_1, thinned, 1, PIXELS, 2, THINS_LEVELS)             \
  X (thinned_2, thinned, 2, PIXELS, 2, THINS_LEVELS, 0)                         \
  X (thinned_3, thinned, 3, SIGNALS, 2, THINS_LEVELS, 0)                        \
  X (thinned_4, thinned, 4, SIGNALS, 2, THINS_LEVELS, 0)                        \
  X (middles_1, middles, 1, SIGNALS, 2, THINS, 0)                               \
  X (middles_2, middles, 2, SIGNALS, 2, THINS, 0)                               \
  X (thinned_middles_1, thinned_middles, 1, SIGNALS, 2, THINS_LEVELS, 0)        \
  X (thinned_middles_2, thinned_middles, 2, SIGNALS, 2, THINS_LEVELS, 0)        \
  X (count, count, 0, NONE, 0, COUNTS, 0)                                       \
  X (show, show, 0, NONE, 0, SHOWS, 0)                                          \
  X (flood, flood, 0, NONE, 0, FLOODS, 0)                                       \
  X (flood_thinned, flood_thinned, 0, NONE, 0, COMPARES, 0)                     \
  X (merge, merge, 0, NONE, 0, MERGES, 0)                                       \
  X (edges, edges, 0, NONE, 0, EXPANDS, 0)                                      \
  X (classes, classes, 0, NONE, 0, WIDENS, 0)                                   \
  X (widen, widen, 0, NONE, CE_CUDA_MAX_WIDTH, WIDENS, 0)
#define CE_CUDA_LINE_ART_KERNELS(X)                                             \
  X (art_bound, art_bound, 0, NONE, 0, BOUNDS, 0)                               \
  X (art_flow_16, art_flow, 0, NONE, 0, FLOWS, 16)                              \
  X (art_flow_36, art_flow, 0, NONE, 0, FLOWS, 36)                              \
  X (art_flow_60, art_flow, 0, NONE, 0, FLOWS, 60)                              \
  X (art_across_11, art_across, 0, NONE, 0, DIFFERS, 11)                        \
  X (art_across_32, art_across, 0, NONE, 0, DIFFERS, 32)                        \
  X (art_along_10, art_along, 0, NONE, 0, DRAWS, 10)                            \
  X (art_along_40, art_along, 0, NONE, 0, DRAWS, 40)
#define CE_CUDA_SHARPEN_KERNELS(X)                                              \
  X (light, light, 0, NONE, 0, LIGHTS, 0)                                       \
  X (mask, mask, 0, NONE, 3, MASKS, 0)                                          \
  X (sharpen, sharpen, 0, NONE, 1, SHARPENS, 0)                                 \
  X (deconvolve_5, deconvolve, 0, PLANE, 0, DECONVOLVES, 5)                     \
  X (deconvolve_9, deconvolve, 0, PLANE, 0, DECONVOLVES, 9)                     \
  X (deconvolve_15, deconvolve, 0, PLANE, 0, DECONVOLVES, CE_CUDA_DECONVOLVE_RADIUS) \
  X (sharpen_bytes_1, sharpen_bytes, 1, BYTES, 1, MARCHES, 0)                   \
  X (sharpen_bytes_3, sharpen_bytes, 3, BYTES, 1, MARCHES, 0)                   \
  X (sharpen_bytes_4, sharpen_bytes, 4, BYTES, 1, MARCHES, 0)                   \
  CE_CUDA_MORE_RADII (X, unsharp_bytes_1, unsharp_bytes, 1, BYTES, 0, MARCHES)  \
  CE_CUDA_MORE_RADII (X, unsharp_bytes_3, unsharp_bytes, 3, BYTES, 0, MARCHES)  \
  CE_CUDA_MORE_RADII (X, unsharp_bytes_4, unsharp_bytes, 4, BYTES, 0, MARCHES)  \
  CE_CUDA_MORE_RADII (X, unsharp_luma_3, unsharp_luma, 3, PIXELS, 0, MARCHES)   \
  CE_CUDA_MORE_RADII (X, unsharp_luma_4, unsharp_luma, 4, PIXELS, 0, MARCHES)

#define CE_CUDA_KERNELS(X)                                                      \
  CE_CUDA_BLUR_KERNELS (X) CE_CUDA_SOBEL_KERNELS (X) CE_CUDA_LAPLACIAN_KERNELS (X) CE_CUDA_CANNY_KERNELS (X) \
  CE_CUDA_SHARPEN_KERNELS (X) CE_CUDA_LINE_ART_KERNELS (X)

/* The kernels that a filter may launch. */
#define CE_CUDA_OF_SOBEL(X) CE_CUDA_SOBEL_KERNELS (X) CE_CUDA_BLUR_KERNELS (X)
#define CE_CUDA_OF_SHARPEN(X) CE_CUDA_SHARPEN_KERNELS (X) CE_CUDA_BLUR_KERNELS (X)
#define CE_CUDA_OF_LAPLACIAN(X) CE_CUDA_LAPLACIAN_KERNELS (X) CE_CUDA_BLUR_KERNELS (X)
#define CE_CUDA_OF_CANNY(X) CE_CUDA_CANNY_KERNELS (X) CE_CUDA_BLUR_KERNELS (X) CE_CUDA_SOBEL_KERNELS (X)
#define CE_CUDA_OF_LINE_ART(X) CE_CUDA_LINE_ART_KERNELS (X) CE_CUDA_BLUR_KERNELS (X)

#ifndef __CUDACC__

#include <glib.h>

/* The part of a row that each lane of a march has. */
typedef enum
{
  CE_CUDA_LANES_NONE,           /* it does not march with a Gaussian */
  CE_CUDA_LANES_PIXELS,         /* 4 pixels, luma or weights */
  CE_CUDA_LANES_SIGNALS,        /* 4 levels of the plane of each signal */
  CE_CUDA_LANES_BYTES,          /* bytes, each for itself */
  CE_CUDA_LANES_PLANE           /* 4 levels of a plane */
} CeCudaLanes;

typedef enum
{
#define CE_CUDA_NUMBER(name) CE_CUDA_FAMILY_ ## name,
  CE_CUDA_FAMILIES (CE_CUDA_NUMBER)
#undef CE_CUDA_NUMBER
  CE_CUDA_N_FAMILIES
} CeCudaFamily;

typedef enum
{
  CE_CUDA_TAKES_LAUNCH,         /* CeCudaLaunch */
  CE_CUDA_TAKES_SHARPEN,        /* CeCudaSharpen */
  CE_CUDA_TAKES_ART,            /* CeCudaArt */
  CE_CUDA_TAKES_BITS,           /* bits */
  CE_CUDA_TAKES_TILES,          /* bits, target, width, height */
  CE_CUDA_TAKES_TILES_OF_LEVELS, /* bits, levels, width, height */
  CE_CUDA_TAKES_COUNT,          /* levels, bins, width, y0, y1 */
  CE_CUDA_TAKES_SHOW            /* levels, target, width, y0, y1 */
} CeCudaTakes;

typedef enum
{
  CE_CUDA_PART_SOURCE = 1 << 0,         /* all signals */
  CE_CUDA_PART_TARGET = 1 << 1,
  CE_CUDA_PART_BITS = 1 << 2,           /* weak and strong */
  CE_CUDA_PART_NODES = 1 << 3,          /* labels, parents, open */
  CE_CUDA_PART_LEVELS = 1 << 4,
  CE_CUDA_PART_BINS = 1 << 5,
  CE_CUDA_PART_OBSERVED = 1 << 6,       /* of deconvolution: light or the estimate, and weights */
  CE_CUDA_PART_COVERED = 1 << 7,
  CE_CUDA_PART_MEASURED = 1 << 8,
  CE_CUDA_PART_SECOND = 1 << 9,
  CE_CUDA_PART_SIGNAL = 1 << 10,
  CE_CUDA_PART_MASK = 1 << 11,
  CE_CUDA_PART_WEIGHTS = 1 << 12,
  CE_CUDA_PART_ART_LEVELS = 1 << 13,
  CE_CUDA_PART_TANGENTS = 1 << 14,
  CE_CUDA_PART_DIFFERENCES = 1 << 15
} CeCudaPart;

typedef enum
{
#define CE_CUDA_NUMBER(name, takes, reads, writes) CE_CUDA_USE_ ## name,
  CE_CUDA_USES (CE_CUDA_NUMBER)
#undef CE_CUDA_NUMBER
  CE_CUDA_N_USES
} CeCudaUse;

typedef struct
{
  CeCudaTakes takes;
  unsigned    reads;            /* of CeCudaPart */
  unsigned    writes;
} CeCudaAccess;

typedef enum
{
#define CE_CUDA_NUMBER(name, ...) CE_CUDA_KERNEL_ ## name,
  CE_CUDA_KERNELS (CE_CUDA_NUMBER)
#undef CE_CUDA_NUMBER
  CE_CUDA_N_KERNELS
} CeCudaKernel;

typedef struct
{
  const char  *name;            /* "ce_cuda_" and the kernel's */
  CeCudaFamily family;
  int          n;               /* 0: it is not told by a number */
  CeCudaLanes  lanes;
  int          depth;
  CeCudaUse    use;
  int          radius;
} CeCudaEntry;

extern const CeCudaEntry  ce_cuda_table[CE_CUDA_N_KERNELS];
extern const CeCudaAccess ce_cuda_uses[CE_CUDA_N_USES];

gboolean     ce_cuda_has_kernel  (CeCudaFamily family, int n, int radius);
CeCudaKernel ce_cuda_find_kernel (CeCudaFamily family, int n, int radius);

#endif

#endif
