/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests that a dialog learns of work that ends for lack of memory, without a window, so that no line promises an answer that
 * never comes: the radius of sharpening, thresholds that are found in a selection, and the explanation of an edge.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "screen.h"

#include "engine/lone-steps.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/mman.h>

#define NO_MEMORY "Not enough memory"

static CeView image;

/* The least and the most bytes that are refused. */
static gsize least, most;

/* This function replaces that of the C library. */
void *
mmap (void *address, size_t size, int protection, int flags, int file, off_t offset)
{
  static void *(*real) (void *, size_t, int, int, int, off_t);

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "mmap");
  if (size >= least && size <= most)
    {
      errno = ENOMEM;
      return MAP_FAILED;
    }

  return real (address, size, protection, flags, file, offset);
}

/* So does this one, from which threads have the memory of a pass. A sanitizer has its own. */
#if ! defined __SANITIZE_ADDRESS__ && ! defined __SANITIZE_THREAD__ && defined __GLIBC__ && ! defined __clang__
#define HAS_HEAP TRUE

extern void *__libc_memalign (size_t alignment, size_t size);

void *
aligned_alloc (size_t alignment, size_t size)
{
  return size >= least && size <= most ? NULL : __libc_memalign (alignment, size);
}
#else
#define HAS_HEAP FALSE
#endif

static void
refuse (gsize from, gsize to)
{
  least = from;
  most = to;
}

/* Requests the result, and waits for the picture and for what is told of it after that. */
static void
ask (Screen *screen, const CeParams *params)
{
  guint generation = screen_request (screen, params), alarm = screen_set_alarm ("an answer");

  while (screen->answered != generation || (! screen->error && screen->of_more != generation))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

static gboolean
is_told (const char *said)
{
  return said && g_str_has_prefix (said, NO_MEMORY);
}

/* The search for the radius alone has no memory: the result is there, and the reason is told. */
static void
seeking (void)
{
  gsize    squares = (gsize) ce_testing ()->threads * sizeof (CeSquare);
  CeParams params;
  Screen   screen;

  screen_open (&screen, "sharpen", "cpu", &image, NULL);
  ce_params_init (&params, screen.filter);
  screen_feed_all (&screen);
  refuse (squares, squares + 4096);
  ask (&screen, &params);
  refuse (1, 0);
  test_ok (! screen.error && screen.n_found == 0 && is_told (screen.missed), "the reason why no radius is found: %s",
           screen.missed ? screen.missed : "none");
  params.amount += 1;
  ask (&screen, &params);
  test_ok (screen.n_found == 1 && ! screen.missed, "with the next result it is found");
  screen_close (&screen);
}

/* Thresholds are found in a selection, which takes memory of its own. */
static void
finding_thresholds (void)
{
  CeParams params;
  Screen   screen;

  screen_open (&screen, "canny", "cpu", &image, NULL);
  ce_params_init (&params, screen.filter);
  test_image_init (&screen.look.mask, image.width, image.height, 1, CE_U8);
  memset (screen.look.mask.data, 255, ce_view_size (&screen.look.mask));
  screen_feed_all (&screen);
  ask (&screen, &params);
  params.thresholds = CE_THRESHOLDS_OTSU;
  screen.within = TRUE;
  refuse (1, G_MAXSIZE);
  ask (&screen, &params);
  refuse (1, 0);
  test_ok (is_told (screen.error), "the reason why no thresholds are found: %s", screen.error ? screen.error : "none");
  params.sigma += 1;
  ask (&screen, &params);
  test_ok (! screen.error, "the next request finds them");
  screen_close (&screen);
  test_image_clear (&screen.look.mask);
}

static void
explaining (void)
{
  guint    alarm = screen_set_alarm ("an edge");
  CeParams params;
  Screen   screen;

  screen_open (&screen, "canny", "cpu", &image, NULL);
  ce_params_init (&params, screen.filter);
  screen_feed_all (&screen);
  ask (&screen, &params);
  refuse (1, G_MAXSIZE);
  ce_render_explain (screen.render, 100, 90, 30);
  while (screen.n_unexplained == 0 && ! screen.edge)
    g_main_context_iteration (NULL, TRUE);
  refuse (1, 0);
  test_ok (! screen.edge, "an edge that cannot be followed has an answer, too");
  ce_render_explain (screen.render, 100, 90, 30);
  while (! screen.edge)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
  test_ok (screen.edge->found && screen.n_unexplained == 1, "the next question gets an explanation");
  screen_close (&screen);
}

int
main (void)
{
  TestRandom random = { 9 };

  refuse (1, 0);
  ce_testing ()->threads = 2;
  test_image_init (&image, 901, 603, 3, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  seeking ();
  finding_thresholds ();
  if (HAS_HEAP)
    explaining ();
  test_image_clear (&image);

  return test_done ();
}
