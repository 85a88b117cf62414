/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine counts the whole image, for Canny's thresholds alone. Here a filter
 * renders one piece of the image after the other, as floats and an eighth as
 * strong, so that nothing is cut off at white, and what it shows is counted. A
 * magnitude comes back to within a thousandth of a level. Sharpening shows its mask,
 * 0 to 255, of the source as it is.
 */
#include "masked-histogram.h"

#include <math.h>
#include <string.h>

#include "engine/samples.h"
#include "engine/plan.h"

/* A piece without what surrounds it, pixels. */
#define COLUMNS 1536
#define ROWS 256

/* Source and result are that many times weaker. */
#define WEAKER 8

/* Of the Laplacian, which is signed, another half. */
#define GAIN 0.5

/* What is lost by eighths, levels. */
#define LOST (1 / 4096.0f)

typedef struct
{
  const CeFilter *filter;
  const CeView   *source;
  const CeView   *mask;          /* (nullable) */
  CeParams        params;        /* that show strength */
  guint64        *bins;
  gboolean        all;           /* also those that are 0 */
  float           weaker;        /* how many times source and result are */
} Count;

static void
show_strength (Count *job, CeHistogram what)
{
  job->params.style = CE_STYLE_WHITE_ON_BLACK;
  job->params.thresholds = CE_THRESHOLDS_MANUAL;
  job->params.stage = what == CE_HISTOGRAM_THINNED ? CE_STAGE_THINNED : CE_STAGE_MAGNITUDE;
  job->params.component = CE_COMPONENT_MAGNITUDE;
  job->params.response = CE_RESPONSE_SIGNED;
  job->params.gain = job->filter->id == CE_FILTER_LAPLACIAN ? GAIN : 1;
  job->params.shown = CE_SHOWN_MASK;
  job->all = what == CE_HISTOGRAM_MAGNITUDE;
  job->weaker = job->filter->id == CE_FILTER_SHARPEN ? 1 : WEAKER;
}

/* Of transparent pixels opacity counts: it is what becomes weaker. */
static void
weaken (const CeView *source, int x, int y, int n, float weaker, float *out)
{
  gboolean      alpha = ce_view_has_alpha (source);
  gconstpointer row = ce_view_row (source, y);
  gsize         first = (gsize) x * (gsize) source->channels;

  for (int i = 0; i < n * source->channels; i++)
    {
      gboolean weakened = ! alpha || i % source->channels == source->channels - 1;
      float    value = ce_value_of (row, source->type, first + (gsize) i);

      out[i] = weakened ? value / weaker : value;
    }
}

static CeSession *
open_piece (const Count *job, const CeArea *piece)
{
  int                source_channels = job->source->channels;
  CePlace            cpu = ce_place (CE_BACKEND_CPU);
  CeSession         *session = ce_session_new (job->filter, &cpu, piece->width, piece->height, source_channels, CE_F32,
                                               NULL);
  g_autofree float  *row = g_new (float, (gsize) piece->width * source_channels);

  for (int y = 0; session && y < piece->height; y++)
    {
      weaken (job->source, piece->x, piece->y + y, piece->width, job->weaker, row);
      ce_session_put_rows (session, y, 1, row, (gsize) piece->width * source_channels * sizeof *row);
    }

  return session;
}

static void
count (const Count *job, const CeView *result, const CeArea *piece, const CeArea *inside)
{
  gboolean is_signed = job->filter->id == CE_FILTER_LAPLACIAN;

  for (int y = inside->y; y < inside->y + inside->height; y++)
    {
      const float  *row = (const float *) ce_view_row (result, y - piece->y) - piece->x * result->channels;
      const guint8 *mask = job->mask ? ce_view_row (job->mask, y) : NULL;

      for (int x = inside->x; x < inside->x + inside->width; x++)
        {
          float level = row[x * result->channels] * 255.0f;
          float strength = is_signed ? fabsf (level - 128) * (float) (WEAKER / GAIN) : level * job->weaker;

          if ((mask && mask[x] < 128) || ! (job->all || strength > LOST))
            continue;
          job->bins[(int) MIN (strength + LOST, CE_HISTOGRAM_BINS - 1)]++;
        }
    }
}

static gboolean
count_piece (const Count *job, const CeArea *inside, int halo, CeProgressFunc progress, gpointer data)
{
  const CeView *source = job->source;
  CeArea        piece = { MAX (inside->x - halo, 0), MAX (inside->y - halo, 0), 0, 0 };
  g_autoptr (CeSession) session = NULL;

  piece.width = MIN (inside->x + inside->width + halo, source->width) - piece.x;
  piece.height = MIN (inside->y + inside->height + halo, source->height) - piece.y;
  session = open_piece (job, &piece);
  if (! session || ! ce_session_render (session, &job->params, progress, data, NULL))
    return FALSE;

  count (job, ce_session_get_result (session), &piece, inside);

  return TRUE;
}

static gboolean
is_selected (const CeView *mask, const CeArea *inside)
{
  for (int y = inside->y; mask && y < inside->y + inside->height; y++)
    for (int x = inside->x; x < inside->x + inside->width; x++)
      if (((const guint8 *) ce_view_row (mask, y))[x] >= 128)
        return TRUE;

  return ! mask;
}

/* Counts the magnitude of the gradient or, of Laplacian, of the response; of sharpening, the mask: @bins[i] are
 * floor(strength), the last one open. @mask: (nullable): a selection, one byte for each pixel; half selected counts. @what
 * matters to Canny alone. FALSE if it was cancelled, or failed. Blocks. */
gboolean
ce_masked_histogram (const CeFilter *filter, const CeView *source, const CeParams *params, const CeView *mask,
                     CeHistogram what, guint64 *bins, CeProgressFunc progress, gpointer data)
{
  Count job = { filter, source, mask, *params, bins, TRUE, WEAKER };
  int    halo = (filter->id == CE_FILTER_SOBEL || filter->id == CE_FILTER_SHARPEN ? 0 : (int) ceil (3 * params->sigma)) + 3;

  show_strength (&job, what);
  memset (bins, 0, CE_HISTOGRAM_BINS * sizeof *bins);
  for (int y = 0; y < source->height; y += ROWS)
    for (int x = 0; x < source->width; x += COLUMNS)
      {
        CeArea inside = { x, y, MIN (COLUMNS, source->width - x), MIN (ROWS, source->height - y) };

        if (is_selected (mask, &inside) && ! count_piece (&job, &inside, halo, progress, data))
          return FALSE;
      }

  return TRUE;
}

/* Does what the engine does with the whole image: automatic thresholds of Canny become those, in tenths, by hand. @bins are
 * of the magnitude or, for Otsu's, of what thinning keeps. */
void
ce_masked_thresholds (const guint64 *bins, CeParams *params)
{
  gboolean otsu = params->thresholds == CE_THRESHOLDS_OTSU;
  double   high = otsu ? ce_threshold_otsu (bins, CE_HISTOGRAM_BINS)
                       : ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, params->share);

  params->high = MIN (high, ce_filter_find_param (ce_filter_get (CE_FILTER_CANNY), "high")->max);
  params->low = round (params->high * (otsu ? CE_LOW_OF_OTSU : CE_LOW_OF_PERCENTILE) * 10) / 10;
  params->thresholds = CE_THRESHOLDS_MANUAL;
}
