/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refuses each thread, each block of pixels and each large block of the heap that a render requests, in turn, alone or with
 * all that come after it. Without threads the result is the same. Without memory there may be an error instead; once there
 * is memory again the next result is right. Each case is a process of its own, so that a crash or a hang is reported.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tests/support/support.h"

#include "engine/lines/lines.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define HANGS_S 60

/* Smaller blocks of the heap do not grow with an image. GLib ends the process if it cannot have these. */
#define LEAST_LARGE 4096
#define LEAST_ROOM 512              /* of workspaces */

typedef enum { THREADS, MEMORY, HEAP, N_REFUSED, NOTHING = N_REFUSED } Refused;

static const char *const names[] = { "thread", "block of pixels", "block of the heap" };

/* Shared by a case and the process that judges it. */
typedef struct
{
  int  n_asked;                 /* atomic: requests for the kind of resource that is refused */
  char diff[400];               /* the mistake of the result, or "" */
} Report;

/* A case. */
typedef struct
{
  Refused     refused;
  int         turn;             /* the first that is refused, from 0 */
  gboolean    all;              /* and all after it */
  CeFilterId  filter;
  CeType      type;
  gboolean    keeps;            /* stages between renders */
  CeMethod    method;           /* of sharpening */
} Case;

static const Case *current;     /* NULL: nothing is refused */
static Report     *report;
static CeView      image;
static CeView      expected;    /* of the current filter and type */

static gboolean
refuses (Refused what)
{
  int turn;

  if (! current || current->refused != what)
    return FALSE;

  turn = g_atomic_int_add (&report->n_asked, 1);

  return turn == current->turn || (current->all && turn > current->turn);
}

/* These two functions replace those of the C library. */
int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*func) (void *), void *data)
{
  static int (*real) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "pthread_create");

  return refuses (THREADS) ? EAGAIN : real (thread, attributes, func, data);
}

void *
mmap (void *address, size_t size, int protection, int flags, int file, off_t offset)
{
  static void *(*real) (void *, size_t, int, int, int, off_t);

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "mmap");
  if (refuses (MEMORY))
    {
      errno = ENOMEM;
      return MAP_FAILED;
    }

  return real (address, size, protection, flags, file, offset);
}

/* A sanitizer has its own. */
#if ! defined __SANITIZE_ADDRESS__ && ! defined __SANITIZE_THREAD__ && defined __GLIBC__ && ! defined __clang__

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

void *
malloc (size_t size)
{
  return size >= LEAST_LARGE && refuses (HEAP) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return n * size >= LEAST_LARGE && refuses (HEAP) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *memory, size_t size)
{
  return size >= LEAST_LARGE && refuses (HEAP) ? NULL : __libc_realloc (memory, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return size >= LEAST_ROOM && refuses (HEAP) ? NULL : __libc_memalign (alignment, size);
}

#define HAS_HEAP TRUE
#else
#define HAS_HEAP FALSE
#endif

static gpointer
share (gsize size)
{
  return mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* Renders the case, then other parameters with automatic thresholds, then the case again; a session that begins late keeps
 * stages. If memory is refused to one of them, @error is set, and the last render gets all memory. */
static CeSession *
render (const char *backend, const Case *one, GError **error)
{
  const CeFilter       *filter = ce_filter_get (one->filter);
  g_autoptr (CeSession) session = NULL;
  CePlace               place = test_place (backend);
  CeParams              params, other;

  ce_params_init (&params, filter);
  ce_params_init (&other, filter);
  other.sigma = 2;
  other.thresholds = CE_THRESHOLDS_OTSU;
  other.width = 5;
  params.sigma = filter->id == CE_FILTER_LINE_ART ? 0.3 : 0;
  params.method = other.method = one->method;
  params.iterations = 2;
  other.iterations = 3;
  session = ce_session_new (filter, &place, image.width, image.height, image.channels, image.type, error);
  if (session && one->keeps)
    ce_session_keep_stages (session);
  if (! session || ! ce_session_open (session, error))
    return NULL;

  for (int y = 0; y < image.height; y += 50)
    ce_session_put_rows (session, y, MIN (50, image.height - y), ce_view_row (&image, y), image.stride);

  if (ce_session_render (session, &params, NULL, NULL, error) && ce_session_render (session, &other, NULL, NULL, error)
      && ce_session_render (session, &params, NULL, NULL, error))
    return g_steal_pointer (&session);

  current = NULL;
  if (! ce_session_render (session, &params, NULL, NULL, NULL))
    g_error ("there is memory, and no result");

  return g_steal_pointer (&session);
}

static char *
try (const Case *one)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = NULL;

  current = one;
  session = render ("cpu", one, &error);
  current = NULL;
  if (error && (one->refused == THREADS || ! g_error_matches (error, CE_ERROR, CE_ERROR_NO_MEMORY)
                || ! test_is_sentence (error->message)))
    return g_strdup (error->message);

  return session ? test_image_diff (&expected, ce_session_get_result (session)) : NULL;
}

/* Stores the expected result; it runs in a process of its own. */
static void
keep_expected (const Case *one)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = render ("cpu:plain", one, &error);

  if (! session)
    g_error ("%s", error->message);
  for (int y = 0; y < expected.height; y++)
    memcpy (ce_view_row (&expected, y), ce_view_row (ce_session_get_result (session), y), test_image_row (&expected));
}

