/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests a real GPU that others disturb while it computes: another process takes all of its memory, again and again; and a
 * kernel of this process writes to a forbidden address, after which each call of the driver fails. An automatic place
 * still gives the right result. A named place gives the right result or one sentence.
 *
 *   lost [SECONDS]
 */
#include "tests/support/support.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define WIDTH 3000
#define HEIGHT 2000

/* Blocks of the process that takes memory. */
#define MOST_BLOCKS 256
#define LEAST_BLOCK ((gsize) 64 << 10)

/* A kernel that writes to address 0. */
static const char fault[] =
  ".version 6.0\n.target sm_50\n.address_size 64\n"
  ".visible .entry fault()\n{\n.reg .u64 %a;\n.reg .u32 %v;\nmov.u64 %a, 0;\nmov.u32 %v, 1;\nst.global.u32 [%a], %v;\nret;\n}\n";

typedef struct _Function Function;

/* The driver's functions, as it declares them. */
static struct
{
  int (*init)        (unsigned flags);
  int (*get)         (int *device, int number);
  int (*retain)      (gpointer *context, int device);
  int (*push)        (gpointer context);
  int (*pop)         (gpointer *context);
  int (*info)        (gsize *free, gsize *all);
  int (*alloc)       (guint64 *memory, gsize size);
  int (*release)     (guint64 memory);
  int (*load)        (gpointer *module, const void *text);
  int (*find)        (Function **function, gpointer module, const char *name);
  int (*launch)      (Function *function, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty, unsigned tz,
                      unsigned shared, gpointer stream, void **args, void **extra);
  int (*synchronize) (void);
} driver;

static CeView image;
static CeView expected[CE_N_FILTERS];

static gboolean
load_driver (void)
{
  static const struct { gpointer entry; const char *name; } entries[] = {
    { &driver.init, "cuInit" }, { &driver.get, "cuDeviceGet" }, { &driver.retain, "cuDevicePrimaryCtxRetain" },
    { &driver.push, "cuCtxPushCurrent_v2" }, { &driver.pop, "cuCtxPopCurrent_v2" }, { &driver.info, "cuMemGetInfo_v2" },
    { &driver.alloc, "cuMemAlloc_v2" }, { &driver.release, "cuMemFree_v2" }, { &driver.load, "cuModuleLoadData" },
    { &driver.find, "cuModuleGetFunction" }, { &driver.launch, "cuLaunchKernel" }, { &driver.synchronize, "cuCtxSynchronize" }
  };
  void *library = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

  for (guint i = 0; library && i < G_N_ELEMENTS (entries); i++)
    {
      void *symbol = dlsym (library, entries[i].name);

      if (! symbol)
        return FALSE;
      memcpy (entries[i].entry, &symbol, sizeof symbol);
    }

  return library && ! dlsym (library, "fake_failed");
}

static gboolean
enter (void)
{
  gpointer context;
  int      device;

  return driver.init (0) == 0 && driver.get (&device, 0) == 0 && driver.retain (&context, device) == 0
         && driver.push (context) == 0;
}

/* Takes all memory, in ever smaller blocks. Returns their number. */
static guint
take_all (guint64 *blocks)
{
  gsize size = 0, all;
  guint n = 0;

  driver.info (&size, &all);
  while (n < MOST_BLOCKS && size >= LEAST_BLOCK)
    if (driver.alloc (&blocks[n], size) == 0)
      n++;
    else
      size /= 2;

  return n;
}

/* Takes all memory whenever @when can be read, and gives it back, until this other process is killed. */
static G_NORETURN void
take_memory (int when)
{
  TestRandom random = { 12 };
  guint64    blocks[MOST_BLOCKS];
  char       word;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (read (when, &word, 1) != 1 || ! enter ())
    _exit (1);
  for (;;)
    {
      guint n = take_all (blocks);

      g_usleep ((gulong) test_random_int (&random, 0, 300000));
      while (n > 0)
        driver.release (blocks[--n]);
      g_usleep ((gulong) test_random_int (&random, 0, 100000));
    }
}

/* Returns (nullable) the mistake of a render. Sets *@left if it left the GPU or was refused. */
static char *
render (const char *place, const CeFilter *filter, gboolean *left)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = test_session_new (filter->name, place, &image, FALSE, &error);
  CeParams              params;

  ce_params_init (&params, filter);
  *left = TRUE;
  if (session && ce_session_render (session, &params, NULL, NULL, &error))
    {
      *left = ce_session_get_status (session)->fallback != NULL;
      return test_image_diff (&expected[filter->id], ce_session_get_result (session));
    }

  return g_str_equal (place, "cuda") && test_is_sentence (error->message) ? NULL : g_strdup (error->message);
}

static void
check_for (double seconds, const char *what, gboolean must_leave)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  int    n_wrong = 0, n_left = 0, n = 0;

  while (n < 8 || g_get_monotonic_time () < end)
    {
      const char      *place = n & 1 ? "cuda" : "auto:cuda";
      gboolean         left;
      g_autofree char *wrong = render (place, ce_filter_get ((CeFilterId) (n / 2 % CE_N_FILTERS)), &left);

      if (wrong && n_wrong++ < 3)
        test_note ("%s, %s: %s", what, place, wrong);
      n_left += left;
      n++;
    }
  test_ok (n_wrong == 0 && (! must_leave || n_left == n), "%s: %d of %d renders are wrong; %d left the GPU or were refused", what,
           n_wrong, n, n_left);
}

/* Loses the context of this process. */
static void
lose_device (void)
{
  Function *function;
  gpointer  module, context;
  int       result = 0;

  if (enter () && driver.load (&module, fault) == 0 && driver.find (&function, module, "fault") == 0
      && driver.launch (function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL) == 0)
    result = driver.synchronize ();
  driver.pop (&context);
  test_ok (result != 0, "a kernel writes where it may not (the driver says %d)", result);
}

int
main (int argc, char **argv)
{
  double             seconds = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 3;
  CePlace            cuda = { .choice = CE_BACKEND_CUDA };
  g_autoptr (GError) error = NULL;
  pid_t              other;
  int                when[2];

  if (! load_driver ())
    {
      test_skip ("there is no NVIDIA driver", "what others do to a GPU");
      return test_done ();
    }
  if (pipe (when) != 0)
    g_error ("there is no pipe");
  other = fork ();              /* this comes before the driver's start in this process */
  if (other == 0)
    take_memory (when[0]);

  test_image_init (&image, WIDTH, HEIGHT, 3, CE_U8);
  test_image_natural (&image, 11);
  for (int i = 0; i < CE_N_FILTERS; i++)
    test_render (ce_filter_get (i)->name, "cpu:plain", "", &image, &expected[i], NULL);
  if (! ce_backend_start (&cuda, &error))
    test_skip (error->message, "what others do to a GPU");
  else
    {
      if (write (when[1], "!", 1) != 1)
        g_error ("the other process is gone");
      check_for (seconds, "while another process takes the memory", FALSE);
      kill (other, SIGKILL);
      waitpid (other, NULL, 0);
      other = 0;
      check_for (0, "when it is back", FALSE);
      lose_device ();
      check_for (seconds / 3, "when the device is lost", TRUE);
    }
  if (other > 0)
    kill (other, SIGKILL);

  return test_done ();
}
