/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of a photo's ink: while a session is asked for them, its source is the line art of its photo.
 */
#include "session-private.h"

#include "memory.h"
#include "threads.h"

/* The share of the progress of a call that the line art takes. */
#define SHARE 0.4

/* Returns the parameters of line art of that luma whose lines are of the size @sigma; all sizes keep their proportions. */
static CeParams
choose_params (int luma, double sigma)
{
  static const char *const sizes[] = { "sigma", "coherence", "flow" };
  const CeFilter          *filter = ce_filter_get (CE_FILTER_LINE_ART);
  CeParams                 art;

  ce_params_init (&art, filter);
  art.luma = ce_luma_beside_colors (luma);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const CeParam *param = ce_filter_find_param (filter, sizes[i]);

      ce_params_put (&art, param, CLAMP (param->def * sigma, param->min, param->max));
    }
  ce_params_quantize (&art, filter);

  return art;
}

/* Renders the line art of the source, as @call says, into @view. */
static gboolean
draw (CeSession *session, CeCall *call, CeView *view, GError **error)
{
  const CeView         *source = &session->source.view;
  g_autoptr (CeSession) art = ce_session_new (ce_filter_get (CE_FILTER_LINE_ART), &session->wanted, source->width,
                                              source->height, source->channels, source->type, error);

  if (! art)
    return FALSE;

  ce_session_put_rows (art, 0, source->height, source->data, source->stride);
  if (! ce_session_try (art, call, error))
    return FALSE;

  *view = art->spare;
  art->spare.data = NULL;

  return TRUE;
}

/* Makes the source what @call needs: the photo, or its line art, whose dark lines @call looks for then. */
gboolean
ce_session_draw (CeSession *session, CeCall *call, GError **error)
{
  gboolean   wanted = session->filter->id == CE_FILTER_CANNY && call->resolved.of == CE_OF_LINE_ART;
  CeParams   params = wanted ? choose_params (call->resolved.luma, call->resolved.sigma) : session->drawn;
  CeProgress all = call->progress;
  CeCall     art = { .run = ce_session_attempt, .params = &params, .progress = ce_progress_section (&all, 0, SHARE) };
  CeView     view;

  if (! wanted || ce_params_first_step (&session->drawn, &params, CE_FILTER_LINE_ART) < CE_STEP_NONE)
    ce_session_undraw (session);
  if (! wanted)
    return TRUE;

  if (session->photo.view.data)
    return TRUE;
  if (! draw (session, &art, &view, error))
    return FALSE;

  session->photo = session->source;
  session->source = (CeSource) { .view = view, .opaque = TRUE, .keeps = session->photo.keeps };
  session->drawn = params;
  session->has_changed = session->is_open;
  session->widths.line_width = 0;
  call->progress = ce_progress_section (&all, SHARE, 1);

  return TRUE;
}
