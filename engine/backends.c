/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of backends; no other file knows which exist.
 */
#include "backend.h"

#include "memory.h"
#include "text.h"
#include "threads.h"

extern const CeBackend ce_cpu_backend;
#ifdef CE_WITH_CUDA
extern const CeBackend ce_cuda_backend;
#endif

/* Returns the backends of this build, NULL behind them. */
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

/* Threads that ce_place_wait() joins. */
static GMutex  warming_lock;
static GSList *warming;

/* Returns (nullable) the backend of @choice, NULL if this build has none or the choice is automatic. */
const CeBackend *
ce_backend_get (CeBackendChoice choice)
{
  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    if ((*backend)->choice == choice)
      return *backend;

  return NULL;
}

/* Returns whether this machine has the GPU or the instruction set that @place names. */
static gboolean
has_place (const CeBackend *backend, const CePlace *place)
{
  g_autofree char *text = ce_place_to_text (place);

  return g_str_equal (text, backend->name) || g_strv_contains (backend->variants (), text);
}

/* Sets CE_ERROR_UNAVAILABLE with a list of all places, which are few. */
static void
refuse_place (const CeBackend *backend, const CePlace *place, GError **error)
{
  g_autofree char *text = ce_place_to_text (place);
  g_autofree char *all = g_strjoinv (", ", (char **) backend->variants ());

  g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("This machine has no “%s”, only %s."), text, all);
}

/* Returns (nullable) the backend of @place, which is not automatic, after its devices were found; starts none of them. NULL
 * with CE_ERROR_UNAVAILABLE or a code behind it. */
const CeBackend *
ce_backend_find (const CePlace *place, GError **error)
{
  const CeBackend *backend = ce_backend_get (place->choice);

  if (! backend)
    g_set_error (error, CE_ERROR, CE_ERROR_NOT_BUILT, _("CUDA cannot be used: this plug-in was built without it."));
  if (! backend || (backend->find && ! backend->find (error)))
    return NULL;
  if (has_place (backend, place))
    return backend;

  refuse_place (backend, place, error);
  return NULL;
}

/* Returns (nullable) the backend of @place, which is not automatic, after the named device, or the best one, has started.
 * NULL with CE_ERROR_UNAVAILABLE or a code behind it. */
const CeBackend *
ce_backend_start (const CePlace *place, GError **error)
{
  const CeBackend *backend = ce_backend_find (place, error);

  return backend && (! backend->start || backend->start (place, error)) ? backend : NULL;
}

/* Runs @func on a thread @name that ce_place_wait() joins, or at once if no thread can start. */
void
ce_backend_begin (const char *name, GThreadFunc func, gpointer data)
{
  GThread *thread = ce_threads_start (name, func, data);

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

/* Finds or starts @place, which is not automatic. Returns whether it can be used as far as that is known then; FALSE with
 * CE_ERROR_UNAVAILABLE or a code behind it. After a start on a thread of its own the process calls ce_place_wait() before it
 * ends. */
gboolean
ce_place_start (const CePlace *place, CeStart how, GError **error)
{
  switch (how)
    {
    case CE_START_FIND: return ce_backend_find (place, error) != NULL;
    case CE_START_NOW:  return ce_backend_start (place, error) != NULL;
    case CE_START_SOON: ce_backend_begin ("ce-warm-up", warm_up, g_memdup2 (place, sizeof *place));
    }

  return TRUE;
}

/* Waits for all threads that start devices or compile kernels, because a process that ends meanwhile may crash. It has to
 * end: what is not compiled will not be. */
void
ce_place_wait (void)
{
  GSList *threads;

  g_mutex_lock (&warming_lock);
  threads = g_steal_pointer (&warming);
  g_mutex_unlock (&warming_lock);

  for (GSList *thread = threads; thread; thread = thread->next)
    g_thread_join (thread->data);
  g_slist_free (threads);
  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    if ((*backend)->end)
      (*backend)->end ();
}

/* Frees unused memory: pictures that are pooled for the next session, and, if @devices, all memory on the devices of
 * backends without a job. A GPU takes 20 to 60 ms for that, and starts again when it is needed. */
void
ce_release (gboolean devices)
{
  ce_memory_clear ();
  for (const CeBackend *const *backend = ce_backend_list (); devices && *backend; backend++)
    if ((*backend)->release)
      (*backend)->release ();
}
