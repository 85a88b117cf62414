/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests a dialog on a system that refuses all threads, or the first or second one: the painted result is still right. Each
 * case is a process of its own, so that a crash or a hang is reported.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "screen.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define HANGS_S 60

static CeView  image;
static guint   refused;         /* bit 0: the first requested thread, and so on; bit 3: all after the third */
static gint    n_asked;         /* atomic */

/* Replaces the C library's function. */
int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*func) (void *), void *data)
{
  static int (*real) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "pthread_create");

  return refused >> MIN (g_atomic_int_add (&n_asked, 1), 3) & 1 ? EAGAIN : real (thread, attributes, func, data);
}

/* How often the main loop may turn after a result before its small pictures are there. */
#define MOST_TURNS 1000

/* Says again and again, as the dialog does, where its small pictures are. Returns whether those of a new result come. */
static gboolean
use_stages (Screen *screen, CeParams *params)
{
  const CeArea detail = { 100, 80, 64, 48 };
  guint        generation, n_turns = 0;

  params->low++;
  generation = screen_request (screen, params);
  while (screen->of_more != generation && n_turns < MOST_TURNS)
    {
      ce_render_set_detail (screen->render, &detail);
      g_main_context_iteration (NULL, TRUE);
      n_turns += screen->answered == generation;
    }

  return screen->of_more == generation;
}

/* Returns whether both pictures are right, and more is told of a later result. */
static gboolean
use_screen (void)
{
  Screen   screen;
  CeParams params;
  CeView   result;
  gboolean right;

  screen_open (&screen, "canny", "cpu", &image, NULL);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  for (int y = 0; y < image.height; y += 50)
    screen_feed (&screen, y, MIN (50, image.height - y));
  ce_params_init (&params, screen.filter);
  params.low = 20;
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  right = test_render ("canny", "cpu:plain", "low=20", &image, &result, NULL)
          && screen_is_of (&screen, CE_PICTURE_AFTER, &result) && screen_is_of (&screen, CE_PICTURE_BEFORE, &image);
  right = use_stages (&screen, &params) && right;
  screen_close (&screen);

  return right;
}

static void
run_case (guint which, const char *what)
{
  int   status = 0;
  pid_t child = fork ();

  if (child == 0)
    {
      alarm (test_patience (HANGS_S));
      refused = which;
      _exit (use_screen () ? 0 : 1);
    }
  if (child < 0 || waitpid (child, &status, 0) != child)
    status = -1;
  test_ok (status == 0, "a dialog paints its result %s (status %d)", what, status);
}

int
main (void)
{
  test_image_init (&image, 500, 400, 3, CE_U8);
  test_image_natural (&image, 15);
  run_case (0, "with every thread");
  run_case (15, "without any thread");
  run_case (1, "without the first thread");
  run_case (2, "without the second");
  run_case (4, "without the third");
  run_case (8, "without those after it");

  return test_done ();
}
