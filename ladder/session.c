/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times our filters as ce-bench does: the kernels between two events.
 */
#include "contest.h"
#include "engine/filters.h"

struct _LadderSession
{
  CeSession *session;
  CeParams   params;
  double     sigma;
  guint      n_renders;
};

/* Kept for the next one, which mostly wants the same. */
static const CeView *
drawn (const LadderOurs *ours, int width, int height, BenchPicture picture)
{
  static CeView       image;
  static BenchPicture before;
  CeView              bytes;

  if (image.data && before == picture && image.width == width && image.height == height && image.channels == ours->channels
      && image.type == ours->type)
    return &image;

  if (image.data)
    test_image_clear (&image);
  before = picture;
  test_image_init (&image, width, height, ours->channels, ours->type);
  if (ours->type == CE_U8 || picture == BENCH_NATURAL)
    {
      bench_picture_draw (&image, picture);
      return &image;
    }
  test_image_init (&bytes, width, height, 1, CE_U8);
  bench_picture_draw (&bytes, picture);
  for (gsize i = 0; i < (gsize) width * height; i++)
    ((float *) image.data)[i] = (float) bytes.data[i] / 255;
  test_image_clear (&bytes);

  return &image;
}

/**
 * ladder_session_new:
 * @backend: its name
 * @ours: what to render
 * @width: pixels
 * @height: rows
 * @picture: of what
 *
 * Returns: (transfer full) (nullable): %NULL where it cannot start, which is said
 */
LadderSession *
ladder_session_new (const char *backend, const LadderOurs *ours, int width, int height, BenchPicture picture)
{
  g_autoptr (GError) error = NULL;
  LadderSession     *one = g_new0 (LadderSession, 1);
  const CeFilter    *filter = ce_filter_find (ours->filter);
  const CeView      *image = drawn (ours, width, height, picture);

  ce_params_init (&one->params, filter);
  if (ce_params_parse (&one->params, filter, ours->params, &error))
    one->session = test_session_new (ours->filter, backend, image, FALSE, &error);
  ce_params_resolve (&one->params, filter);     /* render() changes sigma, and a default may stand for one */
  one->sigma = one->params.sigma;
  if (one->session)
    return one;

  g_printerr ("%s on %s is left out: %s\n", ours->name, backend, error->message);
  g_free (one);

  return NULL;
}

/* A backend may keep the blurred image while sigma stays; here it has to do all of its work each time, and with as many
 * taps: a little less than sigma has them too. */
static double
render (LadderSession *one)
{
  g_autoptr (GError) error = NULL;

  one->params.sigma = one->sigma * (one->n_renders++ % 2 ? 0.99999 : 1);
  if (! ce_session_render (one->session, &one->params, NULL, NULL, &error))
    g_error ("%s", error->message);

  return ce_session_get_status (one->session)->times.compute_ms;
}

/* Milliseconds of computing, right after the same or after the second cache was flushed. */
double
ladder_session_time (LadderSession *session, gboolean cold)
{
  if (cold)
    ladder_gpu_flush ();
  else
    render (session);

  return render (session);
}

void
ladder_session_free (LadderSession *session)
{
  ce_session_free (session->session);
  g_free (session);
}
