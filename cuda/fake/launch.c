/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory that a launched kernel reads and writes, by the kernels' table and its arguments.
 */
#include "fake.h"

#define TILE CE_CUDA_TILE

/* Taps of a pixel beside those of a Gaussian, as engine/plan.c counts them: of each row of depth, of sharpening's planes,
 * and of half a step of deconvolution; a kernel that only copies takes as long as two. */
#define TAPS_DEPTH 4
#define TAPS_COPY 2
#define TAPS_SHARPEN 8
#define TAPS_HALF_STEP 6
#define TAPS_PER_MS 1e7

/* A part of the memory: rows from @first to @last - 1. */
typedef struct
{
  CeCudaPtr data;               /* of row 0 */
  long long stride;
  gsize     row;                /* bytes of each that count */
  int       first;
  int       last;
} Rows;

typedef struct
{
  CUstream           stream;
  const CeCudaEntry *entry;
  gboolean           writes;
} Touch;

static void
touch_bytes (const Touch *touch, CeCudaPtr begin, gsize size)
{
  gpointer at = (gpointer) (gsize) begin;

  if (touch->writes)
    fake_memory_wrote (touch->entry->name, at, size);
  else
    fake_memory_read (touch->entry->name, at, size);
  fake_order_touch (touch->stream, touch->entry->name, touch->writes, at, size);
}

static void
touch_rows (const Touch *touch, Rows rows)
{
  if (rows.data && rows.last > rows.first)
    touch_bytes (touch, rows.data + (CeCudaPtr) (rows.first * rows.stride),
                 (gsize) (rows.last - rows.first - 1) * (gsize) rows.stride + rows.row);
}

static gsize
size_of (int samples)
{
  return samples == CE_CUDA_U8 ? 1 : samples == CE_CUDA_U16 ? 2 : 4;
}

/* Rows of a plane, @around more above and below as far as there are some. */
static Rows
plane_rows (const CeCudaSource *source, CeCudaPtr plane, long long stride, int y0, int y1, int around)
{
  return (Rows) { plane, stride, (gsize) source->width * 4, MAX (y0 - around, 0), MIN (y1 + around, source->height) };
}

static Rows
source_rows (const CeCudaSource *source, int y0, int y1, int around)
{
  Rows rows = plane_rows (source, source->data, source->stride, y0, y1, around);

  if (source->samples != CE_CUDA_PLANE)
    rows.row = (gsize) source->width * (gsize) source->channels * size_of (source->samples);

  return rows;
}

static void
touch_source (const Touch *touch, const CeCudaSource *source, int y0, int y1, int around)
{
  Rows rows = source_rows (source, y0, y1, around);

  touch_rows (touch, rows);
  if (source->samples == CE_CUDA_PLANE && source->second)
    {
      rows.data = source->second;
      touch_rows (touch, rows);
    }
}

/* The channels of the target: sharpening has the source's, edges have one. */
static void
touch_target (const Touch *touch, const CeCudaTarget *target, int width, int channels, int y0, int y1)
{
  Rows rows = { target->data, target->stride, (gsize) width * (gsize) channels * size_of (target->samples), y0, y1 };

  rows.row = MIN (rows.row, (gsize) target->stride);
  touch_rows (touch, rows);
}

/* The words of rows of tiles. */
static void
touch_bits (const Touch *touch, const CeCudaBits *bits, int tile_y0, int tile_y1)
{
  gsize row = (gsize) bits->tiles_x * TILE * sizeof (guint32);

  touch_rows (touch, (Rows) { bits->weak, (long long) row, row, MAX (tile_y0, 0), MIN (tile_y1, bits->tiles_y) });
  touch_rows (touch, (Rows) { bits->strong, (long long) row, row, MAX (tile_y0, 0), MIN (tile_y1, bits->tiles_y) });
}

static void
touch_nodes (const Touch *touch, const CeCudaBits *bits)
{
  gsize tiles = (gsize) bits->tiles_x * (gsize) bits->tiles_y;

  touch_bytes (touch, bits->labels, tiles * TILE * sizeof (guint32));
  touch_bytes (touch, bits->parents, (tiles * CE_CUDA_TILE_NODES + 1) * sizeof (guint32));
  touch_bytes (touch, bits->open, tiles);
}

