/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rings of all filters: levels of the source, the Gaussian, the mask, deconvolution.
 */
#include "filter.h"

#include <string.h>

/* Returns row @y of an input at column @x of the image. */
static const float *
input_row (CeRing *ring, int index, int y, int x)
{
  CeRing *input = ring->inputs[index];

  return ce_ring_row (input, y) + (gssize) (x - input->tile.x0) * input->step;
}

static void
compute_channel (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  const CeCpuRender *render = ring->render;
  const CeView      *view = &render->source->view;
  const guint8      *from = ce_view_pixel (view, x0, y), *next = ce_view_pixel (view, x0, MIN (y + 1, view->height - 1));

  if (ring->channel != CE_CHANNEL_LUMA)
    render->rows->levels.channel (from, view->type, view->channels, ring->channel, next, out[0], x1 - x0);
  else
    render->rows->levels.luma (from, view->type, view->channels, render->plan->wr, render->plan->wb, next, out[0], x1 - x0);
}

static void
compute_covered (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  compute_channel (ring, y, x0, x1, out);
  ring->render->rows->levels.covered (out[0], input_row (ring, 0, y, x0), x1 - x0);
}

static void
compute_samples (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  const CeView *view = &ring->render->source->view;

  ring->render->rows->levels.samples (ce_view_pixel (view, x0, y), view->type,
                              ce_view_pixel (view, x0, MIN (y + 1, view->height - 1)), out[0], (x1 - x0) * ring->step);
}

/* Computes alpha as a fraction, once for each interleaved channel. */
static void
compute_fraction (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  int step = ring->step;

  compute_channel (ring, y, x0, x1, out);
  ring->render->rows->levels.fraction (out[0], x1 - x0);

  for (int x = x1 - x0 - 1; step > 1 && x >= 0; x--)
    {
      float fraction = out[0][x];

      for (int i = 0; i < step; i++)
        out[0][x * step + i] = fraction;
    }
}

static void
compute_product (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  ring->render->rows->levels.product (input_row (ring, 0, y, x0), input_row (ring, 1, y, x0), out[0],
                                      (x1 - x0) * ring->step);
}

/* Finds @n rows of the first input from row @y on, at column @x. */
static void
input_rows (CeRing *ring, int y, int n, int x, const float **rows)
{
  CeRing *input = ring->inputs[0];

  ce_ring_rows (input, y, n, rows);
  for (int i = 0; i < n; i++)
    rows[i] += (gssize) (x - input->tile.x0) * input->step;
}

static void
compute_plane (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  gsize width = (gsize) ring->render->source->view.width;

  memcpy (out[0], ring->plane + (gsize) y * width + x0, (gsize) (x1 - x0) * sizeof (float));
}

static void
compute_slope (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  const float *rows[3];

  input_rows (ring, y - 1, 3, x0, rows);
  ring->render->rows->modulate.slope (rows, out[0], x1 - x0);
}

static void
compute_bounded (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  memcpy (out[0], input_row (ring, 0, y, x0), (gsize) (x1 - x0) * sizeof (float));
  ring->render->rows->art.bounded (out[0], x1 - x0);
}

static void
compute_tensor (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  const float *rows[3];

  input_rows (ring, y - 1, 3, x0, rows);
  ring->render->rows->art.tensor (rows, out[0], x1 - x0);
}

static void
compute_soft_x (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  ring->render->rows->modulate.along (input_row (ring, 0, y, x0), out[0], x1 - x0);
}

static void
compute_soft_y (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  const float *rows[5];

  input_rows (ring, y - 2, 5, x0, rows);
  ring->render->rows->modulate.across (rows, out[0], x1 - x0);
}

static void
compute_gauss_x (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  ring->render->rows->gaussian.along (input_row (ring, 0, y, x0), ring->weights, ring->take_x, ring->step, out[0],
                                      (x1 - x0) * ring->step);
}

static void
compute_gauss_y (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  const float *rows[2 * CE_GAUSSIAN_MAX_RADIUS + CE_RING_AT_ONCE];
  int          radius = ring->take_y;

  input_rows (ring, y - radius, 2 * radius + CE_RING_AT_ONCE, x0, rows);
  ring->render->rows->gaussian.across (rows, ring->weights, radius, out, (x1 - x0) * ring->step);
}

/* Divides the Gaussian of covered levels by the Gaussian of alpha; the third input has the levels. */
static void
compute_quotient (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  int n = (x1 - x0) * ring->step;

  memcpy (out[0], input_row (ring, 0, y, x0), (gsize) n * sizeof (float));
  ring->render->rows->sharpen.quotient (out[0], input_row (ring, 1, y, x0), input_row (ring, 2, y, x0), n);
}

static void
compute_correction (CeRing *ring, int y, int x0, int x1, float *const *out)
{
  gsize at = (gsize) y * (gsize) ring->render->source->view.width + (gsize) x0;

  ring->render->rows->deconvolve.correct (ring->plane + at, input_row (ring, 0, y, x0), ring->render->plan->damping,
                                          out[0], x1 - x0);
}