/* Runs a case in a process of its own. Returns (nullable) its mistake. */
static char *
in_process (void (*func) (const Case *one), const Case *one)
{
  int   status;
  pid_t child = fork ();

  if (child == 0)
    {
      alarm (test_patience (HANGS_S));
      func (one);
      _exit (0);
    }
  if (child < 0 || waitpid (child, &status, 0) != child)
    return g_strdup ("there is no process");
  if (WIFSIGNALED (status) && WTERMSIG (status) == SIGALRM)
    return g_strdup_printf ("it hangs for %u s", test_patience (HANGS_S));
  if (WIFSIGNALED (status))
    return g_strdup_printf ("it ends with signal %d", WTERMSIG (status));

  return report->diff[0] ? g_strdup (report->diff) : NULL;
}

static void
do_case (const Case *one)
{
  g_autofree char *diff = try (one);

  g_strlcpy (report->diff, diff ? diff : "", sizeof report->diff);
}

/* Refuses each request in turn, until a case makes fewer requests. */
static int
go_through (Case one, int *n_cases)
{
  int n_wrong = 0;

  for (one.turn = 0; n_wrong < 3; one.turn++)
    {
      g_autofree char *wrong = NULL;

      memset (report, 0, sizeof *report);
      wrong = in_process (do_case, &one);
      *n_cases += 1;
      if (wrong)
        test_note ("%s, type %d, %s: %s number %d%s is refused: %s", ce_filter_get (one.filter)->name, one.type,
                   one.keeps ? "keeping" : "not keeping", names[one.refused], one.turn + 1,
                   one.all ? " and all after it" : "", wrong);
      n_wrong += wrong != NULL;
      if (report->n_asked <= one.turn && ! wrong)
        break;
    }

  return n_wrong;
}

static void
test_filter (CeFilterId filter, CeType type, CeMethod method)
{
  Case             one = { .refused = NOTHING, .filter = filter, .type = type, .method = method };
  CeView           format = image;
  g_autofree char *wrong = NULL;

  ce_filter_result_format (ce_filter_get (filter), &format, &expected);
  expected.data = share (expected.stride * expected.height);
  memset (report, 0, sizeof *report);
  wrong = in_process (keep_expected, &one);
  test_ok (! wrong, "%s of type %d is rendered%s%s", ce_filter_get (filter)->name, type, wrong ? ": " : "", wrong ? wrong : "");

  for (int i = 0; i < 4 * (HAS_HEAP ? N_REFUSED : HEAP) && ! wrong; i++)
    {
      int      n_cases = 0;
      int      n_wrong;
      gboolean asks;

      one.refused = i / 4;
      one.all = (i & 1) != 0;
      one.keeps = (i & 2) == 0;
      asks = one.refused == MEMORY || (one.refused == THREADS && ce_testing ()->threads > 1);
      n_wrong = go_through (one, &n_cases);
      test_ok (n_wrong == 0 && (n_cases > 1 || ! asks), "%s of type %d, %s: %d of %d cases without a %s%s go wrong",
               ce_filter_get (filter)->name, type, one.keeps ? "keeping" : "not keeping", n_wrong, n_cases,
               names[one.refused], one.all ? " and all after it" : "");
    }
  munmap (expected.data, expected.stride * expected.height);
}

