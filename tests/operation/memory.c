/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests an operation without enough memory, on the main thread and on another one.
 */
#include "graph.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A message, and its thread. */
typedef struct
{
  gsize    n;
  GThread *thread;
} Said;

static void
count_message (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  Said *said = data;

  said->n += strstr (message, "unchanged") != NULL;
  said->thread = g_thread_self ();
}

/* Renders a pixel with less memory than the source takes: the operation returns its source. */
static gpointer
render_in_little_memory (gpointer data)
{
  Graph              *graph = data;
  GeglRectangle       somewhere = { 1000, 2000, 1, 1 };
  g_autofree char    *statm = NULL;
  g_autofree guint8  *result = NULL;
  struct rlimit       before, little;
  gsize               n, pages;
  guint8              pixel[16];

  g_file_get_contents ("/proc/self/statm", &statm, NULL, NULL);
  pages = (gsize) g_ascii_strtoull (statm ? statm : "0", NULL, 10);
  getrlimit (RLIMIT_AS, &before);
  little = before;
  little.rlim_cur = pages * (gsize) sysconf (_SC_PAGESIZE) + ((gsize) 100 << 20);
  setrlimit (RLIMIT_AS, &little);
  result = graph_result (graph, &somewhere, &n);
  setrlimit (RLIMIT_AS, &before);

  gegl_buffer_get (graph->buffer, &somewhere, 1.0, babl_format ("R'G'B'A float"), pixel, 16, GEGL_ABYSS_NONE);

  return GINT_TO_POINTER (n == 16 && memcmp (result, pixel, 16) == 0);
}

static gboolean
quit (gpointer loop)
{
  g_main_loop_quit (loop);

  return G_SOURCE_REMOVE;
}

/* A GThreadFunc, while the main loop runs. */
static gpointer
render_elsewhere (gpointer loop)
{
  const GeglRectangle extent = { 0, 0, 3000, 3000 };
  gpointer            same;
  Graph               graph;

  graph_init (&graph, "canny", "R'G'B'A float", &extent, TEST_ALPHA_OPAQUE, 6);
  same = render_in_little_memory (&graph);
  graph_clear (&graph);
  g_idle_add_full (G_PRIORITY_LOW, quit, loop, NULL);

  return same;
}

/* Checks that without enough memory the source is shown, and that a message appears on the main thread, because only that
 * thread may open a window. */
static void
no_memory (void)
{
  const GeglRectangle    extent = { 0, 0, 3000, 3000 };
  g_autoptr (GMainLoop)  loop = g_main_loop_new (NULL, FALSE);
  Said                   said = { 0, NULL };
  guint                  handler = g_log_set_handler ("GEGL", G_LOG_LEVEL_MESSAGE, count_message, &said);
  GThread               *thread;
  Graph                  graph;

  graph_init (&graph, "canny", "R'G'B'A float", &extent, TEST_ALPHA_OPAQUE, 4);
  test_ok (render_in_little_memory (&graph) != NULL, "without enough memory the source is seen");
  test_ok (said.n == 1 && said.thread == g_thread_self (), "and a message says so: %d", (int) said.n);

  said = (Said) { 0, NULL };
  thread = g_thread_new ("elsewhere", render_elsewhere, loop);
  g_main_loop_run (loop);
  test_ok (g_thread_join (thread) != NULL, "on another thread, too");
  test_ok (said.n == 1 && said.thread == g_thread_self (), "what it has to say is said on the main thread: %d", (int) said.n);

  /* GEGL renders again after a change. */
  graph_paint (&graph, GEGL_RECTANGLE (0, 0, 9, 9), 3);
  graph_is_right (&graph, "canny", "", "R'G'B'A float", "when there is memory again");
  graph_clear (&graph);
  g_log_remove_handler ("GEGL", handler);
}

int
main (int argc, char **argv)
{
  g_setenv ("GEGL_USE_OPENCL", "no", TRUE);
  gegl_init (NULL, NULL);
  gegl_load_module_directory (argv[1]);
  no_memory ();
  gegl_exit ();

  return test_done ();
}
