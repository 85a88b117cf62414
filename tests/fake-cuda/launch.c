/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists the memory that a launched kernel reads and writes, from the kernels' table and the kernel's arguments.
 */
#include "fake.h"

#define TILE CE_CUDA_TILE

#define MOST_PARTS 16

/* Taps of a pixel beside those of a Gaussian, as engine/plan.c counts them: for each row of depth, for sharpening's planes,
 * and for half a step of deconvolution. A kernel that only copies counts two. */
#define TAPS_DEPTH 4
#define TAPS_COPY 2
#define TAPS_SHARPEN 8
#define TAPS_HALF_STEP 6
#define TAPS_PER_MS 1e7

/* Bytes that a kernel may touch, and the part of its arguments that they belong to. */
typedef struct
{
  guint     part;
  CeCudaPtr begin;
  gsize     size;
} Bytes;

typedef struct
{
  Bytes bytes[MOST_PARTS];
  guint n;
} Memory;

static void
add_bytes (Memory *memory, guint part, CeCudaPtr begin, gsize size)
{
  memory->bytes[memory->n++] = (Bytes) { part, begin, size };
}

/* Adds @row bytes of each of the rows @first to @last - 1; @data is the address of row 0. */
static void
add_rows (Memory *memory, guint part, CeCudaPtr data, long long stride, gsize row, int first, int last)
{
  if (data && last > first)
    add_bytes (memory, part, data + (CeCudaPtr) (first * stride), (gsize) (last - first - 1) * (gsize) stride + row);
}

static gsize
size_of (int samples)
{
  return samples == CE_CUDA_U8 ? 1 : samples == CE_CUDA_U16 ? 2 : 4;
}

/* Adds rows of a plane, with up to @around more above and below. */
static void
add_plane (Memory *memory, guint part, const CeCudaSource *source, CeCudaPtr plane, long long stride, int y0, int y1,
           int around)
{
  add_rows (memory, part, plane, stride, (gsize) source->width * 4, MAX (y0 - around, 0), MIN (y1 + around, source->height));
}

/* Adds rows of samples, or of the planes of @n signals, which follow each other. */
static void
add_source (Memory *memory, const CeCudaSource *source, int n, int y0, int y1, int around)
{
  if (source->samples == CE_CUDA_PLANE)
    for (int i = 0; i < n; i++)
      add_plane (memory, CE_CUDA_PART_SOURCE, source, source->data + (CeCudaPtr) (i * source->height * source->stride),
                 source->stride, y0, y1, around);
  else
    add_rows (memory, CE_CUDA_PART_SOURCE, source->data, source->stride,
              (gsize) source->width * (gsize) source->channels * size_of (source->samples), MAX (y0 - around, 0),
              MIN (y1 + around, source->height));
}

/* Adds rows of the target, whose @channels are the source's for sharpening and one for edges. */
static void
add_target (Memory *memory, const CeCudaTarget *target, int width, int channels, int y0, int y1)
{
  gsize row = (gsize) width * (gsize) channels * size_of (target->samples);

  add_rows (memory, CE_CUDA_PART_TARGET, target->data, target->stride, MIN (row, (gsize) target->stride), y0, y1);
}

/* Adds the words of rows of tiles. */
static void
add_bits (Memory *memory, const CeCudaBits *bits, int tile_y0, int tile_y1)
{
  gsize row = (gsize) bits->tiles_x * TILE * sizeof (guint32);
  int   end = MIN (tile_y1, bits->tiles_y);

  add_rows (memory, CE_CUDA_PART_BITS, bits->weak, (long long) row, row, tile_y0, end);
  add_rows (memory, CE_CUDA_PART_BITS, bits->strong, (long long) row, row, tile_y0, end);
}

static void
add_tiles (Memory *memory, const CeCudaBits *bits)
{
  gsize tiles = (gsize) bits->tiles_x * (gsize) bits->tiles_y;

  add_bits (memory, bits, 0, bits->tiles_y);
  add_bytes (memory, CE_CUDA_PART_NODES, bits->labels, tiles * TILE * sizeof (guint32));
  add_bytes (memory, CE_CUDA_PART_NODES, bits->parents, (tiles * CE_CUDA_TILE_NODES + 1) * sizeof (guint32));
  add_bytes (memory, CE_CUDA_PART_NODES, bits->open, tiles);
}

static void
add_levels (Memory *memory, const CeCudaLevels *levels, int y0, int y1)
{
  add_rows (memory, CE_CUDA_PART_LEVELS, levels->data, levels->stride, (gsize) levels->stride, y0, y1);
}

/* Returns the rows above and below the result's that a kernel reads. Some marches for a radius up to 5 read rows without a
 * weight. */
