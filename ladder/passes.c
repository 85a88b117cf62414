/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts the exact edges that a fixed number of passes misses: in copies, in place, in shared and in global memory.
 */
#include "experiments.h"

#include "plain.h"

#include <string.h>

#define MOST_PASSES 100000
#define RUNS 10

static const int counts[] = { 1, 2, 3, 4, 5, 10, 100, -1 };

typedef struct
{
  const LadderSource *source;
  int                 width, height;
  guint8             *classes, *edges;
  gint64              n_edges, n_chained;
  BenchPointer        start, exact, fixed, got, copy, changed, missing;
} Trial;

/* Ours: 255 strong, 128 weak. */
static void
begin (Trial *trial, const LadderSource *source)
{
  gsize n;

  trial->source = source;
  trial->width = source->image.width;
  trial->height = source->image.height;
  n = (gsize) trial->width * trial->height;
  trial->classes = ladder_render_gray (source, "stage=classes");
  trial->edges = ladder_render_gray (source, "stage=edges");
  for (gsize i = 0; i < n; i++)
    {
      trial->n_edges += trial->edges[i] != 0;
      trial->n_chained += trial->edges[i] != 0 && trial->classes[i] == 128;
      trial->classes[i] = trial->classes[i] == 255 ? PLAIN_NEW : trial->classes[i] ? PLAIN_WEAK : PLAIN_NONE;
    }
  if (ladder_gpu ())
    {
      BenchPointer *all[] = { &trial->start, &trial->exact, &trial->fixed, &trial->got, &trial->copy };

      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        *all[i] = ladder_gpu_alloc (n);
      trial->changed = ladder_gpu_alloc (sizeof (int));
      trial->missing = ladder_gpu_alloc (2 * sizeof (guint64));
      ladder_gpu_send (trial->start, trial->classes, n);
      ladder_gpu_send (trial->exact, trial->edges, n);
    }
}

static void
end (Trial *trial)
{
  BenchPointer *all[] = { &trial->start, &trial->exact, &trial->fixed, &trial->got, &trial->copy, &trial->changed,
                          &trial->missing };

  for (guint i = 0; ladder_gpu () && i < G_N_ELEMENTS (all); i++)
    ladder_gpu_free (all[i]);
  g_free (trial->classes);
  g_free (trial->edges);
}

/* Pixels of @a that @b has not got, and of @b that @a has not got. */
static void
count (Trial *trial, BenchPointer a, BenchPointer b, guint64 *missing)
{
  gsize    n = (gsize) trial->width * trial->height;
  gpointer args[] = { &a, &b, &n, &trial->missing };

  ladder_gpu ()->call->set_bytes (trial->missing, 0, 2 * sizeof (guint64), ladder_gpu ()->stream);
  ladder_gpu_check (ladder_gpu ()->call->launch (ladder_gpu_function ("count_pixels"), (unsigned) ((n + 255) / 256), 1, 1, 256, 1,
                                                 1, 0, ladder_gpu ()->stream, args, NULL), "counting pixels");
  ladder_gpu_fetch (missing, trial->missing, 2 * sizeof (guint64));
}

static void
launch_pass (Trial *trial, const char *kernel, int block, BenchPointer from, BenchPointer to, int last)
{
  g_autofree char *name = g_strdup_printf ("%s_%d", kernel, block);
  int              own = g_str_equal (kernel, "hysteresis_shared") ? block - 2 : block;
  gpointer         args[] = { &from, &to, &trial->width, &trial->height, &last, &trial->changed };

  ladder_gpu_check (ladder_gpu ()->call->launch (ladder_gpu_function (name), (unsigned) ((trial->width + own - 1) / own),
                                                 (unsigned) ((trial->height + own - 1) / own), 1, (unsigned) block,
                                                 (unsigned) block, 1, 0, ladder_gpu ()->stream, args, NULL), name);
}

/* Leaves classes in @to, strong where edges were found; returns the passes that changed something. */
static int
run_passes (Trial *trial, const char *kernel, int block, gboolean in_place, int n_passes, BenchPointer to)
{
  const LadderGpu *gpu = ladder_gpu ();
  gsize            n = (gsize) trial->width * trial->height;
  BenchPointer     from = to, other = in_place ? to : trial->copy;
  int              n_done = 0, changed = 1;

  gpu->call->copy (to, trial->start, n, gpu->stream);
  while (n_done < (n_passes < 0 ? MOST_PASSES : n_passes) && changed)
    {
      if (n_passes < 0)
        gpu->call->set_bytes (trial->changed, 0, sizeof (int), gpu->stream);
      launch_pass (trial, kernel, block, from, other, 0);
      if (n_passes < 0)
        ladder_gpu_fetch (&changed, trial->changed, sizeof (int));
      if (! in_place)
        {
          BenchPointer swap = from;

          from = other;
          other = swap;
        }
      n_done += changed;
    }
  if (from != to)
    gpu->call->copy (to, from, n, gpu->stream);

  return n_done;
}

/* Drops the weak pixels of a result that still has classes. */
static void
drop_weak (Trial *trial, BenchPointer of)
{
  gsize    n = (gsize) trial->width * trial->height;
  gpointer args[] = { &of, &n };

  ladder_gpu_check (ladder_gpu ()->call->launch (ladder_gpu_function ("drop_weak"), (unsigned) ((n + 255) / 256), 1, 1, 256, 1, 1,
                                                 0, ladder_gpu ()->stream, args, NULL), "dropping weak pixels");
}

typedef struct
{
  const char *name, *kernel;
  gboolean    in_place;
} Method;