static CeRing *
add (CeRings *rings, CeRingCompute compute, CeRing *input, int step)
{
  CeRing *ring = &rings->ring[rings->n++];

  g_assert (rings->n <= (int) G_N_ELEMENTS (rings->ring));
  ring->compute = compute;
  ring->render = rings->render;
  ring->inputs[0] = input;
  ring->step = step;
  ring->depth = 1;
  ring->at_once = 1;

  return ring;
}

/* Adds a channel, or luma that is not multiplied by alpha. */
CeRing *
ce_rings_channel (CeRings *rings, int channel)
{
  CeRing *ring = add (rings, compute_channel, NULL, 1);

  ring->channel = channel;

  return ring;
}

static int
alpha_of (const CeRings *rings)
{
  return rings->render->source->view.channels - 1;
}

/* Adds a signal of the plan. */
CeRing *
ce_rings_signal (CeRings *rings, int number)
{
  const CeSignal *signal = &rings->render->plan->signals.signal[number];
  CeRing         *ring;

  if (! signal->covered)
    return ce_rings_channel (rings, signal->channel);

  ring = add (rings, compute_covered, ce_rings_channel (rings, alpha_of (rings)), 1);
  ring->channel = signal->channel;

  return ring;
}

/* Adds all samples, interleaved. */
CeRing *
ce_rings_samples (CeRings *rings)
{
  return add (rings, compute_samples, NULL, rings->render->source->view.channels);
}

CeRing *
ce_rings_fraction (CeRings *rings, int step)
{
  CeRing *ring = add (rings, compute_fraction, NULL, step);

  ring->channel = alpha_of (rings);

  return ring;
}

CeRing *
ce_rings_product (CeRings *rings, CeRing *a, CeRing *b)
{
  CeRing *ring = add (rings, compute_product, a, a->step);

  ring->inputs[1] = b;

  return ring;
}

/* Adds the rows of a plane of the source's size, one float per pixel. */
CeRing *
ce_rings_plane (CeRings *rings, const float *plane)
{
  CeRing *ring = add (rings, compute_plane, NULL, 1);

  ring->plane = plane;

  return ring;
}

/* Adds the softened gradient of sharpening's mask. */
CeRing *
ce_rings_slope (CeRings *rings)
{
  CeRing *slope = add (rings, compute_slope, ce_rings_signal (rings, 0), 1);
  CeRing *along = add (rings, compute_soft_x, slope, 1);
  CeRing *across = add (rings, compute_soft_y, along, 1);

  slope->take_x = slope->take_y = 1;
  along->take_x = 2;
  across->take_y = 2;

  return across;
}

/* Adds the bounded signal of line art. */
CeRing *
ce_rings_bounded (CeRings *rings)
{
  return add (rings, compute_bounded, ce_rings_signal (rings, 0), 1);
}

/* Adds the three products of the derivatives of @levels, interleaved. */
CeRing *
ce_rings_tensor (CeRings *rings, CeRing *levels)
{
  CeRing *tensor = add (rings, compute_tensor, levels, 3);

  tensor->take_x = tensor->take_y = 1;

  return tensor;
}

/* Adds a Gaussian of @input, or returns @input if the radius is 0. */
CeRing *
ce_rings_gaussian_of (CeRings *rings, CeRing *input, const float *weights, int radius)
{
  CeRing *along;
  CeRing *across;

  if (radius == 0)
    return input;

  along = add (rings, compute_gauss_x, input, input->step);
  along->take_x = radius;
  along->weights = weights;
  across = add (rings, compute_gauss_y, along, input->step);
  across->take_y = radius;
  across->at_once = CE_RING_AT_ONCE;
  across->weights = weights;

  return across;
}

/* Adds the plan's Gaussian. */
CeRing *
ce_rings_gaussian (CeRings *rings, CeRing *input)
{
  return ce_rings_gaussian_of (rings, input, rings->render->plan->weights, rings->render->plan->radius);
}

/* Adds the Gaussian, weighted by alpha if the source is transparent. */
CeRing *
ce_rings_blurred (CeRings *rings, CeRing *input)
{
  CeRing *weight, *quotient;

  if (rings->render->plan->opaque)
    return ce_rings_gaussian (rings, input);

  weight = ce_rings_gaussian (rings, ce_rings_fraction (rings, input->step));
  quotient = add (rings, compute_quotient,
                  ce_rings_gaussian (rings, ce_rings_product (rings, input, ce_rings_fraction (rings, input->step))),
                  input->step);
  quotient->inputs[1] = weight;
  quotient->inputs[2] = input;

  return quotient;
}

/* Adds a step of deconvolution: the next estimate for the observed plane @light. */
CeRing *
ce_rings_deconvolved (CeRings *rings, CeRing *estimate, const float *light)
{
  CeRing *correction = add (rings, compute_correction, ce_rings_blurred (rings, estimate), 1);

  correction->plane = light;

  return ce_rings_product (rings, estimate, ce_rings_blurred (rings, correction));
}