static int
rows_around (const CeCudaEntry *entry, int radius)
{
  int least = entry->radius != 5 ? 0 : entry->lanes == CE_CUDA_LANES_BYTES ? 5
              : entry->lanes == CE_CUDA_LANES_PIXELS ? 4 : 0;

  return entry->depth + (entry->radius > 0 ? MAX (radius, least) : 0);
}

static void
add_launch (Memory *memory, const CeCudaEntry *entry, const CeCudaLaunch *p)
{
  const CeCudaDeconvolve *steps = &p->deconvolve;
  const gboolean          sharpens = entry->family == CE_CUDA_FAMILY_sharpen_bytes
                                     || entry->family == CE_CUDA_FAMILY_unsharp_bytes
                                     || entry->family == CE_CUDA_FAMILY_unsharp_luma;
  const CeCudaPtr         observed[] = { steps->estimate ? steps->estimate : steps->light, steps->weight,
                                         steps->weight ? steps->blurred_weight : 0, steps->weight ? steps->plane : 0 };

  add_source (memory, &p->source, MAX (entry->n, 1), p->y0, p->y1, rows_around (entry, p->radius));
  add_target (memory, &p->target, p->source.width, sharpens ? p->source.channels : 1, p->y0, p->y1);
  add_bits (memory, &p->bits, p->y0 / TILE, (p->y1 + TILE - 1) / TILE);
  add_levels (memory, &p->levels, p->y0, p->y1);
  for (guint i = 0; i < G_N_ELEMENTS (observed); i++)
    add_plane (memory, CE_CUDA_PART_OBSERVED, &p->source, observed[i], p->source.stride, p->y0, p->y1, 0);
  if (steps->weight)
    add_plane (memory, CE_CUDA_PART_COVERED, &p->source, steps->covered, p->source.stride, p->y0, p->y1, 0);
}

/* Adds the planes that the method reads and that the kernel writes. */
static void
add_sharpen (Memory *memory, const CeCudaEntry *entry, const CeCudaSharpen *p)
{
  const gboolean compares = p->method == CE_CUDA_KERNEL || p->method == CE_CUDA_ADAPTIVE;
  const int      around = entry->depth;
  const struct { guint part; CeCudaPtr data; int around; } planes[] = {
    { CE_CUDA_PART_MEASURED, p->method >= 0 ? p->measured : 0, p->is_limited || compares ? around : 0 },
    { CE_CUDA_PART_SECOND, p->second, 0 }, { CE_CUDA_PART_COVERED, p->covered, 0 },
    { CE_CUDA_PART_SIGNAL, p->signal, around }, { CE_CUDA_PART_MASK, p->mask, 0 },
    { CE_CUDA_PART_WEIGHTS, compares ? p->weight : 0, around },
    { CE_CUDA_PART_WEIGHTS, p->method == CE_CUDA_UNSHARP ? p->blurred_weight : 0, 0 }
  };

  add_source (memory, &p->source, 1, p->y0, p->y1, 0);
  add_target (memory, &p->target, p->source.width, p->source.channels, p->y0, p->y1);
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    add_plane (memory, planes[i].part, &p->source, planes[i].data, p->plane_stride, p->y0, p->y1, planes[i].around);
}

/* Adds the planes and the target of a kernel of line art. A row of tangents counts with its padding, which may be more than
 * the bytes that share one mark. */
static void
add_art (Memory *memory, const CeCudaEntry *entry, const CeCudaArt *p)
{
  const CeCudaSource source = { .width = p->width, .height = p->height };
  const CeCudaSource pairs = { .width = (int) (2 * p->stride / 4), .height = p->height };
  const gboolean     bounds = entry->family == CE_CUDA_FAMILY_art_bound, draws = entry->family == CE_CUDA_FAMILY_art_along;
  const int          around = bounds ? 0 : entry->family == CE_CUDA_FAMILY_art_flow ? p->flow_radius + 1 : p->across + 1;

  add_plane (memory, CE_CUDA_PART_ART_LEVELS, &source, p->levels, p->stride, p->y0, p->y1, around);
  add_plane (memory, CE_CUDA_PART_DIFFERENCES, &source, p->is_shown ? 0 : p->differences, p->stride, p->y0, p->y1,
             draws ? p->along + 1 : 0);
  if (entry->family != CE_CUDA_FAMILY_art_flow || ! p->is_shown)
    add_plane (memory, CE_CUDA_PART_TANGENTS, &pairs, p->tangents, 2 * p->stride, p->y0, p->y1, draws ? p->along + 1 : 0);
  if (draws || p->is_shown)
    add_target (memory, &p->target, p->width, 1, p->y0, p->y1);
}

