/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A driver for tests with “devices” in host memory. Half of the streams work at once. The others work only when the
 * host waits for them, and then as little as possible, so that work without an order runs in a wrong one. Besides,
 * order.c checks that waits order all work on the same bytes. The kernels' table lists the memory that a kernel reads
 * and writes (launch.c). A kernel may only read memory of the device that was written before. With FAKE_CUDA_RUNS the
 * CPU computes the kernels (kernels.cpp). Time is simulated (queue.c).
 */
#ifndef CE_FAKE_CUDA_H
#define CE_FAKE_CUDA_H

#include <glib.h>

#include <cuda.h>

#include "cuda/kernels/kernels.h"
#include "cuda/kernels/table.h"
#include "threads.h"

G_BEGIN_DECLS

#define FAKE_STREAMS 64

/* The number of steps of each stream that are known to have ended. */
typedef struct
{
  guint64 at[FAKE_STREAMS];
} FakeClock;

typedef enum { FAKE_COPY, FAKE_CLEAR, FAKE_KERNEL, FAKE_RECORD } FakeKind;

typedef struct
{
  FakeKind      kind;
  gpointer      to;             /* of a kernel: its arguments */
  gconstpointer from;
  gsize         size;           /* of a kernel: of its shared memory */
  CUevent       event;
  guint64       count;          /* number of this record of the event, or the byte that clears */

  const FakeKernel *kernel;
  unsigned          grid[3], block[3];
} FakeStep;

struct CUstream_st
{
  GQueue    steps;              /* of FakeStep */
  gboolean  eager;
  int       number;
  FakeClock clock;
  double    ends_ms;            /* when the last of its steps ends */
};

struct CUfunc_st
{
  const CeCudaEntry *entry;
};

struct CUevent_st
{
  guint64   recorded;           /* records that were queued */
  guint64   done;               /* records that were reached */
  CUstream  stream;             /* the stream of the last record */
  FakeClock clock;              /* that stream's clock then */
  double    at_ms;              /* simulated time of the last record */
};

extern GMutex fake_lock;
extern int    fake_failed;      /* calls that failed on request */

#define LOCKED   g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&fake_lock)
#define MAY_FAIL if (fake_fails ()) return CUDA_ERROR_LAUNCH_FAILED

gboolean fake_fails       (void);
void fake_check_context   (void);
gboolean fake_memory_is_free (void);
void fake_memory_wrote (const char *operation, gconstpointer begin, gsize size);
void fake_memory_read (const char *operation, gconstpointer begin, gsize size);

void fake_queue       (CUstream stream, FakeStep step);
void fake_finish      (CUstream stream);
void fake_reach       (CUevent event, guint64 count);

void fake_may_die     (void);

void fake_order_begin (CUstream stream);
void fake_order_free  (const char *operation, gconstpointer begin, gsize size);
void fake_order_end   (CUstream stream);
void fake_order_wait  (const FakeClock *clock);
void fake_order_forget (void);
void fake_order_step  (CUstream stream);
void fake_order_touch (CUstream stream, const char *operation, gboolean writes, gconstpointer begin, gsize size);

double fake_launch    (CUstream stream, const CeCudaEntry *entry, void **args, guint tile_rows);

void fake_clock_step  (CUstream stream, double ms);
void fake_clock_wait  (double until);

G_END_DECLS

#endif
