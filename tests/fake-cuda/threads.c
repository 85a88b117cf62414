/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the threads of a kernel on the CPU. Each thread has a stack; setjmp() and longjmp() switch between it and the
 * scheduler. A thread leaves its stack only to wait for its warp or block.
 */
#include "threads.h"

#include <setjmp.h>
#include <string.h>
#include <ucontext.h>

#define STACK (256 << 10)
#define MOST_THREADS 1024

typedef struct
{
  guint32   values[2][FAKE_WARP];       /* given in this turn and in the last one */
  unsigned  turn;
  int       n_alive;
  int       n_arrived;
  FakeShare kind;                       /* operation of the lanes that have arrived */
} Warp;

typedef struct
{
  FakeThread thread;                    /* first: fake_thread points to it */
  Warp      *warp;
  jmp_buf    here;
  ucontext_t context;
  gboolean   has_stack;
  gboolean   is_done;
} Fiber;

FakeThread *fake_thread;
FakeBlock   fake_block;

static Fiber         fibers[MOST_THREADS];
static Warp          warps[MOST_THREADS / FAKE_WARP];
static Warp          whole;             /* the block, as __syncthreads() waits for it */
static jmp_buf       scheduler;
static ucontext_t    main_context;
static FakeCall      call;
static gconstpointer call_args;
static gboolean      has_moved;         /* a thread made progress */
static guint         n_launches;

static void __attribute__ ((noinline))
leave (Fiber *fiber)
{
  if (! _setjmp (fiber->here))
    _longjmp (scheduler, 1);
}

/* Ends a turn, because all living lanes have given their values. */
static void
turn_over (Warp *warp, unsigned first)
{
  for (unsigned i = 0; warp != &whole && i < FAKE_WARP; i++)
    if (fibers[first + i].is_done)
      warp->values[warp->turn & 1][i] = 0;
  warp->n_arrived = 0;
  warp->turn++;
  has_moved = TRUE;
}

static void
end_one (Warp *warp, unsigned first)
{
  if (--warp->n_alive > 0 && warp->n_arrived == warp->n_alive)
    turn_over (warp, first);
}

static void
live (void)
{
  for (;;)
    {
      Fiber   *fiber = (Fiber *) fake_thread;
      unsigned number = (unsigned) (fiber - fibers);

      call (call_args);
      fiber->is_done = has_moved = TRUE;
      end_one (fiber->warp, number & ~(FAKE_WARP - 1u));
      end_one (&whole, 0);
      leave (fiber);
    }
}

static void
wait_for (Warp *warp, FakeShare kind)
{
  Fiber   *fiber = (Fiber *) fake_thread;
  unsigned turn = warp->turn;

  if (warp->n_arrived++ == 0)
    warp->kind = kind;
  else if (warp->kind != kind)
    g_error ("lanes of a warp do different things at once");
  if (warp->n_arrived == warp->n_alive)
    turn_over (warp, (unsigned) (fiber - fibers) & ~(FAKE_WARP - 1u));
  while (warp->turn == turn)
    leave (fiber);
}

const guint32 *
fake_share (FakeShare kind, guint32 value)
{
  Warp    *warp = ((Fiber *) fake_thread)->warp;
  unsigned turn = warp->turn;

  warp->values[turn & 1][fake_thread->lane] = value;
  wait_for (warp, kind);

  return warp->values[turn & 1];
}

void
fake_sync_block (void)
{
  wait_for (&whole, FAKE_SYNC);
}

static void __attribute__ ((noinline))
resume (Fiber *fiber)
{
  fake_thread = &fiber->thread;
  if (_setjmp (scheduler))
    return;
  if (fiber->has_stack)
    _longjmp (fiber->here, 1);

  fiber->has_stack = TRUE;
  getcontext (&fiber->context);
  fiber->context.uc_stack.ss_sp = g_malloc (STACK);
  fiber->context.uc_stack.ss_size = STACK;
  fiber->context.uc_link = &main_context;
  makecontext (&fiber->context, live, 0);
  setcontext (&fiber->context);
}

/* Runs a block; odd blocks begin with their last thread. */
static void
run_block (int n_threads, gboolean backwards)
{
  memset (warps, 0, sizeof warps);
  whole = (Warp) { .n_alive = n_threads };
  for (int i = 0; i < n_threads; i++)
    {
      unsigned x = (unsigned) i % fake_block.size.x, rest = (unsigned) i / fake_block.size.x;

      fibers[i].thread.index = (FakeIndex) { x, rest % fake_block.size.y, rest / fake_block.size.y };
      fibers[i].thread.lane = (unsigned) i % FAKE_WARP;
      fibers[i].warp = &warps[i / FAKE_WARP];
      fibers[i].warp->n_alive++;
      fibers[i].is_done = FALSE;
    }

  while (whole.n_alive > 0)
    {
      has_moved = FALSE;
      for (int i = 0; i < n_threads; i++)
        {
          Fiber *fiber = &fibers[backwards ? n_threads - 1 - i : i];

          if (! fiber->is_done)
            resume (fiber);
        }
      if (! has_moved)
        g_error ("threads of a block wait for each other for ever");
    }
}

void
fake_run_blocks (FakeCall f, const void *args, const unsigned grid[3], const unsigned block[3], gsize shared)
{
  const guint64        n = (guint64) grid[0] * grid[1] * grid[2];
  const gboolean       backwards = n_launches++ % 2;
  g_autofree guint8   *memory = g_malloc (shared + 64);

  call = f;
  call_args = args;
  fake_block.shared = (guint8 *) (((gsize) memory + 63) & ~(gsize) 63);
  fake_block.size = (FakeIndex) { block[0], block[1], block[2] };
  fake_block.grid = (FakeIndex) { grid[0], grid[1], grid[2] };
  for (guint64 i = 0; i < n; i++)
    {
      guint64 number = backwards ? n - 1 - i : i;

      memset (memory, 0xa5, shared + 64);
      fake_block.index = (FakeIndex) { (unsigned) (number % grid[0]), (unsigned) (number / grid[0] % grid[1]),
                                       (unsigned) (number / grid[0] / grid[1]) };
      run_block ((int) (block[0] * block[1] * block[2]), number % 2);
    }
}
