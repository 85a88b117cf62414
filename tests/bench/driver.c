/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver.h"

#include <dlfcn.h>

static BenchDriver driver;
static gpointer    context;

static const struct { const char *symbol; gpointer *where; } functions[] = {
#define BENCH_DRIVER_ROW(name, symbol, parameters) { symbol, (gpointer *) &driver.name },
  BENCH_DRIVER_FUNCTIONS (BENCH_DRIVER_ROW)
};

static gboolean
load (void)
{
  gpointer library = dlopen ("libcuda.so.1", RTLD_NOW);

  for (guint i = 0; library && i < G_N_ELEMENTS (functions); i++)
    {
      *functions[i].where = dlsym (library, functions[i].symbol);
      if (! *functions[i].where)
        return FALSE;
    }

  return library && driver.init (0) == 0 && driver.retain (&context, 0) == 0;
}

/**
 * bench_driver:
 *
 * Returns: the driver's functions, %NULL on a machine that has not got a GPU
 */
const BenchDriver *
bench_driver (void)
{
  static int usable = -1;

  if (usable < 0)
    usable = load ();

  return usable ? &driver : NULL;
}

/**
 * bench_driver_context:
 *
 * Returns: the primary context of the first GPU, to push where it is used
 */
gpointer
bench_driver_context (void)
{
  return context;
}
