/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fuzzes images of any shape, samples and parameters, whose rows arrive in any groups: every variant of the CPU gives the
 * result of plain C.
 */
#include "fuzz.h"

#include <string.h>

#define MOST_PIXELS 80

typedef struct
{
  const guint8 *data;
  gsize         size;
} Input;

static int
take (Input *input, int most)
{
  if (! input->size)
    return 0;

  input->size--;
  return *input->data++ % (most + 1);
}

static void
take_params (Input *input, const CeFilter *filter, CeParams *params)
{
  ce_params_init (params, filter);
  for (const CeParam *param = filter->params; param->name; param++)
    {
      int    n = 0;
      double share = take (input, 255) / 255.0;

      while (param->kind == CE_PARAM_CHOICE && param->choices[n].nick)
        n++;
      if (param->kind == CE_PARAM_TEXT)
        {
          g_autofree char *text = g_strdup_printf ("%d,%d", (int) (share * 60), take (input, 60));

          ce_params_put_text (params, param, share > 0.5 ? text : "", NULL);
          continue;
        }
      ce_params_put (params, param, n ? (int) (share * 255) % n : param->min + share * (param->max - param->min));
    }
}

/* Draws the rest of the input, repeated; floats include NaN. */
static void
draw (Input *input, const CeView *image)
{
  gsize size = image->stride * (gsize) image->height;

  for (gsize i = 0; i < size; i++)
    ((guint8 *) image->data)[i] = input->size ? input->data[i % input->size] : 0;
}

static CeSession *
render (const char *place, const CeFilter *filter, const CeView *image, const CeParams *params, int at_once)
{
  CeSession         *session = test_session_empty (filter, place, image, FALSE, NULL);
  g_autoptr (GError) error = NULL;

  for (int y = 0; y < image->height; y += at_once)
    ce_session_put_rows (session, y, MIN (at_once, image->height - y), ce_view_row (image, y), image->stride);
  if (! ce_session_render (session, params, NULL, NULL, &error))
    g_error ("%s: %s", place, error->message);

  return session;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static char         **places;
  Input                 input = { data, size };
  const CeFilter       *filter = ce_filter_get ((CeFilterId) take (&input, CE_N_FILTERS - 1));
  int                   width = 1 + take (&input, MOST_PIXELS - 1);
  int                   height = 1 + take (&input, MOST_PIXELS - 1);
  int                   channels = 1 + take (&input, 3);
  CeType                type = take (&input, 1) ? (take (&input, 1) ? CE_U16 : CE_F32) : CE_U8;
  int                   at_once = 1 + take (&input, height);
  g_autoptr (CeSession) expected = NULL;
  CeParams              params;
  CeView                image;

  if (! places)
    places = test_backends ("cpu");
  test_image_init (&image, width, height, channels, type);
  take_params (&input, filter, &params);
  draw (&input, &image);
  expected = render (places[0], filter, &image, &params, height);
  for (char **place = places + 1; *place; place++)
    {
      g_autoptr (CeSession) session = render (*place, filter, &image, &params, at_once);
      g_autofree char      *diff = test_image_diff (ce_session_get_result (expected), ce_session_get_result (session));
      g_autofree char      *text = ce_params_to_text (&params, filter, NULL);

      if (diff)
        g_error ("%s, %s, %dx%d, %d channels, type %d, %s: %s", *place, filter->name, width, height, channels, type, text, diff);
    }
  test_image_clear (&image);

  return 0;
}
