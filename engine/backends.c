/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of backends. This is the one place that knows which exist.
 */
#include "backend.h"

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

static gboolean
has_variant (const CeBackend *backend, const char *variant)
{
  return g_strv_contains (backend->variants (), variant);
}

/**
 * ce_backend_find:
 * @name: "cpu", "cuda", or with a variant, "cpu:plain", "cuda:1"
 * @variant: (out) (nullable): the variant inside @name, %NULL if it names none
 * @error: return location
 *
 * Looks a backend up and starts it. Blocks until it is ready.
 *
 * Returns: (nullable): the backend, or %NULL with %CE_ERROR_UNAVAILABLE
 */
const CeBackend *
ce_backend_find (const char *name, const char **variant, GError **error)
{
  const char *colon = strchr (name, ':');
  gsize       length = colon ? (gsize) (colon - name) : strlen (name);

  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    {
      if (strlen ((*backend)->name) != length || strncmp ((*backend)->name, name, length) != 0)
        continue;

      if (! (*backend)->start (error))
        return NULL;

      if (colon && ! has_variant (*backend, colon + 1))
        {
          g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, "This machine has no “%s”.", name);
          return NULL;
        }

      *variant = colon ? colon + 1 : NULL;
      return *backend;
    }

  if (g_str_has_prefix (name, "cuda"))
    g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE,
                 "CUDA cannot be used: this plug-in was built without it.");
  else
    g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, "There is no backend “%s”.", name);

  return NULL;
}

static gpointer
warm_up (gpointer data)
{
  const CeBackend *backend = data;

  backend->start (NULL);

  return NULL;
}

/**
 * ce_backend_warm_up:
 * @name: "cuda"
 *
 * Starts a backend on a thread of its own and returns at once, so that its
 * start-up overlaps with the arrival of pixels. Without effect if there is no
 * such backend.
 */
void
ce_backend_warm_up (const char *name)
{
  for (const CeBackend *const *backend = ce_backend_list (); *backend; backend++)
    if (g_str_equal ((*backend)->name, name))
      g_thread_unref (g_thread_new ("ce-warm-up", warm_up, (gpointer) *backend));
}
