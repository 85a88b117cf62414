/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contest.h"

#include "tests/bench/measuring.h"

#include <string.h>

/* One that takes so long takes part in one round; one that the processor takes part in has to be no larger. */
#define SLOW_MS 100
#define BY_CLOCK_PIXELS (1 << 22)
#define IN_A_ROW_PIXELS (1 << 20)

typedef struct
{
  LadderRun            run;
  const LadderVerdict *verdict;
  const LadderOurs    *ours;
  LadderSession       *session;
  gsize                bytes;           /* of a copy */
  BenchPointer         from, to;
  int                  n;
  double               ms[LADDER_N_STATES][LADDER_MOST_ROUNDS];
} Contender;

gboolean
ladder_takes (const LadderRules *rules, const char *name)
{
  return ! rules->only || strstr (name, rules->only);
}

void
ladder_add_row (GString *rows, const char *format, ...)
{
  va_list args;

  g_string_append (rows, rows->len ? ",\n  " : "\n  ");
  va_start (args, format);
  g_string_append_vprintf (rows, format, args);
  va_end (args);
}

static void
launch_copy (gpointer data)
{
  Contender *one = data;

  ladder_gpu ()->call->copy (one->to, one->from, one->bytes, ladder_gpu ()->stream);
}

static double
by_clock (Contender *one)
{
  gint64 begin = g_get_monotonic_time ();

  ladder_run_launch (&one->run);
  ladder_gpu ()->call->stream_wait (ladder_gpu ()->stream);

  return (double) (g_get_monotonic_time () - begin) / 1000;
}

static double
time_one (Contender *one, LadderState state)
{
  if (one->session)
    return state == LADDER_ROW ? 0 : ladder_session_time (one->session, state == LADDER_COLD);
  if (one->bytes)
    return ladder_gpu_time (state, launch_copy, one);
  if (one->run.rung->by_clock)
    return state == LADDER_WARM ? by_clock (one) : 0;

  return ladder_gpu_time (state, ladder_run_launch, &one->run);
}

static void
run_rounds (const LadderRules *rules, GPtrArray *all, gboolean in_a_row)
{
  gint64 begin = g_get_monotonic_time ();

  for (int round = -2; round < rules->n_rounds; round++)
    {
      if (round >= 3 && (double) (g_get_monotonic_time () - begin) / 1000 > rules->budget_ms)
        return;
      for (guint i = 0; i < all->len; i++)
        {
          Contender *one = all->pdata[i];

          if (one->ms[LADDER_WARM][0] > SLOW_MS && round != 0)
            continue;
          for (int state = 0; state < (in_a_row ? LADDER_N_STATES : LADDER_ROW); state++)
            one->ms[state][one->n] = time_one (one, state);
          one->n += round >= 0;
        }
    }
}

/* Describes the kernels of a rung: the most registers and shared memory. */
static void
describe_kernels (const Contender *one, GString *text)
{
  const LadderGpu  *gpu = ladder_gpu ();
  const LadderRung *rung = one->run.rung;
  int               threads = rung->threads ? rung->threads (one->run.block) : 0;
  int               registers = 0, shared = 0, least = 100;

  for (guint i = 0; i < G_N_ELEMENTS (one->run.functions) && one->run.functions[i]; i++)
    {
      int asked = rung->shared ? (int) rung->shared (&one->run) : 0, n = 0, fixed = 0, blocks = 0;

      gpu->call->function_get (&n, BENCH_FUNCTION_REGISTERS, one->run.functions[i]);
      gpu->call->function_get (&fixed, BENCH_FUNCTION_SHARED, one->run.functions[i]);
      gpu->call->occupancy (&blocks, one->run.functions[i], threads, (gsize) asked);
      registers = MAX (registers, n);
      shared = MAX (shared, fixed + asked);
      least = MIN (least, 100 * blocks * threads / gpu->threads);
    }
  g_string_append_printf (text, "\"registers\": %d, \"shared\": %d, \"occupancy\": %d", registers, shared, least);
}

static void
add_row (const LadderRules *rules, const LadderDocument *document, const LadderImages *images, Contender *one,
         gboolean in_a_row)
{
  g_autoptr (GString) more = g_string_new (NULL);
  g_autofree char    *check = NULL;
  const LadderRung   *rung = one->run.rung;
  double              ms[LADDER_N_STATES] = { 0 };
  const char         *name, *kind = one->session ? "ours" : one->bytes ? "floor" : "rung";

  if (one->n == 0)
    return;
  for (int state = 0; state < (in_a_row ? LADDER_N_STATES : LADDER_ROW); state++)
    ms[state] = bench_median (one->ms[state], one->n);
  if (rung)
    {
      check = one->verdict->n ? ladder_verdict_text (one->verdict) : g_strdup ("");
      g_string_append_printf (more, "\"block\": %d, \"value\": %d, \"operations\": %g, \"bytes_read\": %g, \"bytes_written\": %g, "
                              "\"check\": \"%s\", ", one->run.block, one->run.value, rung->operations, rung->bytes_read,
                              rung->bytes_written, check);
      describe_kernels (one, more);
    }
  else if (one->ours)
    g_string_append_printf (more, "\"filter\": \"%s\", \"parameters\": \"%s\", \"channels\": %d, \"type\": \"%s\", "
                            "\"operations\": %g", one->ours->filter, one->ours->params, one->ours->channels,
                            one->ours->type == CE_U8 ? "u8" : "f32", one->ours->operations);
  else
    g_string_append_printf (more, "\"bytes\": %" G_GSIZE_FORMAT, 2 * one->bytes);
  name = rung ? rung->name : one->ours ? one->ours->name : "copy";

  g_print ("%s %-34s %4d %5dx%-5d %9.4f %9.4f %9.4f  %s\n", document->name, name, one->run.block, images->width,
           images->height, ms[LADDER_WARM], ms[LADDER_COLD], ms[LADDER_ROW], check ? check : "");
  ladder_add_row (rules->rows, "{\"group\": \"%s\", \"case\": \"%s\", \"on\": \"%s\", \"kind\": \"%s\", \"picture\": \"%s\", "
                  "\"width\": %d, \"height\": %d, \"compute_ms\": %.5f, \"cold_ms\": %.5f, \"row_ms\": %.5f, "
                  "\"by_clock\": %s, \"rounds\": %d, %s}", document->name, name, one->bytes ? "device copy" : "cuda", kind,
                  bench_picture_name (document->picture), images->width, images->height, ms[LADDER_WARM], ms[LADDER_COLD],
                  ms[LADDER_ROW], rung && rung->by_clock ? "true" : "false", one->n, more->str);
}

