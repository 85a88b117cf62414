/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "floor.h"

#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/threads.h"

typedef struct
{
  guint8         *in;
  guint8         *out;
  gsize           bytes_in;
  gsize           bytes_out;
  volatile double additions;    /* keeps the compiler from leaving them out */
} Share;

static guint8 *source, *result;
static gsize   source_size, result_size;

/**
 * bench_threads:
 *
 * Returns: threads of every contender, as the CPU backend has them
 */
int
bench_threads (void)
{
  return ce_threads_count ();
}

/* Pages the kernel has not handed out yet would be read from one zero page. */
static guint8 *
touched (gsize size)
{
  guint8 *memory = ce_memory_alloc (size, NULL);

  if (! memory)
    g_error ("there is not enough memory for %" G_GSIZE_FORMAT " bytes", size);
  memset (memory, 1, size);

  return memory;
}

void
bench_floor_begin (gsize bytes_in, gsize bytes_out)
{
  bench_floor_end ();
  source_size = bytes_in;
  result_size = bytes_out;
  source = touched (bytes_in);
  result = touched (bytes_out);
}

void
bench_floor_end (void)
{
  ce_memory_free (source, source_size);
  ce_memory_free (result, result_size);
  source = result = NULL;
}

/* Copies as much as both have, and reads or writes the rest. */
static gpointer
move_bytes (gpointer data)
{
  Share         *share = data;
  gsize          both = MIN (share->bytes_in, share->bytes_out);
  const guint64 *rest = (const guint64 *) (share->in + both / 8 * 8);
  gsize          n = (share->bytes_in - both) / 8;
  guint64        sum = 0;

  memcpy (share->out, share->in, both);
  memset (share->out + both, 0, share->bytes_out - both);
  for (gsize i = 0; i < n; i++)
    sum += rest[i];
  share->additions = (double) sum;

  return NULL;
}

typedef struct
{
  GThreadFunc func;
  Share      *share;
} Work;

static GMutex lock;
static GCond  finished;
static int    n_working;

static void
work (gpointer data, gpointer unused)
{
  Work *one = data;

  one->func (one->share);
  g_mutex_lock (&lock);
  n_working--;
  g_cond_signal (&finished);
  g_mutex_unlock (&lock);
}

/* One share for each thread; threads are kept from one call to the next. */
static void
run_shares (GThreadFunc func, Share *shares, int n)
{
  static GThreadPool *pool;
  Work                works[256];

  if (! pool)
    pool = g_thread_pool_new (work, NULL, bench_threads (), FALSE, NULL);

  n_working = n - 1;
  for (int i = 1; i < n; i++)
    {
      works[i] = (Work) { func, &shares[i] };
      g_thread_pool_push (pool, &works[i], NULL);
    }
  func (&shares[0]);

  g_mutex_lock (&lock);
  while (n_working > 0)
    g_cond_wait (&finished, &lock);
  g_mutex_unlock (&lock);
}

/* Reads the source and writes the result, with all threads. */
void
bench_floor_run (void)
{
  Share shares[256];
  int   n = bench_threads ();

  for (int i = 0; i < n; i++)
    {
      gsize in = source_size * i / n / 64 * 64, out = result_size * i / n / 64 * 64;
      gsize in_end = i == n - 1 ? source_size : source_size * (i + 1) / n / 64 * 64;
      gsize out_end = i == n - 1 ? result_size : result_size * (i + 1) / n / 64 * 64;

      shares[i] = (Share) { source + in, result + out, in_end - in, out_end - out, 0 };
    }
  run_shares (move_bytes, shares, n);
}

#define ADDING_LANES 192
#define ADDING_ROUNDS 400000

/* Independent sums, enough for two vector pipes of any width. */
#ifdef __x86_64__
__attribute__ ((target_clones ("avx512f", "avx2", "default")))
#endif
static void
add (float *sums, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < ADDING_LANES; j++)
      sums[j] = sums[j] + 1.0f;
}

static gpointer
add_many (gpointer data)
{
  Share *share = data;
  float  sums[ADDING_LANES] = { 0 };

  add (sums, ADDING_ROUNDS);
  for (int i = 0; i < ADDING_LANES; i++)
    share->additions += sums[i];

  return NULL;
}

/**
 * bench_additions:
 *
 * Returns: single-precision additions per second, with all threads; the best of five
 */
double
bench_additions (void)
{
  Share  shares[256] = { { 0 } };
  int    n = bench_threads ();
  double best = 0;

  for (int i = 0; i < 5; i++)
    {
      gint64 begin = g_get_monotonic_time ();

      run_shares (add_many, shares, n);
      best = MAX (best, (double) ADDING_LANES * ADDING_ROUNDS * n * 1e6 / (double) (g_get_monotonic_time () - begin));
    }

  return best;
}
