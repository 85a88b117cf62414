/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A drawable's pixels into a session, while its backend still starts: CUDA
 * takes 150 to 250 ms for that in a new process, which is as long as GIMP needs
 * to hand over some tens of megapixels.
 */
#include "arrival.h"

#include "engine/costs.h"

#include "company.h"
#include "drawable.h"
#include "source.h"

/* Rows into the session until all are there or it is known that there is no
 * backend for them. */
static gboolean
read_rows (GimpDrawable *drawable, CeSession *session, const CeProgress *progress, GError **error)
{
  g_autoptr (CeCompany) company = ce_company_new ();
  const CeView         *source = ce_session_get_source (session);
  CePixels              pixels;
  int                   height = source->height, band;

  ce_drawable_init_pixels (drawable, &pixels);
  band = ce_pixels_band_rows (&pixels, source->width);

  for (int y = 0; y < height;)
    {
      int n_rows = MIN (band, height - y);

      if (! ce_source_feed (drawable, session, y, n_rows, error))
        return FALSE;
      y += n_rows;
      if (progress)
        progress->func ((double) y / height, progress->data);
    }

  return ce_session_open (session, error);
}

/**
 * ce_arrival_read:
 * @drawable: a drawable
 * @filter: what will be rendered
 * @params: (nullable): and how, if the render may begin while rows arrive
 * @backend: as for ce_session_new()
 * @progress: (nullable): told the share read
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a session with all pixels of @drawable
 */
CeSession *
ce_arrival_read (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, const char *backend,
                 const CeProgress *progress, GError **error)
{
  g_autoptr (CeSession) session = NULL;
  gboolean              starts = g_strstr_len (backend, -1, "cuda") != NULL;
  gint64                begin = g_get_monotonic_time ();
  CeView                view;

  ce_drawable_init_view (drawable, &view);
  session = ce_session_new (filter, backend, view.width, view.height, view.channels, view.type, error);
  if (! session)
    return NULL;

  if (params)
    ce_session_begin (session, params);

  /* CUDA starts on a thread of its own while rows arrive. */
  if (! starts && ! ce_session_open (session, error))
    return NULL;
  if (! read_rows (drawable, session, progress, error))
    return NULL;

  /* Whoever named a backend wants no choice, and on the CPU nothing asked of the
   * GPU; where CUDA starts, the end of its start is waited for. */
  if (g_str_has_prefix (backend, "auto") && ! starts)
    ce_costs_arrived ((gsize) view.height * ce_session_get_source (session)->stride,
                      (double) (g_get_monotonic_time () - begin) / 1000);

  return g_steal_pointer (&session);
}
