/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares 003's GPU with its processor by the statements: the share of equal pixels, as 003 does, the agreement of edges,
 * and the causes of the differences.
 */
#include "experiments.h"

#include "plain.h"

#include <string.h>

typedef struct
{
  const char *name;
  gboolean    separable;
  PlainSlips  slips;
  int         n_passes;         /* of ours, which cross a border one pass earlier than 003's; 0: exact hysteresis */
} Chain;

static const Chain chains[] = {
  { "processor", FALSE, { FALSE, FALSE, FALSE }, 0 },
  { "GPU: both below", TRUE, { FALSE, FALSE, FALSE }, 4 },
  { "separable blur, truncated twice", TRUE, { FALSE, FALSE, FALSE }, 0 },
  { "its five passes", FALSE, { FALSE, FALSE, FALSE }, 4 },
  { "sectors as printed", FALSE, { TRUE, FALSE, FALSE }, 0 },
  { "roots above 255 wrap", FALSE, { FALSE, TRUE, FALSE }, 0 },
  { "ties kept", FALSE, { FALSE, FALSE, TRUE }, 0 },
};

static guint8 *
run_chain (const guint8 *grey, int width, int height, const Chain *chain)
{
  gsize              n = (gsize) width * height;
  g_autofree guint8 *a = g_malloc0 (n), *b = g_malloc0 (n), *sector = g_malloc0 (n);
  guint8            *out = g_malloc0 (n);
  float              weights[13 * 13];

  if (chain->separable)
    {
      plain_blur_side (2, weights);
      plain_blur_along_y (grey, b, width, height, weights, 13, 0, height);
      plain_blur_along_x (b, a, width, height, weights, 13, 0, height);
      memset (b, 0, n);
    }
  else
    {
      plain_blur_filter (2, weights);
      plain_blur_whole (grey, a, width, height, weights, 13, 0, height);
    }
  plain_sobel_bytes (a, b, sector, width, height, &chain->slips, 0, height);
  plain_thin_bytes (b, sector, out, width, height, &chain->slips, 0, height);
  plain_threshold (out, a, n, 51, 102);
  if (chain->n_passes)
    plain_hysteresis (a, out, width, height, 30, chain->n_passes);
  else
    plain_hysteresis_depth (a, out, width, height);

  return out;
}

/* Computes the share of equal pixels, and F1 of edges, the harmonic mean of precision and recall. */
static void
compare (const LadderSource *source, const char *name, const guint8 *base, const guint8 *other, GString *rows)
{
  gsize  n = (gsize) source->image.width * source->image.height;
  double both = 0, one = 0, black = 0;

  for (gsize i = 0; i < n; i++)
    {
      both += base[i] && other[i];
      one += ! base[i] != ! other[i];
      black += ! base[i];
    }
  ladder_add_row (rows, "{\"source\": \"%s\", \"cause\": \"%s\", \"equal\": %.6f, \"f1\": %.6f, \"black\": %.6f}", source->name,
                  name, 1 - one / (double) n, both + one > 0 ? 2 * both / (2 * both + one) : 1, black / (double) n);
}

/**
 * ladder_agreement:
 * @source: a picture
 * @rows: results are appended
 */
void
ladder_agreement (const LadderSource *source, GString *rows)
{
  int                width = source->image.width, height = source->image.height;
  gsize              n = (gsize) width * height;
  g_autofree guint8 *grey = g_malloc (n), *base = NULL, *l2 = NULL, *l1 = NULL;

  for (int y = 0; y < height; y++)
    if (source->image.channels == 3)
      plain_grey_601 (ce_view_row (&source->image, y), grey + (gsize) y * width, (gsize) width);
    else
      memcpy (grey + (gsize) y * width, ce_view_row (&source->image, y), (gsize) width);
  base = run_chain (grey, width, height, &chains[0]);
  for (guint i = 1; i < G_N_ELEMENTS (chains); i++)
    {
      g_autofree guint8 *other = run_chain (grey, width, height, &chains[i]);

      compare (source, chains[i].name, base, other, rows);
    }
  l2 = ladder_render_gray (source, "stage=edges");
  l1 = ladder_render_gray (source, "stage=edges norm=l1");
  compare (source, "ours, norm l1 for l2", l2, l1, rows);
  g_print ("%s: agreement measured\n", source->name);
}
