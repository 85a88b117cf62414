/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks that idle effects keep nothing, not even a context of the GPU. It uses CE_TESTING=idle=1 and the driver of
 * tests/fake-cuda, which can sharpen by an amount of 0.
 */
#include "graph.h"

#include <dlfcn.h>

/* Returns the number of contexts of the driver for tests, or -1 with another driver or none. */
static int
count_contexts (void)
{
  void *driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  int  *count = driver ? dlsym (driver, "fake_contexts") : NULL;

  return count ? g_atomic_int_get (count) : -1;
}

static gboolean
wake_up (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Runs the main loop, as GIMP does, until no context is left, at most @seconds. */
static int
be_idle (int seconds)
{
  gint64 end = g_get_monotonic_time () + test_patience (seconds) * G_TIME_SPAN_SECOND;
  guint  timer = g_timeout_add (50, wake_up, NULL);

  while (count_contexts () > 0 && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);

  return count_contexts ();
}

int
main (int argc, char **argv)
{
  static const char params[] = "method=kernel amount=0";
  Graph graph;
  int   used, idle;

  g_setenv ("GEGL_USE_OPENCL", "no", TRUE);
  gegl_init (NULL, NULL);
  gegl_load_module_directory (argv[1]);
  graph_backend = CE_BACKEND_CUDA;

  graph_init (&graph, "sharpen", "R'G'B' u8", GEGL_RECTANGLE (0, 0, 900, 700), TEST_ALPHA_NONE, 1);
  graph_set (&graph, params);
  graph_is_right (&graph, "sharpen", params, "R'G'B' u8", "on the GPU");
  used = count_contexts ();
  idle = be_idle (15);
  if (used < 0)
    test_skip ("there is no driver for tests", "an idle effect");
  else
    test_ok (used == 1 && idle == 0, "an idle effect keeps no context: %d, then %d", used, idle);

  graph_paint (&graph, GEGL_RECTANGLE (10, 20, 100, 100), 7);
  graph_is_right (&graph, "sharpen", params, "R'G'B' u8", "when it is wanted again");
  test_ok (used < 0 || count_contexts () == 1, "which starts the GPU again: %d", count_contexts ());
  graph_clear (&graph);
  idle = be_idle (15);
  test_ok (idle <= 0, "an effect that has gone keeps none: %d", idle);

  gegl_exit ();

  return test_done ();
}