static void
touch_levels (const Touch *touch, const CeCudaLevels *levels, int y0, int y1)
{
  touch_rows (touch, (Rows) { levels->data, levels->stride, (gsize) levels->stride, y0, y1 });
}

/* Rows beside those of the result that a kernel reads. Some marches for a radius up to 5 read rows that have no weight. */
static int
rows_around (const CeCudaEntry *entry, int radius)
{
  int least = entry->radius != 5 ? 0 : entry->lanes == CE_CUDA_LANES_BYTES ? 5
              : entry->lanes == CE_CUDA_LANES_PIXELS ? 4 : 0;

  return entry->depth + (entry->radius > 0 ? MAX (radius, least) : 0);
}

static int
channels_of (const CeCudaEntry *entry, const CeCudaSource *source)
{
  gboolean sharpens = entry->family == CE_CUDA_FAMILY_sharpen || entry->family == CE_CUDA_FAMILY_sharpen_bytes
                      || entry->family == CE_CUDA_FAMILY_unsharp_bytes || entry->family == CE_CUDA_FAMILY_unsharp_luma;

  return sharpens ? source->channels : 1;
}

static void
touch_launch (const Touch *touch, guint parts, const CeCudaLaunch *p)
{
  const CeCudaRestore *restore = &p->restore;
  const CeCudaPtr      observed[] = { restore->estimate ? restore->estimate : restore->light, restore->weight,
                                      restore->weight ? restore->blurred_weight : 0, restore->weight ? restore->plane : 0 };

  if (parts & CE_CUDA_PART_SOURCE)
    touch_source (touch, &p->source, p->y0, p->y1, rows_around (touch->entry, p->radius));
  if (parts & CE_CUDA_PART_TARGET)
    touch_target (touch, &p->target, p->source.width, channels_of (touch->entry, &p->source), p->y0, p->y1);
  if (parts & CE_CUDA_PART_BITS)
    touch_bits (touch, &p->bits, p->y0 / TILE, (p->y1 + TILE - 1) / TILE);
  if (parts & CE_CUDA_PART_LEVELS)
    touch_levels (touch, &p->levels, p->y0, p->y1);
  for (guint i = 0; parts & CE_CUDA_PART_OBSERVED && i < G_N_ELEMENTS (observed); i++)
    touch_rows (touch, plane_rows (&p->source, observed[i], p->source.stride, p->y0, p->y1, 0));
  if (parts & CE_CUDA_PART_COVERED && restore->weight)
    touch_rows (touch, plane_rows (&p->source, restore->covered, p->source.stride, p->y0, p->y1, 0));
}

/* Touches the planes that the method reads. */
static void
touch_sharpen (const Touch *touch, guint parts, const CeCudaSharpen *p)
{
  const int       around = touch->entry->depth;
  const gboolean  neighbors = p->is_limited || p->method == CE_CUDA_KERNEL || p->method == CE_CUDA_ADAPTIVE;
  const struct { guint part; CeCudaPtr data; int around; } planes[] = {
    { CE_CUDA_PART_MEASURED, p->method >= 0 || touch->writes ? p->measured : 0, neighbors ? around : 0 },
    { CE_CUDA_PART_SECOND, p->second, 0 }, { CE_CUDA_PART_COVERED, p->covered, 0 },
    { CE_CUDA_PART_SIGNAL, p->signal, around }, { CE_CUDA_PART_MASK, p->mask, 0 },
    { CE_CUDA_PART_WEIGHTS, p->method == CE_CUDA_KERNEL || p->method == CE_CUDA_ADAPTIVE ? p->weight : 0, around },
    { CE_CUDA_PART_WEIGHTS, p->method == CE_CUDA_UNSHARP ? p->blurred_weight : 0, 0 }
  };

  if (parts & CE_CUDA_PART_SOURCE)
    touch_source (touch, &p->source, p->y0, p->y1, 0);
  if (parts & CE_CUDA_PART_TARGET)
    touch_target (touch, &p->target, p->source.width, p->source.channels, p->y0, p->y1);
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    if (parts & planes[i].part)
      touch_rows (touch, plane_rows (&p->source, planes[i].data, p->plane_stride, p->y0, p->y1, planes[i].around));
}

