/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the list of devices: it returns at once or complete, each device in it is usable or has a reason, and a name that
 * is not in it is refused.
 *
 *   devices
 */
#include "tests/support/support.h"

#include "engine/cuda-edges.h"

#include <string.h>

static GArray *
wait_without_blocking (void)
{
  gboolean complete = FALSE;

  for (guint i = 0; i < test_patience (1000); i++)
    {
      GArray *list = ce_devices_list (FALSE, &complete);

      if (i == 0)
        test_ok (list->len > 0 && g_array_index (list, CeDeviceEntry, 0).place.choice == CE_BACKEND_CPU,
                 "the CPU is there at once");
      if (complete)
        return list;

      g_array_unref (list);
      g_usleep (10000);
    }

  return NULL;
}

static gboolean
is_same (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;

  for (guint i = 0; i < a->len; i++)
    {
      const CeDeviceEntry *x = &g_array_index (a, CeDeviceEntry, i);
      const CeDeviceEntry *y = &g_array_index (b, CeDeviceEntry, i);

      if (! ce_place_equal (&x->place, &y->place) || x->device != y->device || g_strcmp0 (x->refusal, y->refusal) != 0)
        return FALSE;
    }

  return TRUE;
}

static void
use (const CeDeviceEntry *entry)
{
  g_autofree char      *place = ce_place_to_text (&entry->place);
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = NULL;
  TestRandom            random = { 7 };
  CeParams              params;
  CeView                image, expected;
  g_autofree char      *diff = NULL;

  test_image_init (&image, 97, 61, 3, CE_U8);
  test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
  ce_params_init (&params, ce_filter_find ("canny"));
  test_render ("canny", "cpu:plain", "", &image, &expected, NULL);
  session = test_session_new ("canny", place, &image, FALSE, &error);
  if (test_ok (session && ce_session_render (session, &params, NULL, NULL, &error), "%s (%s) renders%s%s", place,
               entry->device->name, error ? ": " : "", error ? error->message : ""))
    {
      diff = test_image_diff (&expected, ce_session_get_result (session));
      test_ok (! diff, "%s gives the bits of plain C%s%s", place, diff ? ": " : "", diff ? diff : "");
      test_ok (g_str_equal (ce_session_get_status (session)->device, entry->device->name), "its session names that device");
    }
  test_image_clear (&image);
  test_image_clear (&expected);
}

/* Checks that the first number without a GPU is refused. */
static void
refuse_next (guint n_gpus, const char *reason)
{
  g_autofree char      *name = g_strdup_printf ("cuda:%u", n_gpus);
  g_autofree char      *last = g_strdup_printf ("cuda:%u", n_gpus - 1);
  CePlace               place = test_place (name);
  g_autoptr (CeSession) session = ce_session_new (ce_filter_get (CE_FILTER_SOBEL), &place, 4, 4, 1, CE_U8, NULL);
  g_autoptr (GError)    error = NULL;

  test_ok (! ce_session_open (session, &error), "%s is refused", name);
  test_unavailable (error, name);
  if (reason)
    test_ok (strstr (error->message, reason) != NULL, "as in the list");
  else
    test_ok (strstr (error->message, name) && strstr (error->message, last), "it names what is wrong and what there is");
}

static void
list_all (void)
{
  g_autoptr (GArray) list = wait_without_blocking ();
  g_autoptr (GArray) waited = ce_devices_list (TRUE, NULL);
  const char        *reason = NULL;
  guint              n_gpus = 0;

  if (! test_ok (list != NULL, "the list is complete in time"))
    return;

  test_ok (is_same (list, waited), "waiting gives the same list");
  for (guint i = 0; i < list->len; i++)
    {
      const CeDeviceEntry *entry = &g_array_index (list, CeDeviceEntry, i);
      gboolean             is_gpu = entry->place.choice == CE_BACKEND_CUDA;
      g_autofree char     *place = ce_place_to_text (&entry->place);

      test_note ("%s: %s", place, entry->refusal ? entry->refusal : entry->device->name);
      n_gpus += is_gpu && entry->device;
      if (! entry->refusal)
        use (entry);
      else
        test_ok (test_is_sentence (entry->refusal), "%s says why it cannot be used", place);
      if (is_gpu && ! entry->device)
        reason = entry->refusal;
    }
  test_ok ((n_gpus == 0) == (reason != NULL), "GPUs are listed, or why there are none");
  refuse_next (n_gpus, reason);
  ce_place_wait ();
}

static void
compare_places (void)
{
  static const char *const texts[] = { "cpu", "cpu:plain", "cuda", "cuda:1", "auto:cuda" };
  CePlace first = test_place ("cuda:0"), cuda = test_place ("cuda");
  int     n_wrong = 0;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
      {
        CePlace a = test_place (texts[i]), b = test_place (texts[j]);

        n_wrong += ce_place_equal (&a, &b) != (i == j);
      }
  test_ok (ce_place_equal (&first, &cuda), "“cuda” is the first GPU");
  test_ok (n_wrong == 0, "places are equal where all of them is: %d are not", n_wrong);
}

int
main (void)
{
  compare_places ();
  list_all ();

  return test_done ();
}
