/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rungs of the GPU: the images that each reads and writes, its launch, and its statement.
 */
#pragma once

#include "gpu.h"

#include "tests/bench/pictures.h"

#define LADDER_MOST_SLOTS 40
#define LADDER_BIT(slot) (G_GUINT64_CONSTANT (1) << (slot))

typedef struct _LadderDocument LadderDocument;
typedef struct _LadderRung     LadderRung;

/**
 * LadderImages:
 * @stride: pixels from one row to the next
 * @host: what the statements say, packed like @device; %NULL until asked for
 * @device: on the GPU
 * @arrays, @textures: copies of images that are read through textures
 *
 * All images of one document for one source.
 */
typedef struct
{
  const LadderDocument *document;
  int                   width, height, stride;
  gpointer              host[LADDER_MOST_SLOTS];
  BenchPointer          device[LADDER_MOST_SLOTS];
  gpointer              arrays[LADDER_MOST_SLOTS];
  BenchPointer          textures[LADDER_MOST_SLOTS];
} LadderImages;

/* How two images are compared: bit by bit, by the sector that a direction is in, or within what sqrt.approx promises. */
typedef enum { LADDER_BITS, LADDER_SECTORS, LADDER_OCTANTS, LADDER_ROOTS } LadderCompare;

/**
 * LadderSlot:
 * @name: what it holds
 * @size: bytes for a pixel
 * @compare: how a rung's image is compared with the statement's
 * @is_float: for the largest difference
 */
typedef struct
{
  const char   *name;
  int           size;
  LadderCompare compare;
  gboolean      is_float;
} LadderSlot;

/**
 * LadderRun:
 * @block: side of a block, or what else its kernels' names end in
 * @functions: its kernels
 * @value: tiles in a row, clipped; else the rung's
 *
 * One rung, ready to be launched.
 */
typedef struct
{
  const LadderRung *rung;
  LadderImages     *images;
  int               block;
  int               value;
  gpointer          functions[8];
} LadderRun;

/**
 * LadderRung:
 * @name: begins with the document's number
 * @kernels: base names of its kernels, to which _BLOCK is appended unless they end in a full stop
 * @launch: queues them
 * @reads, @writes: slots, as bits
 * @textured: slots that it reads through textures
 * @interior: the outermost ring is not compared
 * @value: sigma, taps or tiles, whatever it varies by
 * @blocks: sides of blocks, up to a 0
 * @operations: for a pixel
 * @bytes_read, @bytes_written: that have to move for a pixel
 * @threads: of a block, for a side of it
 * @shared: bytes of shared memory that a launch asks for, or %NULL
 * @scratch: slots that it uses, and nobody compares
 * @by_clock: the processor takes part, whose clock it is measured by
 */
struct _LadderRung
{
  const char *name;
  const char *kernels[8];
  void      (*launch) (LadderRun *run);
  guint64     reads, writes, textured;
  gboolean    interior;
  int         value;
  const int  *blocks;
  double      operations, bytes_read, bytes_written;
  int       (*threads) (int block);
  gsize     (*shared) (const LadderRun *run);
  guint64     scratch;
  gboolean    by_clock;
};

/* One of ours beside a document's rungs. */
typedef struct
{
  const char *name, *filter, *params;
  int         channels;
  CeType      type;
  double      operations;
} LadderOurs;

/**
 * LadderDocument:
 * @name: three digits
 * @slots: its images; the first is the source
 * @padded: rows are 16 to 31 bytes longer
 * @picture: what is measured on
 * @sizes: of its own, as text
 * @state: computes the host's image of a slot from those before it
 * @add: appends its rungs
 * @prepare: puts weights where kernels find them, %NULL if there are none
 * @ours: up to one without a name
 */
struct _LadderDocument
{
  const char       *name;
  const LadderSlot *slots;
  guint             n_slots;
  gboolean          padded;
  BenchPicture      picture;
  const char       *sizes;
  void            (*state) (LadderImages *images, guint slot);
  void            (*add) (GArray *rungs);
  void            (*prepare) (void);
  const LadderOurs *ours;
};

extern const LadderDocument ladder_sobel, ladder_convolution, ladder_textures, ladder_passes, ladder_vectors;

LadderImages *ladder_images_new      (const LadderDocument *document, int width, int height, BenchPicture picture);
void          ladder_images_free     (LadderImages *images);
gsize         ladder_images_bytes    (const LadderImages *images, guint slot);
gboolean      ladder_images_allocate (LadderImages *images, guint64 slots);
void          ladder_images_bind     (LadderImages *images, guint slot);

gboolean      ladder_run_init        (LadderRun *run, const LadderRung *rung, LadderImages *images, int block);
void          ladder_run_launch      (gpointer run);
void          ladder_launch          (LadderRun *run, int which, int columns, int rows, int width, int height, gsize shared,
                                      gpointer *args);
void          ladder_launch_pixels   (LadderRun *run, int which, gpointer *args);
int           ladder_square          (int block);