/* Touches what kernels on tiles do. */
static void
touch_tiles (const Touch *touch, guint parts, void **args)
{
  const CeCudaBits *bits = args[0];

  if (parts & CE_CUDA_PART_BITS)
    touch_bits (touch, bits, 0, bits->tiles_y);
  if (parts & CE_CUDA_PART_NODES)
    touch_nodes (touch, bits);
  if (parts & CE_CUDA_PART_TARGET)
    touch_target (touch, args[1], *(int *) args[2], 1, 0, *(int *) args[3]);
}

/* Touches what kernels that count and show do. */
static void
touch_counted (const Touch *touch, guint parts, void **args)
{
  int y0 = *(int *) args[3], y1 = *(int *) args[4];

  if (parts & CE_CUDA_PART_LEVELS)
    touch_levels (touch, args[0], y0, y1);
  if (parts & CE_CUDA_PART_BINS)
    touch_bytes (touch, *(CeCudaPtr *) args[1], 2048 * sizeof (guint64));
  if (parts & CE_CUDA_PART_TARGET)
    touch_target (touch, args[1], *(int *) args[2], 1, y0, y1);
}

static void
touch_parts (const Touch *touch, guint parts, void **args)
{
  switch (ce_cuda_uses[touch->entry->use].takes)
    {
    case CE_CUDA_TAKES_LAUNCH:
      touch_launch (touch, parts, args[0]);
      break;
    case CE_CUDA_TAKES_SHARPEN:
      touch_sharpen (touch, parts, args[0]);
      break;
    case CE_CUDA_TAKES_BITS:
    case CE_CUDA_TAKES_TILES:
      touch_tiles (touch, parts, args);
      break;
    case CE_CUDA_TAKES_TILES_OF_LEVELS:
      touch_tiles (touch, parts & ~(guint) CE_CUDA_PART_LEVELS, args);
      if (parts & CE_CUDA_PART_LEVELS)
        touch_levels (touch, args[1], 0, *(int *) args[3]);
      break;
    case CE_CUDA_TAKES_COUNT:
    case CE_CUDA_TAKES_SHOW:
      touch_counted (touch, parts, args);
      break;
    }
}

/* A Gaussian has as many along x as along y. */
static int
taps_of (const CeCudaEntry *entry, const CeCudaLaunch *p)
{
  if (entry->family == CE_CUDA_FAMILY_blur_x || entry->family == CE_CUDA_FAMILY_blur_y)
    return TAPS_COPY + p->radius;

  return (entry->use == CE_CUDA_USE_RESTORES ? TAPS_HALF_STEP : TAPS_COPY + TAPS_DEPTH * entry->depth)
         + (entry->radius > 0 ? 2 * p->radius : 0);
}

/* Returns the simulated time of a launch, in milliseconds. */
static double
time_of (const CeCudaEntry *entry, void **args, guint tile_rows)
{
  const CeCudaLaunch *p = args[0];
  const CeCudaSharpen  *sharpen = args[0];
  const CeCudaBits   *bits = args[0];

  switch (ce_cuda_uses[entry->use].takes)
    {
    case CE_CUDA_TAKES_LAUNCH:
      return (double) p->source.width * (p->y1 - p->y0) / TAPS_PER_MS * taps_of (entry, p);
    case CE_CUDA_TAKES_SHARPEN:
      return (double) sharpen->source.width * (sharpen->y1 - sharpen->y0) * TAPS_SHARPEN / TAPS_PER_MS;
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

/* A kernel's step of a stream: what it touches, all reads before all writes. Returns how long it takes. */
double
fake_launch (CUstream stream, const CeCudaEntry *entry, void **args, guint tile_rows)
{
  const CeCudaAccess *use = &ce_cuda_uses[entry->use];

  fake_order_step (stream);
  touch_parts (&(Touch) { stream, entry, FALSE }, use->reads, args);
  touch_parts (&(Touch) { stream, entry, TRUE }, use->writes, args);

  return time_of (entry, args, tile_rows);
}
