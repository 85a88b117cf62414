/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the threads of a kernel on the CPU, one block at a time, one thread after the other. Each thread has a stack of its
 * own and runs until it needs other threads of its warp or block.
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
  guint8   *shared;             /* shared memory of the size that the launch requested */
} FakeBlock;

typedef void (*FakeCall) (const void *args);

/* A kernel. */
typedef struct
{
  gsize    size;                /* of its arguments together */
  void   (*copy) (void **args, void *to);
  FakeCall run;
} FakeKernel;

/* The kernels in the order of the table; a driver that was built without kernels has none. */
extern const FakeKernel fake_kernels[] __attribute__ ((weak));

extern FakeThread *fake_thread; /* the running thread */
extern FakeBlock   fake_block;

/* Runs all blocks of a launch; every other launch begins with its last block. */
void fake_run_blocks (FakeCall call, const void *args, const unsigned grid[3], const unsigned block[3], gsize shared);

/* Gives @value to the warp. Returns the values of all lanes, which stay valid until the thread's next call. */
const guint32 *fake_share (FakeShare kind, guint32 value);

void fake_sync_block (void);

G_END_DECLS
