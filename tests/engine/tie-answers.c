/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks the middle of a small picture, as bytes, words and floats, gray, colored and with transparency, in each of the
 * eight columns that a GPU's lane may have.
 */
#include "known.h"
#include "tests/support/tie.h"

#include "live/levels.h"

#include <math.h>

#define COPIES 8

const TieFormat tie_formats[TIE_N_FORMATS] = {
  { CE_U8, 1, FALSE, FALSE }, { CE_U8, 2, FALSE, FALSE }, { CE_U8, 3, FALSE, FALSE }, { CE_U8, 4, FALSE, FALSE },
  { CE_U8, 2, FALSE, TRUE }, { CE_U8, 4, FALSE, TRUE },
  { CE_U16, 1, FALSE, FALSE }, { CE_U16, 3, FALSE, FALSE }, { CE_U16, 4, FALSE, TRUE },
  { CE_F32, 1, FALSE, FALSE }, { CE_F32, 3, FALSE, FALSE }, { CE_F32, 1, TRUE, FALSE }, { CE_F32, 2, FALSE, TRUE }
};

static void
put_sample (const CeView *view, int x, int y, int i, const TiePicture *picture, guint16 v)
{
  guint8 *row = ce_view_row (view, y);
  gsize   at = (gsize) x * view->channels + i;

  switch (view->type)
    {
    case CE_U8: row[at] = (guint8) v; break;
    case CE_U16: ((guint16 *) row)[at] = (guint16) (picture->type == CE_U8 ? v * 257 : v); break;
    case CE_F32: ((float *) row)[at] = (float) v / (picture->type == CE_U8 ? 255.0f : 65535.0f); break;
    }
}

static void
put_pixel (const CeView *view, int x, int y, const TiePicture *picture, int from)
{
  int colors = view->channels < 3 ? 1 : 3;

  for (int i = 0; i < colors; i++)
    put_sample (view, x, y, i, picture, picture->v[from * picture->channels + (picture->channels == 3 ? i : 0)]);
  if (view->channels > colors)
    put_sample (view, x, y, colors, picture, picture->type == CE_U8 ? 255 : 65535);
}

/* Makes copies side by side. Their middles are in each of eight columns, because a side is odd. Repeats of the last pixel
 * behind them keep the far pixels away. */
static void
make_strip (CeView *view, const TiePicture *picture, const TieFormat *format)
{
  int side = picture->side;

  test_image_init (view, (COPIES + 1) * side, side, format->channels, format->type);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < view->width; x++)
      put_pixel (view, x, y, picture, x < COPIES * side ? y * side + x % side : side * side - 1);
  if (format->is_huge)
    ((float *) view->data)[(view->width - 1) * view->channels] = 1e30f;
  if (format->is_transparent)
    put_sample (view, view->width - 1, 0, view->channels - 1, picture, 0);
}

static gboolean
is_as_it_has_to (const CeView *in, const CeView *out, int x, int y, TieMiddle middle)
{
  float level = ce_level_seen (ce_view_row (out, y), out->type, (gsize) x * out->channels);
  float before = ce_level_seen (ce_view_row (in, y), in->type, (gsize) x * in->channels);

  switch (middle)
    {
    case TIE_BLACK: return level == 0;
    case TIE_GRAY: return lroundf (level) == 128;
    case TIE_WHITE: return level == 255;
    case TIE_NOT_BLACK: return level > 0;
    case TIE_UNCHANGED: return level == before;
    case TIE_CHANGED: return level != before;
    }

  return FALSE;
}

void
tie_expect (TieAnswers *answers, TieMiddle middle, const char *format, ...)
{
  va_list args;

  g_assert (answers->n < (int) G_N_ELEMENTS (answers->params));
  answers->middle[answers->n] = middle;
  va_start (args, format);
  g_vsnprintf (answers->params[answers->n++], sizeof answers->params[0], format, args);
  va_end (args);
}

static gboolean
answer_holds (CeSession *session, const char *filter, const CeView *in, int side, const char *text, TieMiddle middle)
{
  const CeFilter    *row = ce_filter_find (filter);
  g_autoptr (GError) error = NULL;
  CeParams           params;
  gboolean           ok = TRUE;

  ce_params_init (&params, row);
  if (! ce_params_parse (&params, row, text, &error) || ! ce_session_render (session, &params, NULL, NULL, &error))
    g_error ("%s: %s", text, error->message);

  for (int i = 0; i < COPIES; i++)
    ok &= is_as_it_has_to (in, ce_session_get_result (session), i * side + side / 2, side / 2, middle);

  return ok;
}

static gboolean
answers_hold (const char *backend, const char *filter, const CeView *view, int side, gboolean keeps,
              const TieAnswers *answers)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = test_session_new (filter, backend, view, keeps, &error);
  gboolean              ok = TRUE;

  if (! session)
    g_error ("%s: %s", backend, error->message);
  for (int i = 0; i < answers->n; i++)
    if (! answer_holds (session, filter, view, side, answers->params[i], answers->middle[i]))
      {
        test_note ("%s%s, %s, %d channels: %s", backend, keeps ? " with stages" : "", test_type_names[view->type],
                   view->channels, answers->params[i]);
        ok = FALSE;
      }

  return ok;
}

/* Returns whether the answers hold on every backend, also in sessions that keep stages. */
gboolean
tie_format_holds (const char *filter, const TiePicture *picture, const TieFormat *format, const TieAnswers *answers)
{
  gboolean ok = TRUE;
  CeView   view;

  make_strip (&view, picture, format);
  for (char **backend = known_backends; *backend; backend++)
    for (int keeps = FALSE; keeps <= TRUE; keeps++)
      ok &= answers_hold (*backend, filter, &view, picture->side, keeps, answers);
  test_image_clear (&view);

  return ok;
}

/* Returns whether the picture has a form in the format: colors need color channels, and words do not fit bytes. */
static gboolean
fits (const TiePicture *picture, const TieFormat *format)
{
  return (picture->channels == 1 || format->channels >= 3) && (picture->type == CE_U8 || format->type != CE_U8);
}

void
tie_known (const char *what, const char *filter, const TiePicture *picture, const TieAnswers *answers)
{
  gboolean ok = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (tie_formats); i++)
    if (fits (picture, &tie_formats[i]))
      ok &= tie_format_holds (filter, picture, &tie_formats[i], answers);
  test_ok (ok, "%s: %s", filter, what);
}
