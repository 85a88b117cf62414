/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kernels. The host looks them up here, the driver for tests learns here which memory each one reads and writes, and
 * kernels.cu checks that each exists.
 *
 *   X (name, family, samples, n, lanes, depth, use, radius)
 *
 * A name is the family, the type of samples, the number of channels or signals and the radius, as far as they tell kernels
 * of a family apart. The lanes say what a march reads, the depth how many rows above and below the stage after the Gaussian
 * needs, the use which memory the kernel touches, the radius the largest Gaussian that the kernel computes itself.
 */
#ifndef CE_CUDA_TABLE_H
#define CE_CUDA_TABLE_H

#define CE_CUDA_FAMILIES(X)                                                     \
  X (levels) X (blur_x) X (blur_y) X (sobel) X (laplacian) X (crossings)        \
  X (sobel_bytes_l2) X (sobel_bytes_l1) X (sobel_bytes_part)                    \
  X (thin) X (keep) X (count) X (show) X (flood) X (flood_kept) X (merge) X (edges) X (classes) X (widen) \
  X (sharpen) X (sharpen_bytes) X (unsharp) X (unsharp_luma) X (light) X (mask) X (shape) X (restore)

/* What a kernel takes, and which parts of that it reads and writes: a structure of kernels.h, or a list of arguments that
 * begins with CeCudaBits or CeCudaLevels. */
#define CE_CUDA_USES(X)                                                         \
  X (MARCHES, LAUNCH, SOURCE, TARGET)                                           \
  X (THINS, LAUNCH, SOURCE, BITS)                                               \
  X (KEEPS, LAUNCH, SOURCE, LEVELS)                                             \
  X (ADDS, LAUNCH, SOURCE | CE_CUDA_PART_PLANES, TARGET)                        \
  X (RESTORES, LAUNCH, SOURCE | CE_CUDA_PART_OBSERVED, TARGET | CE_CUDA_PART_COVERED)           \
  X (LIGHTS, SHAPE, SOURCE, MEASURED | CE_CUDA_PART_SECOND | CE_CUDA_PART_COVERED)              \
  X (MASKS, SHAPE, SIGNAL, MASK)                                                \
  X (SHAPES, SHAPE, SOURCE | CE_CUDA_PART_MEASURED | CE_CUDA_PART_SECOND | CE_CUDA_PART_MASK | CE_CUDA_PART_WEIGHTS,   \
     TARGET)                                                                    \
  X (FLOODS, BITS, BITS, BITS | CE_CUDA_PART_NODES)                             \
  X (COMPARES, TILES_OF_LEVELS, LEVELS, BITS | CE_CUDA_PART_NODES)              \
  X (MERGES, BITS, BITS | CE_CUDA_PART_NODES, NODES)                            \
  X (EXPANDS, TILES, BITS | CE_CUDA_PART_NODES, BITS | CE_CUDA_PART_NODES | CE_CUDA_PART_TARGET)        \
  X (WIDENS, TILES, BITS, TARGET)                                               \
  X (COUNTS, COUNT, LEVELS, BINS)                                               \
  X (SHOWS, SHOW, LEVELS, TARGET)