static Contender *
add (GPtrArray *all)
{
  Contender *one = g_new0 (Contender, 1);

  g_ptr_array_add (all, one);

  return one;
}

/* Runs the rungs in their order, so that each finds its inputs. */
static void
add_rungs (const LadderRules *rules, GPtrArray *all, LadderImages *images, const GArray *rungs, const GArray *verdicts)
{
  for (guint i = 0; i < rungs->len; i++)
    {
      const LadderRung *rung = &g_array_index (rungs, LadderRung, i);
      gboolean          fits = ! rung->by_clock || (gint64) images->width * images->height <= BY_CLOCK_PIXELS;

      for (const int *block = rung->blocks; fits && *block; block++)
        {
          Contender one = { 0 };

          if (! ladder_run_init (&one.run, rung, images, *block))
            continue;
          ladder_run_launch (&one.run);
          one.verdict = &g_array_index (verdicts, LadderVerdict, i);
          if (ladder_takes (rules, rung->name) && (one.verdict->n == 0 || ladder_verdict_holds (one.verdict)))
            *add (all) = one;
        }
    }
  ladder_gpu_check (ladder_gpu ()->call->stream_wait (ladder_gpu ()->stream), "the rungs");
}

/* A copy of as many bytes as each rung has to move, and one of a byte in and one out; the buffers are the largest one's. */
static void
add_copies (GPtrArray *all, int width, int height)
{
  guint        n = all->len;
  BenchPointer from = 0, to = 0;
  gsize        most = (gsize) width * height;

  add (all)->bytes = most;
  for (guint i = 0; i < n; i++)
    {
      const LadderRung *rung = ((Contender *) all->pdata[i])->run.rung;
      gsize             bytes = (gsize) ((rung->bytes_read + rung->bytes_written) / 2 * width * height);
      gboolean          there = FALSE;

      for (guint j = n; j < all->len; j++)
        there = there || ((Contender *) all->pdata[j])->bytes == bytes;
      if (! there)
        add (all)->bytes = bytes;
      most = MAX (most, bytes);
    }
  from = ladder_gpu_alloc (most);
  to = ladder_gpu_alloc (most);
  for (guint i = n; i < all->len; i++)
    {
      ((Contender *) all->pdata[i])->from = from;
      ((Contender *) all->pdata[i])->to = to;
    }
}

static void
add_ours (GPtrArray *all, const LadderDocument *document, int width, int height)
{
  for (const LadderOurs *ours = document->ours; ours->name; ours++)
    {
      LadderSession *session = ladder_session_new ("cuda", ours, width, height, document->picture);

      if (session)
        {
          Contender *one = add (all);

          one->session = session;
          one->ours = ours;
        }
    }
}

static void
clear (gpointer data)
{
  Contender *one = data;

  if (one->session)
    ladder_session_free (one->session);
  g_free (one);
}

/**
 * ladder_contest:
 * @rules: how
 * @document: whose
 * @rungs: its rungs
 * @verdicts: those that do not hold are not timed
 * @width: pixels
 * @height: rows
 *
 * Times them beside ours and beside copies, prints and notes their medians.
 */
void
ladder_contest (const LadderRules *rules, const LadderDocument *document, const GArray *rungs, const GArray *verdicts,
                int width, int height)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (clear);
  LadderImages         *images = ladder_images_new (document, width, height, document->picture);
  gboolean              in_a_row = (gint64) width * height <= IN_A_ROW_PIXELS;

  if (ladder_images_allocate (images, LADDER_BIT (0)))
    {
      ladder_gpu_send (images->device[0], images->host[0], ladder_images_bytes (images, 0));
      add_rungs (rules, all, images, rungs, verdicts);
    }
  if (all->len > 0)
    {
      add_copies (all, width, height);
      add_ours (all, document, width, height);
      run_rounds (rules, all, in_a_row);
    }
  for (guint i = 0; i < all->len; i++)
    add_row (rules, document, images, all->pdata[i], in_a_row);
  for (guint i = 0; i < all->len; i++)
    {
      Contender *one = all->pdata[i];

      if (one->bytes)
        {
          ladder_gpu_free (&one->from);
          ladder_gpu_free (&one->to);
          break;
        }
    }
  ladder_images_free (images);
}
