/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of backends. This is the one place that knows which exist.
 */
#include "backend.h"

#include "memory.h"
#include "text.h"
#include "threads.h"

extern const CeBackend ce_cpu_backend;
#ifdef CE_WITH_CUDA
extern const CeBackend ce_cuda_backend;
#endif

/* The backends this build has, NULL behind them. */
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

/**
 * ce_backend_get:
 * @choice: a backend
 *
 * Returns: (nullable): it, %NULL if this build has none or if @choice is automatic
 */
const CeBackend *
ce_backend_get (CeBackendChoice choice)
{
  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    if ((*backend)->choice == choice)
      return *backend;

  return NULL;
}

/* Whether this machine has the GPU or instruction set that @place names. */
static gboolean
has_place (const CeBackend *backend, const CePlace *place)
{
  g_autofree char *text = ce_place_to_text (place);

  return g_str_equal (text, backend->name) || g_strv_contains (backend->variants (), text);
}

/* The texts are few, and no machine has so many GPUs that they do not fit. */
static void
refuse_place (const CeBackend *backend, const CePlace *place, GError **error)
{
  g_autofree char *text = ce_place_to_text (place);
  g_autofree char *all = g_strjoinv (", ", (char **) backend->variants ());

  g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("This machine has no “%s”, only %s."), text, all);
}

/**
 * ce_backend_find:
 * @place: a place that is not automatic
 * @error: return location
 *
 * Looks a backend up and finds its devices, but starts none. Blocks until
 * they are known.
 *
 * Returns: (nullable): the backend, or %NULL with an error of ce_error_is_unavailable()
 */
const CeBackend *
ce_backend_find (const CePlace *place, GError **error)
{
  const CeBackend *backend = ce_backend_get (place->choice);

  if (! backend)
    g_set_error (error, CE_ERROR, CE_ERROR_NOT_BUILT, _("CUDA cannot be used: this plug-in was built without it."));
  if (! backend || ! backend->find (error))
    return NULL;
  if (has_place (backend, place))
    return backend;

  refuse_place (backend, place, error);
  return NULL;
}

/**
 * ce_backend_start:
 * @place: a place that is not automatic
 * @error: return location
 *
 * Looks a backend up and starts the device that is named, or the best one.
 * Blocks until it is ready.
 *
 * Returns: (nullable): the backend, or %NULL with an error of ce_error_is_unavailable()
 */
const CeBackend *
ce_backend_start (const CePlace *place, GError **error)
{
  const CeBackend *backend = ce_backend_find (place, error);

  return backend && backend->start (place, error) ? backend : NULL;
}

/* Runs @func on a thread named @what, for which ce_backend_wait() waits, or at once where no thread can be had. */
void
ce_backend_begin (const char *what, GThreadFunc func, gpointer data)
{
  GThread *thread = ce_threads_start (what, func, data);

  if (! thread)
    return;

  g_mutex_lock (&warming_lock);
  warming = g_slist_prepend (warming, thread);
  g_mutex_unlock (&warming_lock);
}

static gpointer
warm_up (gpointer data)
{
  g_autofree CePlace *place = data;

  ce_backend_start (place, NULL);

  return NULL;
}

/**
 * ce_backend_warm_up:
 * @place: a place that is not automatic
 *
 * Starts it on a thread of its own and returns at once, so that its start-up
 * overlaps with the arrival of pixels. Before the process ends, ce_backend_wait() is to be called.
 */
void
ce_backend_warm_up (const CePlace *place)
{
  ce_backend_begin ("ce-warm-up", warm_up, g_memdup2 (place, sizeof *place));
}

/**
 * ce_backend_wait:
 *
 * Waits until nothing starts any more: a process that ends while a driver
 * starts on another thread may crash.
 */
void
ce_backend_wait (void)
{
  GSList *threads;

  g_mutex_lock (&warming_lock);
  threads = g_steal_pointer (&warming);
  g_mutex_unlock (&warming_lock);

  for (GSList *thread = threads; thread; thread = thread->next)
    g_thread_join (thread->data);
  g_slist_free (threads);
}

/**
 * ce_backend_release:
 *
 * Gives back all memory that nothing uses: pictures that are kept for the next
 * session and, of backends without a session, everything on their devices. A
 * GPU takes 20 to 60 ms for it, and starts again when it is needed.
 */
void
ce_backend_release (void)
{
  ce_memory_clear ();
  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    if ((*backend)->release)
      (*backend)->release ();
}