/* Gaussians that there are kernels for: of edges, of sharpening, and of sharpening bytes. */
#define CE_CUDA_RADII(X, name, ...)                                             \
  X (name ## _3, __VA_ARGS__, 3) X (name ## _5, __VA_ARGS__, 5) X (name ## _9, __VA_ARGS__, 9)
#define CE_CUDA_MORE_RADII(X, name, ...)                                        \
  X (name ## _5, __VA_ARGS__, 5) X (name ## _9, __VA_ARGS__, 9) X (name ## _16, __VA_ARGS__, 16)
#define CE_CUDA_BYTES_RADII(X, name, ...)                                       \
  X (name ## _5, __VA_ARGS__, 5) X (name ## _9, __VA_ARGS__, 9) X (name ## _12, __VA_ARGS__, 12)       \
  X (name ## _16, __VA_ARGS__, 16)

/* By what uses them: most of Canny's and of sharpening's are for it alone. */
#define CE_CUDA_BLUR_KERNELS(X)                                                 \
  X (levels_0, levels, ANY, 0, PIXELS, 0, MARCHES, 0)                           \
  CE_CUDA_RADII (X, levels, levels, ANY, 0, PIXELS, 0, MARCHES)                 \
  X (blur_x, blur_x, ANY, 0, NONE, 0, MARCHES, 0)                               \
  X (blur_y, blur_y, ANY, 0, NONE, 0, MARCHES, CE_CUDA_MAX_RADIUS)
#define CE_CUDA_SOBEL_KERNELS(X)                                                \
  X (sobel_1, sobel, ANY, 1, PIXELS, 1, MARCHES, 0)                             \
  X (sobel_2, sobel, ANY, 2, PIXELS, 1, MARCHES, 0)                             \
  X (sobel_bytes_l2, sobel_bytes_l2, ANY, 0, NONE, 1, MARCHES, 0)               \
  X (sobel_bytes_l1, sobel_bytes_l1, ANY, 0, NONE, 1, MARCHES, 0)               \
  X (sobel_bytes_part, sobel_bytes_part, ANY, 0, NONE, 1, MARCHES, 0)
#define CE_CUDA_LAPLACIAN_KERNELS(X)                                            \
  X (laplacian_1, laplacian, ANY, 1, PIXELS, 1, MARCHES, 0)                     \
  CE_CUDA_RADII (X, laplacian_1, laplacian, ANY, 1, PIXELS, 1, MARCHES)         \
  X (laplacian_2, laplacian, ANY, 2, PIXELS, 1, MARCHES, 0)                     \
  X (crossings_1, crossings, ANY, 1, PIXELS, 2, MARCHES, 0)                     \
  X (crossings_2, crossings, ANY, 2, PIXELS, 2, MARCHES, 0)
#define CE_CUDA_CANNY_KERNELS(X)                                                \
  X (thin_1, thin, ANY, 1, PIXELS, 2, THINS, 0)                                 \
  CE_CUDA_RADII (X, thin_1, thin, ANY, 1, PIXELS, 2, THINS)                     \
  X (thin_2, thin, ANY, 2, PIXELS, 2, THINS, 0)                                 \
  X (keep_1, keep, ANY, 1, PIXELS, 2, KEEPS, 0)                                 \
  CE_CUDA_RADII (X, keep_1, keep, ANY, 1, PIXELS, 2, KEEPS)                     \
  X (keep_2, keep, ANY, 2, PIXELS, 2, KEEPS, 0)                                 \
  X (count, count, ANY, 0, NONE, 0, COUNTS, 0)                                  \
  X (show, show, ANY, 0, NONE, 0, SHOWS, 0)                                     \
  X (flood, flood, ANY, 0, NONE, 0, FLOODS, 0)                                  \
  X (flood_kept, flood_kept, ANY, 0, NONE, 0, COMPARES, 0)                      \
  X (merge, merge, ANY, 0, NONE, 0, MERGES, 0)                                  \
  X (edges, edges, ANY, 0, NONE, 0, EXPANDS, 0)                                 \
  X (classes, classes, ANY, 0, NONE, 0, WIDENS, 0)                              \
  X (widen, widen, ANY, 0, NONE, CE_CUDA_MAX_WIDTH, WIDENS, 0)
#define CE_CUDA_SHARPEN_KERNELS(X)                                              \
  X (sharpen, sharpen, ANY, 0, NONE, 1, MARCHES, 0)                             \
  X (unsharp, unsharp, ANY, 0, NONE, 0, ADDS, 0)                                \
  X (light, light, ANY, 0, NONE, 0, LIGHTS, 0)                                  \
  X (mask, mask, ANY, 0, NONE, 3, MASKS, 0)                                     \
  X (shape, shape, ANY, 0, NONE, 1, SHAPES, 0)                                  \
  X (restore_5, restore, ANY, 0, PLANE, 0, RESTORES, 5)                         \
  X (restore_9, restore, ANY, 0, PLANE, 0, RESTORES, 9)                         \
  X (restore_15, restore, ANY, 0, PLANE, 0, RESTORES, CE_CUDA_RESTORE_RADIUS)   \
  X (sharpen_bytes_1, sharpen_bytes, ANY, 1, NONE, 1, MARCHES, 0)               \
  X (sharpen_bytes_2, sharpen_bytes, ANY, 2, NONE, 1, MARCHES, 0)               \
  X (sharpen_bytes_3, sharpen_bytes, ANY, 3, NONE, 1, MARCHES, 0)               \
  X (sharpen_bytes_4, sharpen_bytes, ANY, 4, NONE, 1, MARCHES, 0)               \
  X (sharpen_u16_1, sharpen, U16, 1, WORDS, 1, MARCHES, 0)                      \
  X (sharpen_u16_2, sharpen, U16, 2, WORDS, 1, MARCHES, 0)                      \
  X (sharpen_u16_3, sharpen, U16, 3, WORDS, 1, MARCHES, 0)                      \
  X (sharpen_u16_4, sharpen, U16, 4, WORDS, 1, MARCHES, 0)                      \
  X (sharpen_f32_1, sharpen, F32, 1, FLOATS, 1, MARCHES, 0)                     \
  X (sharpen_f32_2, sharpen, F32, 2, FLOATS, 1, MARCHES, 0)                     \
  X (sharpen_f32_3, sharpen, F32, 3, FLOATS, 1, MARCHES, 0)                     \
  X (sharpen_f32_4, sharpen, F32, 4, FLOATS, 1, MARCHES, 0)                     \
  CE_CUDA_BYTES_RADII (X, unsharp_u8_1, unsharp, U8, 1, BYTES, 0, MARCHES)      \
  CE_CUDA_BYTES_RADII (X, unsharp_u8_2, unsharp, U8, 2, BYTES, 0, MARCHES)      \
  CE_CUDA_BYTES_RADII (X, unsharp_u8_3, unsharp, U8, 3, BYTES, 0, MARCHES)      \
  CE_CUDA_BYTES_RADII (X, unsharp_u8_4, unsharp, U8, 4, BYTES, 0, MARCHES)      \
  CE_CUDA_MORE_RADII (X, unsharp_u16_1, unsharp, U16, 1, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_u16_2, unsharp, U16, 2, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_u16_3, unsharp, U16, 3, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_u16_4, unsharp, U16, 4, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_f32_1, unsharp, F32, 1, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_f32_2, unsharp, F32, 2, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_f32_3, unsharp, F32, 3, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_f32_4, unsharp, F32, 4, FLOATS, 0, MARCHES)    \
  CE_CUDA_MORE_RADII (X, unsharp_luma_3, unsharp_luma, ANY, 3, COLORS, 0, MARCHES)      \
  CE_CUDA_MORE_RADII (X, unsharp_luma_4, unsharp_luma, ANY, 4, COLORS, 0, MARCHES)

#define CE_CUDA_KERNELS(X)                                                      \
  CE_CUDA_BLUR_KERNELS (X) CE_CUDA_SOBEL_KERNELS (X) CE_CUDA_LAPLACIAN_KERNELS (X) CE_CUDA_CANNY_KERNELS (X) \
  CE_CUDA_SHARPEN_KERNELS (X)

#ifndef __CUDACC__

/* What the lanes of a march have of a row. */
typedef enum
{
  CE_CUDA_LANES_NONE,           /* it does not march with a Gaussian */
  CE_CUDA_LANES_PIXELS,         /* 4 pixels, luma or weights */
  CE_CUDA_LANES_COLORS,         /* 4 pixels, to be sharpened by luma */
  CE_CUDA_LANES_BYTES,          /* bytes, each for itself */
  CE_CUDA_LANES_FLOATS,         /* 4 floats or words, each for itself */
  CE_CUDA_LANES_WORDS,          /* 8 words, each for itself */
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
  CE_CUDA_TAKES_SHAPE,          /* CeCudaShape */
  CE_CUDA_TAKES_BITS,           /* bits */
  CE_CUDA_TAKES_TILES,          /* bits, target, width, height */
  CE_CUDA_TAKES_TILES_OF_LEVELS, /* bits, levels, width, height */
  CE_CUDA_TAKES_COUNT,          /* levels, bins, width, y0, y1 */
  CE_CUDA_TAKES_SHOW            /* levels, target, width, y0, y1 */
} CeCudaTakes;

typedef enum
{
  CE_CUDA_PART_SOURCE = 1 << 0,         /* with its second signal */
  CE_CUDA_PART_TARGET = 1 << 1,
  CE_CUDA_PART_PLANES = 1 << 2,
  CE_CUDA_PART_BITS = 1 << 3,           /* weak and strong */
  CE_CUDA_PART_NODES = 1 << 4,          /* labels, parents, open */
  CE_CUDA_PART_LEVELS = 1 << 5,
  CE_CUDA_PART_BINS = 1 << 6,
  CE_CUDA_PART_OBSERVED = 1 << 7,       /* of deconvolution: light or the estimate, and weights */
  CE_CUDA_PART_COVERED = 1 << 8,
  CE_CUDA_PART_MEASURED = 1 << 9,
  CE_CUDA_PART_SECOND = 1 << 10,
  CE_CUDA_PART_SIGNAL = 1 << 11,
  CE_CUDA_PART_MASK = 1 << 12,
  CE_CUDA_PART_WEIGHTS = 1 << 13
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
  int          samples;         /* CE_CUDA_U8 and so on, or CE_CUDA_ANY */
  int          n;               /* 0: it is not told by a number */
  CeCudaLanes  lanes;
  int          depth;
  CeCudaUse    use;
  int          radius;
} CeCudaEntry;

#define CE_CUDA_ANY -1

extern const CeCudaEntry  ce_cuda_table[CE_CUDA_N_KERNELS];
extern const CeCudaAccess ce_cuda_uses[CE_CUDA_N_USES];

CeCudaKernel ce_cuda_find_kernel (CeCudaFamily family, int samples, int n, int radius);

#endif

#endif
