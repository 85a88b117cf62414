/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads of a kernel run on the CPU, those of one block at a time, one after the other. Each has a stack of its own and
 * runs up to where it needs the others of its warp or block.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define FAKE_WARP 32

typedef enum
{
  FAKE_SYNC, FAKE_VOTE, FAKE_SHUFFLE, FAKE_SHUFFLE_UP, FAKE_SHUFFLE_DOWN
} FakeShare;

typedef struct
{
  unsigned x, y, z;
} FakeIndex;

typedef struct
{
  FakeIndex index;
  unsigned  lane;
} FakeThread;

typedef struct
{
  FakeIndex index;
  FakeIndex size;
  FakeIndex grid;
  guint8   *shared;             /* what the launch asked for */
} FakeBlock;

typedef void (*FakeCall) (const void *args);

/* A kernel. */
typedef struct
{
  gsize    size;                /* of its arguments together */
  void   (*copy) (void **args, void *to);
  FakeCall run;
} FakeKernel;

/* In the order of the table; not there where the driver was built without them. */
extern const FakeKernel fake_kernels[] __attribute__ ((weak));

extern FakeThread *fake_thread; /* the one that runs */
extern FakeBlock   fake_block;

/* Runs all blocks of a launch, the last first every other time. */
void fake_run_blocks (FakeCall call, const void *args, const unsigned grid[3], const unsigned block[3], gsize shared);

/* Gives @value to the warp. Returns what each lane gave, until the thread comes here again. */
const guint32 *fake_share (FakeShare kind, guint32 value);

void fake_sync_block (void);

G_END_DECLS
