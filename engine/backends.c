/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of backends. This is the one place that knows which exist.
 */
#include "backend.h"

#include "threads.h"

#include <string.h>

extern const CeBackend ce_cpu_backend;
#ifdef CE_WITH_CUDA
extern const CeBackend ce_cuda_backend;
#endif

/**
 * ce_backend_list:
 *
 * Returns: (array zero-terminated=1): the backends this build has
 */
const CeBackend *const *
ce_backend_list (void)
{
  static const CeBackend *const list[] = {
    &ce_cpu_backend,
#ifdef CE_WITH_CUDA
    &ce_cuda_backend,
#endif
    NULL
  };

  return list;
}

/* Threads that have not been waited for. */
static GMutex  warming_lock;
static GSList *warming;

/* The names are few, and no machine has so many GPUs that they do not fit. */
static void
refuse_variant (const CeBackend *backend, const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (const char *const *variant = backend->variants (); *variant; variant++)
    g_string_append_printf (names, "%s%s:%s", names->len ? ", " : "", backend->name, *variant);
  g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, "This machine has no “%s”, only %s.", name, names->str);
}

static const CeBackend *
find_by_name (const char *name)
{
  gsize length = strcspn (name, ":");

  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    if (strlen ((*backend)->name) == length && strncmp ((*backend)->name, name, length) == 0)
      return *backend;

  return NULL;
}

/**
 * ce_backend_probe:
 * @name: "cpu", "cuda", or with a variant, "cpu:plain", "cuda:1"
 * @error: return location
 *
 * Looks a backend up and finds its devices, but starts none. Blocks until
 * they are known.
 *
 * Returns: (nullable): the backend, or %NULL with %CE_ERROR_UNAVAILABLE
 */
const CeBackend *
ce_backend_probe (const char *name, GError **error)
{
  const CeBackend *backend = find_by_name (name);
  const char      *colon = strchr (name, ':');

  if (! backend)
    {
      if (g_str_has_prefix (name, "cuda"))
        g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE,
                     "CUDA cannot be used: this plug-in was built without it.");
      else
        g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, "There is no backend “%s”.", name);
      return NULL;
    }

  if (! backend->find (error))
    return NULL;

  if (colon && ! g_strv_contains (backend->variants (), colon + 1))
    {
      refuse_variant (backend, name, error);
      return NULL;
    }

  return backend;
}

/**
 * ce_backend_find:
 * @name: as for ce_backend_probe()
 * @variant: (out) (nullable): the variant inside @name, %NULL if it names none
 * @error: return location
 *
 * Looks a backend up and starts the device that is named, or the best one.
 * Blocks until it is ready.
 *
 * Returns: (nullable): the backend, or %NULL with %CE_ERROR_UNAVAILABLE
 */
const CeBackend *
ce_backend_find (const char *name, const char **variant, GError **error)
{
  const CeBackend *backend = ce_backend_probe (name, error);
  const char      *colon = strchr (name, ':');

  *variant = colon ? colon + 1 : NULL;

  return backend && backend->start (*variant, error) ? backend : NULL;
}

/**
 * ce_backend_begin:
 * @what: name of the thread
 * @func: what to do
 * @data: for @func
 *
 * Runs @func on a thread of its own that ce_backend_settle() waits for, or at
 * once where no thread can be had.
 */
void
ce_backend_begin (const char *what, GThreadFunc func, gpointer data)
{
  GThread *thread = ce_threads_start (what, func, data);

  g_mutex_lock (&warming_lock);
  if (thread)
    warming = g_slist_prepend (warming, thread);
  g_mutex_unlock (&warming_lock);
}

static gpointer
warm_up (gpointer data)
{
  g_autofree char *name = data;
  const char      *variant;

  ce_backend_find (name, &variant, NULL);

  return NULL;
}

/**
 * ce_backend_warm_up:
 * @name: "cuda", "cuda:1"
 *
 * Starts a backend on a thread of its own and returns at once, so that its
 * start-up overlaps with the arrival of pixels. Without effect if there is no
 * such backend. Before the process ends, ce_backend_settle() is to be called.
 */
void
ce_backend_warm_up (const char *name)
{
  if (find_by_name (name))
    ce_backend_begin ("ce-warm-up", warm_up, g_strdup (name));
}

/**
 * ce_backend_settle:
 *
 * Waits until nothing starts any more: a process that ends while a driver
 * starts on another thread may crash.
 */
void
ce_backend_settle (void)
{
  GSList *threads;

  g_mutex_lock (&warming_lock);
  threads = g_steal_pointer (&warming);
  g_mutex_unlock (&warming_lock);

  for (GSList *thread = threads; thread; thread = thread->next)
    g_thread_join (thread->data);
  g_slist_free (threads);
}