static void
try_method (Trial *trial, const Method *method, int block, int n_passes, int n_runs, GString *rows)
{
  guint64 least = G_MAXUINT64, most = 0, n_false = 0, n_below = 0, missing[2];
  int     n_done = 0, tile = g_str_equal (method->kernel, "hysteresis_shared") ? block - 2 : block;

  run_passes (trial, method->kernel, block, FALSE, n_passes, trial->fixed);
  drop_weak (trial, trial->fixed);
  for (int i = 0; i < n_runs; i++)
    {
      n_done = run_passes (trial, method->kernel, block, method->in_place, n_passes, trial->got);
      drop_weak (trial, trial->got);
      count (trial, trial->exact, trial->got, missing);
      least = MIN (least, missing[0]);
      most = MAX (most, missing[0]);
      n_false += missing[1];
      count (trial, trial->fixed, trial->got, missing);
      n_below += missing[0];
    }
  ladder_add_row (rows, "{\"source\": \"%s\", \"width\": %d, \"height\": %d, \"method\": \"%s\", \"block\": %d, \"tile\": %d, "
                  "\"passes\": %d, \"needed\": %d, \"runs\": %d, \"edges\": %" G_GINT64_FORMAT ", \"chained\": %" G_GINT64_FORMAT
                  ", \"missing_least\": %" G_GUINT64_FORMAT ", \"missing_most\": %" G_GUINT64_FORMAT ", \"false\": %"
                  G_GUINT64_FORMAT ", \"below_fixed\": %" G_GUINT64_FORMAT "}", trial->source->name, trial->width,
                  trial->height, method->name, block, tile, n_passes, n_done, n_runs, trial->n_edges, trial->n_chained,
                  least, most, n_false, n_below);
}

/* The statement itself, where there is no GPU. */
static void
try_statement (Trial *trial, int tile, int n_passes, GString *rows)
{
  gsize              n = (gsize) trial->width * trial->height;
  g_autofree guint8 *out = g_malloc (n);
  int                n_done = plain_hysteresis (trial->classes, out, trial->width, trial->height, tile, n_passes);
  gint64             missing = 0, n_false = 0;

  for (gsize i = 0; i < n; i++)
    {
      missing += trial->edges[i] && ! out[i];
      n_false += out[i] && ! trial->edges[i];
    }
  ladder_add_row (rows, "{\"source\": \"%s\", \"width\": %d, \"height\": %d, \"method\": \"statement\", \"block\": %d, "
                  "\"tile\": %d, \"passes\": %d, \"needed\": %d, \"runs\": 1, \"edges\": %" G_GINT64_FORMAT
                  ", \"chained\": %" G_GINT64_FORMAT ", \"missing_least\": %" G_GINT64_FORMAT ", \"missing_most\": %"
                  G_GINT64_FORMAT ", \"false\": %" G_GINT64_FORMAT ", \"below_fixed\": 0}", trial->source->name, trial->width,
                  trial->height, tile + 2, tile, n_passes, n_done, trial->n_edges, trial->n_chained, missing, missing,
                  n_false);
}

/**
 * ladder_passes_lost:
 * @source: a picture
 * @brief: one run of what depends on scheduling, not ten
 * @rows: results are appended
 */
void
ladder_passes_lost (const LadderSource *source, gboolean brief, GString *rows)
{
  static const Method methods[] = {
    { "copies", "hysteresis_shared", FALSE }, { "in place", "hysteresis_shared", TRUE },
    { "copies, global", "hysteresis_global", FALSE }, { "in place, global", "hysteresis_global", TRUE },
  };
  Trial trial = { 0 };

  begin (&trial, source);
  for (int block = 16; block <= 32; block += 16)
    for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
      if (! ladder_gpu ())
        try_statement (&trial, block - 2, counts[i], rows);
      else
        for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
          try_method (&trial, &methods[m], block, counts[i], methods[m].in_place && ! brief ? RUNS : 1, rows);
  g_print ("%s: passes tried\n", source->name);
  end (&trial);
}

/**
 * ladder_draw_passes:
 * @source: a picture
 * @path: a PPM file to write
 * @error: return location
 *
 * Four copies of the edges side by side: found before in gray, new in the first, second, third and fourth pass in green.
 *
 * Returns: whether it was written
 */
gboolean
ladder_draw_passes (const LadderSource *source, const char *path, GError **error)
{
  Trial              trial = { 0 };
  gsize              n;
  g_autofree guint8 *before = NULL, *after = NULL;
  CeView             image;
  gboolean           written;

  begin (&trial, source);
  n = (gsize) trial.width * trial.height;
  before = g_malloc (n);
  after = g_malloc (n);
  test_image_init (&image, 4 * trial.width, trial.height, 3, CE_U8);
  for (gsize i = 0; i < n; i++)
    before[i] = trial.classes[i] == PLAIN_NEW ? 255 : 0;
  for (int p = 1; p <= 4; p++)
    {
      plain_hysteresis (trial.classes, after, trial.width, trial.height, 14, p);
      for (gsize i = 0; i < n; i++)
        {
          guint8 *pixel = (guint8 *) ce_view_row (&image, (int) (i / (gsize) trial.width))
                          + 3 * ((gsize) (p - 1) * (gsize) trial.width + i % (gsize) trial.width);

          pixel[0] = pixel[2] = before[i] ? 150 : 0;
          pixel[1] = before[i] ? 150 : after[i] ? 255 : 0;
        }
      memcpy (before, after, n);
    }
  written = bench_picture_save (&image, path, error);
  test_image_clear (&image);
  end (&trial);

  return written;
}
