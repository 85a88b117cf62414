/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"

#include "plain.h"

#include <math.h>
#include <string.h>

static const struct { int width, height; } sizes[] = { { 3, 3 }, { 33, 31 }, { 517, 389 }, { 1030, 260 }, { 512, 512 } };
static const BenchPicture pictures[] = { BENCH_NATURAL, BENCH_NOISE, BENCH_STRIPES, BENCH_CHECKER };

gboolean
ladder_verdict_holds (const LadderVerdict *verdict)
{
  return verdict->n > 0 && verdict->n_other == 0;
}

char *
ladder_verdict_text (const LadderVerdict *v)
{
  g_autofree char *sectors = v->n_sectors ? g_strdup_printf (", %" G_GINT64_FORMAT " sectors differ", v->n_sectors) : NULL;

  if (v->n == 0)
    return g_strdup ("not compared");
  if (v->n_other == 0)
    return g_strconcat ("equal", sectors, NULL);

  return g_strdup_printf ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " differ, by up to %g%s", v->n_other, v->n, v->most,
                          sectors ? sectors : "");
}

static int
sector_of (const LadderSlot *slot, const guint8 *pixel)
{
  return slot->compare == LADDER_SECTORS ? *pixel : plain_octant_sector (*(const float *) pixel);
}

/* Each is within a unit of the last place of the exact root. */
static gboolean
are_one_root (float a, float b)
{
  return fabsf (a - b) <= 0x1p-22f * b;
}

static void
compare_pixel (const LadderSlot *slot, const guint8 *is, const guint8 *should, LadderVerdict *verdict)
{
  double difference = 0;

  verdict->n++;
  if (memcmp (is, should, (gsize) slot->size) == 0)
    return;
  if (slot->compare == LADDER_ROOTS && are_one_root (*(const float *) is, *(const float *) should))
    return;
  if (slot->compare == LADDER_SECTORS || slot->compare == LADDER_OCTANTS)
    {
      verdict->n_sectors += sector_of (slot, is) != sector_of (slot, should);
      return;
    }
  if (slot->is_float)
    difference = fabs ((double) *(const float *) is - *(const float *) should);
  else
    for (int i = 0; i < slot->size; i++)
      difference = MAX (difference, abs (is[i] - should[i]));
  verdict->n_other++;
  verdict->most = MAX (verdict->most, difference);
}

static void
compare (const LadderRun *run, guint slot, const guint8 *is, LadderVerdict *verdict)
{
  const LadderImages *s = run->images;
  const LadderSlot   *what = &s->document->slots[slot];
  int                 ring = run->rung->interior ? 1 : 0;

  for (int y = ring; y < s->height - ring; y++)
    for (int x = ring; x < s->width - ring; x++)
      {
        gsize at = ((gsize) y * s->stride + x) * what->size;

        compare_pixel (what, is + at, (guint8 *) s->host[slot] + at, verdict);
      }
}

/* Everything that it writes holds something else before. */
static void
check_run (const LadderRung *rung, LadderImages *images, int block, LadderVerdict *verdict)
{
  LadderRun run;

  if (! ladder_images_allocate (images, rung->reads | rung->writes | rung->scratch))
    g_error ("the GPU has not got the memory for %s", rung->name);
  for (guint i = 0; i < images->document->n_slots; i++)
    if (rung->reads >> i & 1)
      ladder_gpu_send (images->device[i], images->host[i], ladder_images_bytes (images, i));
    else if (images->device[i])
      ladder_gpu ()->call->set_bytes (images->device[i], 0xa5, ladder_images_bytes (images, i), ladder_gpu ()->stream);
  if (! ladder_run_init (&run, rung, images, block))
    return;
  ladder_run_launch (&run);
  for (guint i = 0; i < images->document->n_slots; i++)
    if (rung->writes >> i & 1)
      {
        g_autofree guint8 *is = g_malloc (ladder_images_bytes (images, i));

        ladder_gpu_fetch (is, images->device[i], ladder_images_bytes (images, i));
        compare (&run, i, is, verdict);
      }
}

static void
check_images (LadderImages *images, const GArray *rungs, GArray *verdicts, const char *only)
{
  for (guint i = 1; i < images->document->n_slots; i++)
    {
      images->host[i] = g_malloc0 (ladder_images_bytes (images, i));
      images->document->state (images, i);
    }
  for (guint i = 0; i < rungs->len; i++)
    {
      const LadderRung *rung = &g_array_index (rungs, LadderRung, i);

      if (! rung->by_clock && rung->writes && (! only || strstr (rung->name, only)))
        for (const int *block = rung->blocks; *block; block++)
          check_run (rung, images, *block, &g_array_index (verdicts, LadderVerdict, i));
    }
}

/**
 * ladder_check:
 * @document: whose rungs
 * @rungs: all of them
 * @extent: how much of it
 * @only: part of the names that are checked, or %NULL
 *
 * Runs each rung with all of its blocks on several pictures of several sizes.
 *
 * Returns: (transfer full): a #LadderVerdict for each rung
 */
GArray *
ladder_check (const LadderDocument *document, const GArray *rungs, LadderExtent extent, const char *only)
{
  GArray *verdicts = g_array_new (FALSE, TRUE, sizeof (LadderVerdict));

  g_array_set_size (verdicts, rungs->len);
  for (guint i = extent == LADDER_ONCE ? G_N_ELEMENTS (sizes) - 1 : 0;
       i < (extent == LADDER_SMALL ? 2 : G_N_ELEMENTS (sizes)); i++)
    for (guint p = 0; p < (extent == LADDER_ONCE ? 1 : G_N_ELEMENTS (pictures)); p++)
      {
        LadderImages *images = ladder_images_new (document, sizes[i].width, sizes[i].height, pictures[p]);

        check_images (images, rungs, verdicts, only);
        ladder_images_free (images);
      }

  return verdicts;
}
