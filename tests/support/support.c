/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include "engine/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int n_tests;
static int n_failed;

gboolean
test_ok (gboolean ok, const char *format, ...)
{
  va_list args;

  n_tests++;
  if (! ok)
    n_failed++;
  printf ("%s %d - ", ok ? "ok" : "not ok", n_tests);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  printf ("\n");
  fflush (stdout);

  return ok;
}

void
test_skip (const char *reason, const char *format, ...)
{
  va_list args;

  printf ("ok %d - ", ++n_tests);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  printf (" # SKIP %s\n", reason);
  fflush (stdout);
}

void
test_note (const char *format, ...)
{
  g_autofree char *text = NULL;
  g_auto (GStrv)   lines = NULL;
  va_list          args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line; line++)
    printf ("# %s\n", *line);
  fflush (stdout);
}

int
test_done (void)
{
  printf ("1..%d\n", n_tests);
  ce_release (TRUE);

  return n_failed == 0 ? 0 : 1;
}

guint
test_patience (guint seconds)
{
  const char *factor = g_getenv ("CE_PATIENCE");

  return seconds * (factor ? (guint) MAX (g_ascii_strtoull (factor, NULL, 10), 1) : 1);
}

/* Returns whether a text is a sentence for a user: one line that begins with a capital or a quotation and ends with a full
 * stop. */
gboolean
test_is_sentence (const char *text)
{
  gsize length = strlen (text);

  return length > 10 && text[length - 1] == '.' && ! strchr (text, '\n')
         && (g_ascii_isupper (text[0]) || g_str_has_prefix (text, "“"));
}

void
test_error (const GError *error, CeError code, const char *what)
{
  gboolean ok = g_error_matches (error, CE_ERROR, (int) code) && test_is_sentence (error->message);

  test_ok (ok, "%s: %s", what, error ? error->message : "no error");
}

/* Checks that @error says that a backend cannot be used. */
void
test_unavailable (const GError *error, const char *what)
{
  gboolean ok = error && error->domain == CE_ERROR && error->code >= CE_ERROR_UNAVAILABLE
                && test_is_sentence (error->message);

  test_ok (ok, "%s: %s", what, error ? error->message : "no error");
}

/* SplitMix64: Steele, Lea, Flood, Fast Splittable Pseudorandom Number
 * Generators, 2014. */
guint64
test_random (TestRandom *random)
{
  guint64 z = (random->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);

  return z ^ (z >> 31);
}

int
test_random_int (TestRandom *random, int low, int high)
{
  return low + (int) (test_random (random) % (guint64) (high - low + 1));
}

double
test_random_double (TestRandom *random, double low, double high)
{
  return low + (high - low) * ((double) (test_random (random) >> 11) / 9007199254740992.0);
}

gboolean
test_random_chance (TestRandom *random, double share)
{
  return test_random_double (random, 0, 1) < share;
}

static char *
sample_text (const CeView *view, int x, int y, int channel)
{
  gsize i = (gsize) x * view->channels + channel;

  switch (view->type)
    {
    case CE_U8: return g_strdup_printf ("%d", ((const guint8 *) ce_view_row (view, y))[i]);
    case CE_U16: return g_strdup_printf ("%d of 65535", ((const guint16 *) ce_view_row (view, y))[i]);
    case CE_F32: return g_strdup_printf ("%.9g", ((const float *) ce_view_row (view, y))[i]);
    }

  return NULL;
}

char *
test_image_diff (const CeView *a, const CeView *b)
{
  gsize row = test_image_row (a);
  gsize sample = ce_type_size (a->type);

  if (a->width != b->width || a->height != b->height || a->channels != b->channels || a->type != b->type)
    return g_strdup ("the formats differ");

  for (int y = 0; y < a->height; y++)
    {
      const guint8 *ra = ce_view_row (a, y);
      const guint8 *rb = ce_view_row (b, y);

      if (memcmp (ra, rb, row) == 0)
        continue;

      for (gsize i = 0; i < row; i += sample)
        if (memcmp (ra + i, rb + i, sample) != 0)
          {
            int              x = (int) (i / sample) / a->channels;
            int              channel = (int) (i / sample) % a->channels;
            g_autofree char *ta = sample_text (a, x, y, channel);
            g_autofree char *tb = sample_text (b, x, y, channel);

            return g_strdup_printf ("x %d, y %d, channel %d: %s and %s", x, y, channel, ta, tb);
          }
    }

  return NULL;
}

CePlace
test_place (const char *text)
{
  gboolean           chosen = g_str_has_prefix (text, "auto:");
  CePlace            place = { .choice = CE_BACKEND_CPU };
  g_autoptr (GError) error = NULL;

  if (! ce_place_parse (&place, chosen ? text + strlen ("auto:") : text, &error))
    g_error ("%s", error->message);
  place.may_fall_back = chosen;

  return place;
}

CeSession *
test_session_empty (const CeFilter *filter, const char *backend, const CeView *image, gboolean keeps, GError **error)
{
  CePlace               place = test_place (backend);
  g_autoptr (CeSession) session = ce_session_new (filter, &place, image->width, image->height, image->channels,
                                                  image->type, error);

  if (session && keeps)
    ce_session_keep_stages (session);

  return session && ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}

CeSession *
test_session_new (const char *filter, const char *backend, const CeView *image, gboolean keeps, GError **error)
{
  CeSession *session = test_session_empty (ce_filter_find (filter), backend, image, keeps, error);
  int        band = image->height / 3 + 1;

  if (! session)
    return NULL;

  for (int y = 0; y < image->height; y += band)
    ce_session_put_rows (session, y, MIN (band, image->height - y), ce_view_row (image, y), image->stride);

  return session;
}

gboolean
test_render (const char *filter, const char *backend, const char *params, const CeView *image,
             CeView *result, GError **error)
{
  g_autoptr (CeSession) session = test_session_new (filter, backend, image, FALSE, error);
  const CeFilter       *row = ce_filter_find (filter);
  CeParams              values;
  const CeView         *view;

  ce_params_init (&values, row);
  if (! session || ! ce_params_parse (&values, row, params, error)
      || ! ce_session_render (session, &values, NULL, NULL, error))
    return FALSE;

  view = ce_session_get_result (session);
  test_image_init (result, view->width, view->height, view->channels, view->type);
  for (int y = 0; y < view->height; y++)
    memcpy (ce_view_row (result, y), ce_view_row (view, y), test_image_row (result));

  return TRUE;
}

static void
add_variants (GPtrArray *names, const CeBackend *backend, const char *only)
{
  for (const char *const *variant = backend->variants (); *variant; variant++)
    {
      if (! only || g_str_equal (only, *variant) || g_str_equal (only, backend->name)
          || g_str_equal (*variant, "cpu:plain"))
        g_ptr_array_add (names, g_strdup (*variant));
    }
}

char **
test_backends (const char *only)
{
  GPtrArray *names = g_ptr_array_new ();

  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    {
      CePlace            place = { .choice = (*backend)->choice };
      g_autoptr (GError) error = NULL;

      if (only && ! g_str_equal ((*backend)->name, "cpu") && ! g_str_has_prefix (only, (*backend)->name))
        continue;

      if (ce_backend_find (&place, &error))
        add_variants (names, *backend, only);
      else
        test_skip (error->message, "backend %s", (*backend)->name);
    }

  if (only && g_str_has_prefix (only, "auto:"))
    g_ptr_array_add (names, g_strdup (only));
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (names, FALSE);
}
