/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread renders a rectangle of the image as an image of its own, because GIMP shows a new effect the selected
 * rectangle alone: a session of the rectangle takes the place of the image's, and its results are laid where they belong.
 */
#include "render-private.h"

#include <string.h>

#include "engine/memory.h"

/* The image, of which the session's image may be a part. */
const CeView *
ce_render_get_source (CeRender *render)
{
  return ce_session_get_source (render->cut.whole ? render->cut.whole : render->session);
}

/* Where in the image the session's image is. */
CeArea
ce_render_get_area (CeRender *render)
{
  const CeView *source = ce_render_get_source (render);

  return render->cut.whole ? render->cut.area : (CeArea) { 0, 0, source->width, source->height };
}

/* Without the lock. The image's session is the render thread's again. */
void
ce_render_end_cut (CeRender *render)
{
  CeCutJob *cut = &render->cut;

  if (cut->whole)
    ce_render_put_session (render, cut->whole, ce_session_get_source (cut->whole));
  for (guint i = 0; i < G_N_ELEMENTS (cut->pictures); i++)
    ce_memory_put (&cut->pictures[i]);
  cut->area = (CeArea) { 0 };
}

/* Two, of which one is seen while the other is written. */
static gboolean
make_pictures (CeRender *render, CeSession *session, GError **error)
{
  const CeView *source = ce_render_get_source (render);

  for (guint i = 0; i < G_N_ELEMENTS (render->cut.pictures); i++)
    {
      CeView *picture = &render->cut.pictures[i];

      *picture = *ce_session_get_result (session);
      if (! ce_memory_take (picture, source->width, source->height, error))
        return FALSE;
      memset (picture->data, 0, ce_view_size (picture));
    }

  return TRUE;
}

/* Without the lock. A session of the rectangle becomes the render thread's. */
gboolean
ce_render_begin_cut (CeRender *render, const CeArea *area, GError **error)
{
  CePlace               place = *ce_session_get_place (render->session);
  g_autoptr (CeSession) session = ce_render_open_copy (render, &place, area, error);

  if (! session || ! make_pictures (render, session, error))
    return FALSE;

  g_mutex_lock (&render->lock);
  render->cut.whole = render->session;
  render->session = g_steal_pointer (&session);
  g_mutex_unlock (&render->lock);
  ce_render_forget_counts (render);

  return TRUE;
}

/* @view, the result of a session of a rectangle, becomes a picture of the image's size with that in its
 * place and zeros around, which stays until the one after the next. */
void
ce_render_lay_cut (CeRender *render, CeView *view)
{
  CeCutJob *cut = &render->cut;
  CeView   *picture = &cut->pictures[cut->last = 1 - cut->last];
  gsize     size = (gsize) view->width * view->channels * ce_type_size (view->type);

  for (int y = 0; y < view->height; y++)
    memcpy (ce_view_pixel (picture, cut->area.x, cut->area.y + y), ce_view_row (view, y), size);
  *view = *picture;
}