/* Adds all memory in the arguments of a kernel. */
static void
add_arguments (Memory *memory, const CeCudaEntry *entry, void **args)
{
  switch (ce_cuda_uses[entry->use].takes)
    {
    case CE_CUDA_TAKES_LAUNCH:
      add_launch (memory, entry, args[0]);
      break;
    case CE_CUDA_TAKES_SHARPEN:
      add_sharpen (memory, entry, args[0]);
      break;
    case CE_CUDA_TAKES_ART:
      add_art (memory, entry, args[0]);
      break;
    case CE_CUDA_TAKES_BITS:
      add_tiles (memory, args[0]);
      break;
    case CE_CUDA_TAKES_TILES:
      add_tiles (memory, args[0]);
      add_target (memory, args[1], *(int *) args[2], 1, 0, *(int *) args[3]);
      break;
    case CE_CUDA_TAKES_TILES_OF_LEVELS:
      add_tiles (memory, args[0]);
      add_levels (memory, args[1], 0, *(int *) args[3]);
      break;
    case CE_CUDA_TAKES_COUNT:
      add_levels (memory, args[0], *(int *) args[3], *(int *) args[4]);
      add_bytes (memory, CE_CUDA_PART_BINS, *(CeCudaPtr *) args[1], 2048 * sizeof (guint64));
      break;
    case CE_CUDA_TAKES_SHOW:
      add_levels (memory, args[0], *(int *) args[3], *(int *) args[4]);
      add_target (memory, args[1], *(int *) args[2], 1, *(int *) args[3], *(int *) args[4]);
      break;
    }
}

static void
touch (CUstream stream, const char *name, gboolean writes, const Bytes *bytes)
{
  gpointer at = (gpointer) (gsize) bytes->begin;

  if (writes)
    fake_memory_wrote (name, at, bytes->size);
  else
    fake_memory_read (name, at, bytes->size);
  fake_order_touch (stream, name, writes, at, bytes->size);
}

/* Returns the taps of a pixel; a Gaussian has equally many along x and along y. */
static int
taps_of (const CeCudaEntry *entry, const CeCudaLaunch *p)
{
  if (entry->family == CE_CUDA_FAMILY_blur_x || entry->family == CE_CUDA_FAMILY_blur_y)
    return TAPS_COPY + p->radius;

  return (entry->use == CE_CUDA_USE_DECONVOLVES ? TAPS_HALF_STEP : TAPS_COPY + TAPS_DEPTH * entry->depth)
         + (entry->radius > 0 ? 2 * p->radius : 0);
}

/* Returns the simulated time of a launch, in milliseconds. */
static double
time_of (const CeCudaEntry *entry, void **args, guint tile_rows)
{
  const CeCudaLaunch *p = args[0];
  const CeCudaSharpen  *sharpen = args[0];
  const CeCudaArt    *art = args[0];
  const CeCudaBits   *bits = args[0];

  switch (ce_cuda_uses[entry->use].takes)
    {
    case CE_CUDA_TAKES_LAUNCH:
      return (double) p->source.width * (p->y1 - p->y0) / TAPS_PER_MS * taps_of (entry, p);
    case CE_CUDA_TAKES_SHARPEN:
      return (double) sharpen->source.width * (sharpen->y1 - sharpen->y0) * TAPS_SHARPEN / TAPS_PER_MS;
    case CE_CUDA_TAKES_ART:
      return (double) art->width * (art->y1 - art->y0) * (TAPS_COPY + 2 * entry->radius) / TAPS_PER_MS;
    case CE_CUDA_TAKES_COUNT:
    case CE_CUDA_TAKES_SHOW:
      return (double) *(int *) args[2] * (*(int *) args[4] - *(int *) args[3]) / TAPS_PER_MS;
    case CE_CUDA_TAKES_BITS:
    case CE_CUDA_TAKES_TILES:
    case CE_CUDA_TAKES_TILES_OF_LEVELS:
      break;
    }

  return (double) bits->tiles_x * TILE * TILE * tile_rows / TAPS_PER_MS;
}

/* Notes the memory that a kernel touches on a stream, all reads before all writes. Returns its time, milliseconds. */
double
fake_launch (CUstream stream, const CeCudaEntry *entry, void **args, guint tile_rows)
{
  const CeCudaAccess *use = &ce_cuda_uses[entry->use];
  Memory              memory = { .n = 0 };

  add_arguments (&memory, entry, args);
  fake_order_step (stream);
  for (int writes = 0; writes < 2; writes++)
    for (guint i = 0; i < memory.n; i++)
      if (memory.bytes[i].part & (writes ? use->writes : use->reads))
        touch (stream, entry->name, writes, &memory.bytes[i]);

  return time_of (entry, args, tile_rows);
}
