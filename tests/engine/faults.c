/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each call of tests/fake-cuda fails in turn, alone or, as on a lost device, with all calls after it. An automatic
 * place gives the right result on the CPU. A named place gives one sentence or the right result. Without memory for the CPU
 * the first result may be one sentence, and the second is right. Each case is a process of its own.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tests/support/support.h"

#include "engine/memory.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define HANGS_S 60
#define MOST_WRONG 3

typedef struct
{
  const char *place;
  gboolean    all;
  gboolean    is_too_large;     /* the image does not fit the device's memory */
  gboolean    starved;          /* the CPU has no memory for the first result */
} Case;

/* Shared by a case and the process that judges it. */
typedef struct
{
  gboolean happened;            /* the fault occurred */
  char     wrong[400];
} Report;

static Report  *report;
static CeView   image;
static gboolean refuses_heap;

/* A sanitizer has its own. */
#if ! defined __SANITIZE_ADDRESS__ && ! defined __SANITIZE_THREAD__ && defined __GLIBC__ && ! defined __clang__

extern void *__libc_calloc (size_t n, size_t size);

/* Refuses blocks from the size of a job on the CPU on. Smaller ones are GLib's, which ends the process without them. */
void *
calloc (size_t n, size_t size)
{
  return refuses_heap && n * size >= 32768 ? NULL : __libc_calloc (n, size);
}

#define HAS_HEAP 1
#else
#define HAS_HEAP 0
#endif

/* Returns (nullable) the mistake of a render. */
static char *
render (CeSession *session, const CeParams *params, gboolean may_fail)
{
  g_autoptr (GError) error = NULL;

  if (ce_session_render (session, params, NULL, NULL, &error))
    return test_image_diff (&image, ce_session_get_result (session));

  return may_fail && test_is_sentence (error->message) ? NULL : g_strdup (error->message);
}

/* Sharpens twice, by an amount of 0. */
static char *
use (const Case *one)
{
  const CeFilter       *filter = ce_filter_find ("sharpen");
  gboolean              named = g_str_equal (one->place, "cuda");
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = test_session_empty (filter, one->place, &image, FALSE, &error);
  CeParams              params;
  char                 *wrong = NULL;

  if (! session)
    return named && test_is_sentence (error->message) ? NULL : g_strdup (error->message);

  ce_params_init (&params, filter);
  params.method = CE_METHOD_KERNEL;
  params.amount = 0;
  for (int y = 0; y < image.height; y += 300)
    ce_session_put_rows (session, y, MIN (300, image.height - y), ce_view_row (&image, y), image.stride);
  for (int i = 0; i < 2 && ! wrong; i++)
    {
      refuses_heap = one->starved && i == 0;
      wrong = render (session, &params, named || refuses_heap);
    }

  return wrong;
}

static void
run_case (const Case *one, int turn)
{
  g_autofree char *wanted = g_strdup_printf ("%d%s", turn, one->all ? "+" : "");
  g_autofree char *wrong = NULL;
  void            *driver;
  int             *failed;

  alarm (test_patience (HANGS_S));
  g_setenv ("FAKE_CUDA_FAIL", wanted, TRUE);
  if (one->is_too_large)
    ce_testing ()->cuda_memory = 400000;        /* the source, but not the result */
  wrong = use (one);
  ce_release (FALSE);
  driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  failed = driver ? dlsym (driver, "fake_failed") : NULL;
  report->happened = failed && *failed > 0;
  g_strlcpy (report->wrong, wrong ? wrong : "", sizeof report->wrong);
  _exit (0);
}

/* Runs a case in a process of its own. Returns (nullable) its mistake. */
static char *
in_process (const Case *one, int turn)
{
  int   status;
  pid_t child;

  *report = (Report) { TRUE, "" };
  child = fork ();
  if (child == 0)
    run_case (one, turn);
  if (child < 0 || waitpid (child, &status, 0) != child)
    return g_strdup ("there is no process");
  if (WIFSIGNALED (status))
    return g_strdup_printf ("it %s", WTERMSIG (status) == SIGALRM ? "hangs" : "crashes");

  return report->wrong[0] ? g_strdup (report->wrong) : NULL;
}

static void
go_through (const Case *one)
{
  int n_wrong = 0;
  int turn;

  for (turn = 1; n_wrong < MOST_WRONG; turn++)
    {
      g_autofree char *wrong = in_process (one, turn);

      if (wrong)
        test_note ("call %d%s fails: %s", turn, one->all ? " and all after it" : "", wrong);
      n_wrong += wrong != NULL;
      if (! report->happened)
        break;
    }
  test_ok (n_wrong == 0 && turn > 20, "%s, %s%s: in %d of %d cases something goes wrong when a call fails%s", one->place,
           one->is_too_large ? "too large" : "fitting", one->starved ? ", without memory" : "", n_wrong, turn,
           one->all ? " and all after it" : "");
}

int
main (void)
{
  void      *driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  TestRandom random = { 11 };

  if (! driver || ! dlsym (driver, "fake_failed"))
    {
      test_skip ("this is not the driver for tests", "calls of the driver fail");
      return test_done ();
    }

  dlclose (driver);
  report = mmap (NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  test_image_init (&image, 100, 900, 3, CE_U8);
  test_image_fill (&image, TEST_NOISE, TEST_ALPHA_OPAQUE, &random);
  for (int i = 0; i < 8; i++)
    go_through (&(Case) { i & 1 ? "cuda" : "auto:cuda", (i & 2) != 0, (i & 4) != 0, FALSE });
  for (int i = 0; i < 2 * HAS_HEAP; i++)
    go_through (&(Case) { "auto:cuda", i, FALSE, TRUE });
  test_image_clear (&image);

  return test_done ();
}