static void
put_gray (int x, int y, double level)
{
  for (int c = 0; c < image.channels; c++)
    test_image_put (&image, x, y, c, level);
}

/* Draws a line at the left that is weak except its upper end, which is in another strip of hysteresis than its lower end. */
static void
cross_a_border (void)
{
  for (int y = 220; y < 300; y++)
    for (int x = 0; x < 90; x++)
      put_gray (x, y, x < 20 || x > 26 || y < 230 || y > 280 ? 100 : 116 + 2 * MAX (245 - y, 0));
}

/* Draws a band in the right half that goes up and down, weak except one spot: such long chains need labels. */
static void
wind (void)
{
  for (int y = 0; y < image.height; y++)
    for (int x = image.width / 2; x < image.width; x++)
      {
        int      across = x - image.width / 2;
        int      lane = across / 12;
        gboolean joint = lane % 2 ? y < 12 : y >= image.height - 12;
        gboolean inside = y >= 6 && y < image.height - 6 && across >= 6 && lane < 19;
        double   level = inside && (across % 12 < 6 || joint) ? 116 : 100;

        if (y == 300 && across == 120)
          level = 255;
        put_gray (x, y, level);
      }
}

/* Refuses each request for heap in turn to a search for lines, which finds all lines and dots, or says that it had no memory
 * and no dots. */
static void
test_lines (void)
{
  Case                  one = { .refused = HEAP };
  CeParams              params;
  g_autoptr (CeSession) session = NULL;
  gboolean              was_refused = TRUE;
  int                   n_wrong = 0;

  test_image_init (&image, 500, 600, 1, CE_U8);
  for (int i = 0; i < 500 * 600; i++)
    test_image_put (&image, i % 500, i / 500, 0, i % 500 % 12 < 3 && i / 500 < 500 ? 30 : 230);
  for (int i = 0; i < 20 * 25; i++)
    test_image_put (&image, 20 + i / 25 * 20 + i % 5, 550 + i % 25 / 5, 0, 30);
  session = test_session_new ("canny", "cpu", &image, FALSE, NULL);
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  ce_params_parse (&params, ce_filter_get (CE_FILTER_CANNY), "of=dark-lines line-width=3 low=10 high=20", NULL);
  for (one.turn = 0; was_refused && n_wrong < 3; one.turn++)
    {
      g_autoptr (GError)  error = NULL;
      g_autoptr (CeLines) lines = NULL;
      double              dots;

      memset (report, 0, sizeof *report);
      current = &one;
      lines = ce_lines_find (session, &params, NULL, NULL, NULL, &error);
      current = NULL;
      was_refused = report->n_asked > one.turn;
      dots = ce_session_get_status (session)->found.dots;
      n_wrong += lines ? lines->n_dots != 20 || dots != 20
                       : ! g_error_matches (error, CE_ERROR, CE_ERROR_NO_MEMORY) || (dots != 0 && dots != 20);
      if (! was_refused)
        n_wrong += lines == NULL || lines->n_paths != 42;
    }
  test_ok (n_wrong == 0 && one.turn > 10, "lines: %d of %d cases without memory go wrong", n_wrong, one.turn);
  test_image_clear (&image);
}

int
main (void)
{
  TestRandom random = { 15 };

  ce_testing ()->threads = 7;
  report = share (sizeof *report);
  for (CeType type = CE_U8; type <= CE_F32; type++)
    {
      test_image_init (&image, 500, 600, 3, type);
      test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
      wind ();
      for (int filter = 0; filter < CE_N_FILTERS; filter++)
        test_filter (filter, type, CE_METHOD_UNSHARP);
      if (type == CE_U8)
        test_filter (CE_FILTER_SHARPEN, type, CE_METHOD_DECONVOLVE);
      test_image_clear (&image);
    }

  /* Without chains that take labels; one thread asks for the same each time. */
  ce_testing ()->threads = 1;
  test_image_init (&image, 500, 600, 3, CE_U8);
  test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
  cross_a_border ();
  test_filter (CE_FILTER_CANNY, CE_U8, CE_METHOD_UNSHARP);
  test_image_clear (&image);
  if (HAS_HEAP)
    test_lines ();

  return test_done ();
}
