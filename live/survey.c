/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine counts the whole image, for Canny's thresholds alone. Here a filter
 * renders one piece of the image after the other, as floats and an eighth as
 * strong, so that nothing is cut off at white, and what it shows is counted. A
 * magnitude comes back to within a thousandth of a level. Sharpening shows its mask,
 * 0 to 255, of the source as it is.
 */
#include "survey.h"

#include <math.h>
#include <string.h>

#include "engine/samples.h"
#include "engine/thresholds.h"

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
} Survey;

static void
show_strength (Survey *survey, CeHistogram what)
{
  survey->params.style = CE_STYLE_WHITE_ON_BLACK;
  survey->params.thresholds = CE_THRESHOLDS_MANUAL;
  survey->params.stage = what == CE_HISTOGRAM_THINNED ? CE_STAGE_THINNED : CE_STAGE_MAGNITUDE;
  survey->params.component = CE_COMPONENT_MAGNITUDE;
  survey->params.response = CE_RESPONSE_SIGNED;
  survey->params.gain = survey->filter->id == CE_FILTER_LAPLACIAN ? GAIN : 1;
  survey->params.shown = CE_SHOWN_MASK;
  survey->all = what == CE_HISTOGRAM_MAGNITUDE;
  survey->weaker = survey->filter->id == CE_FILTER_SHARPEN ? 1 : WEAKER;
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
open_piece (const Survey *survey, const CeArea *piece)
{
  int                source_channels = survey->source->channels;
  CePlace            cpu = ce_place (CE_BACKEND_CPU);
  CeSession         *session = ce_session_new (survey->filter, &cpu, piece->width, piece->height, source_channels, CE_F32,
                                               NULL);
  g_autofree float  *row = g_new (float, (gsize) piece->width * source_channels);

  for (int y = 0; session && y < piece->height; y++)
    {
      weaken (survey->source, piece->x, piece->y + y, piece->width, survey->weaker, row);
      ce_session_put_rows (session, y, 1, row, (gsize) piece->width * source_channels * sizeof *row);
    }

  return session;
}

static void
count (const Survey *survey, const CeView *result, const CeArea *piece, const CeArea *inside)
{
  gboolean is_signed = survey->filter->id == CE_FILTER_LAPLACIAN;

  for (int y = inside->y; y < inside->y + inside->height; y++)
    {
      const float  *row = (const float *) ce_view_row (result, y - piece->y) - piece->x * result->channels;
      const guint8 *mask = survey->mask ? ce_view_row (survey->mask, y) : NULL;

      for (int x = inside->x; x < inside->x + inside->width; x++)
        {
          float level = row[x * result->channels] * 255.0f;
          float strength = is_signed ? fabsf (level - 128) * (float) (WEAKER / GAIN) : level * survey->weaker;

          if ((mask && mask[x] < 128) || ! (survey->all || strength > LOST))
            continue;
          survey->bins[(int) MIN (strength + LOST, CE_HISTOGRAM_BINS - 1)]++;
        }
    }
}

static gboolean
count_piece (const Survey *survey, const CeArea *inside, int halo, CeProgressFunc progress, gpointer data)
{
  const CeView *source = survey->source;
  CeArea        piece = { MAX (inside->x - halo, 0), MAX (inside->y - halo, 0), 0, 0 };
  g_autoptr (CeSession) session = NULL;

  piece.width = MIN (inside->x + inside->width + halo, source->width) - piece.x;
  piece.height = MIN (inside->y + inside->height + halo, source->height) - piece.y;
  session = open_piece (survey, &piece);
  if (! session || ! ce_session_render (session, &survey->params, progress, data, NULL))
    return FALSE;

  count (survey, ce_session_get_result (session), &piece, inside);

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

/**
 * ce_survey_count:
 * @filter: any
 * @source: an image
 * @params: parameters of @filter
 * @mask: (nullable): a selection, one byte for each pixel; half selected counts
 * @what: which pixels to count; of other filters than Canny all
 * @bins: (out) (array fixed-size=2048): counts of floor(strength), the last bin open
 * @progress: (nullable): may cancel
 * @data: for @progress
 *
 * Counts the magnitude of the gradient or, of Laplacian, of the response; of sharpening,
 * the mask. Blocks.
 *
 * Returns: %FALSE if it was cancelled or failed
 */
gboolean
ce_survey_count (const CeFilter *filter, const CeView *source, const CeParams *params, const CeView *mask, CeHistogram what,
                 guint64 *bins, CeProgressFunc progress, gpointer data)
{
  Survey survey = { filter, source, mask, *params, bins, TRUE, WEAKER };
  int    halo = (filter->id == CE_FILTER_SOBEL || filter->id == CE_FILTER_SHARPEN ? 0 : (int) ceil (3 * params->sigma)) + 3;

  show_strength (&survey, what);
  memset (bins, 0, CE_HISTOGRAM_BINS * sizeof *bins);
  for (int y = 0; y < source->height; y += ROWS)
    for (int x = 0; x < source->width; x += COLUMNS)
      {
        CeArea inside = { x, y, MIN (COLUMNS, source->width - x), MIN (ROWS, source->height - y) };

        if (is_selected (mask, &inside) && ! count_piece (&survey, &inside, halo, progress, data))
          return FALSE;
      }

  return TRUE;
}

/**
 * ce_survey_find_thresholds:
 * @bins: of the magnitude or, for Otsu's, of what thinning keeps
 * @params: (inout): of Canny: automatic thresholds become those, in tenths, by hand
 *
 * Does what the engine does with the whole image.
 */
void
ce_survey_find_thresholds (const guint64 *bins, CeParams *params)
{
  gboolean otsu = params->thresholds == CE_THRESHOLDS_OTSU;
  double   high = otsu ? ce_threshold_otsu (bins, CE_HISTOGRAM_BINS)
                       : ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, params->share);

  params->high = MIN (high, ce_filter_find_param (ce_filter_get (CE_FILTER_CANNY), "high")->max);
  params->low = round (params->high * (otsu ? CE_LOW_OF_OTSU : CE_LOW_OF_PERCENTILE) * 10) / 10;
  params->thresholds = CE_THRESHOLDS_MANUAL;
}
