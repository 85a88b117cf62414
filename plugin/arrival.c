/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A drawable's pixels into a session, while its backend still starts: CUDA
 * takes 150 to 250 ms for that in a new process, which is as long as GIMP needs
 * to hand over some tens of megapixels.
 */
#include "arrival.h"

#include "engine/choose.h"

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
 * @place: where to compute
 * @progress: (nullable): told the share read
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a session with all pixels of @drawable
 */
CeSession *
ce_arrival_read (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, const CePlace *place,
                 const CeProgress *progress, GError **error)
{
  g_autoptr (CeSession) session = NULL;
  CePlace               chosen;
  CeView                view;

  ce_drawable_init_view (drawable, &view);
  chosen = ce_choose_place (place, filter, params, &view, CE_USE_ONCE);
  session = ce_session_new (filter, &chosen, view.width, view.height, view.channels, view.type, error);
  if (! session)
    return NULL;

  if (params)
    ce_session_begin (session, params);

  /* CUDA starts on a thread of its own while rows arrive. */
  if (chosen.choice != CE_BACKEND_CUDA && ! ce_session_open (session, error))
    return NULL;
  if (! read_rows (drawable, session, progress, error))
    return NULL;

  return g_steal_pointer (&session);
}
