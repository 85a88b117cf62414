/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is to compute on.
 */
#include "devices.h"

typedef struct
{
  CeBackendChoice  choice;
  const CeBackend *backend;     /* these two are set before it is known */
  char            *refusal;
  gsize            begun;
  int              known;       /* atomic */
} Search;

/* Finding the devices of CUDA loads its driver; each backend is asked once. */
static Search searches[] = { { .choice = CE_BACKEND_CPU }, { .choice = CE_BACKEND_CUDA } };
static GMutex lock;

static gpointer
search (gpointer data)
{
  Search            *one = data;
  CePlace            place = ce_place (one->choice);
  g_autoptr (GError) error = NULL;

  g_mutex_lock (&lock);
  if (! one->known)
    {
      one->backend = ce_backend_find (&place, &error);
      one->refusal = error ? g_strdup (error->message) : NULL;
      g_atomic_int_set (&one->known, TRUE);
    }
  g_mutex_unlock (&lock);

  return NULL;
}

/* Returns whether it has ended. */
static gboolean
begin (Search *one, gboolean wait)
{
  if (g_atomic_int_get (&one->known))
    return TRUE;

  if (wait || one->choice == CE_BACKEND_CPU)
    search (one);
  else if (g_once_init_enter (&one->begun))
    {
      ce_backend_begin ("ce-devices", search, one);
      g_once_init_leave (&one->begun, 1);
    }

  return g_atomic_int_get (&one->known);
}

static void
add (GArray *list, const Search *one)
{
  CeDeviceEntry   entry = { .place = ce_place (one->choice), .refusal = one->refusal };
  guint           n_devices = 0;
  const CeDevice *devices;

  if (one->refusal)
    {
      g_array_append_val (list, entry);
      return;
    }

  devices = one->backend->devices (&n_devices);
  for (guint i = 0; i < n_devices; i++)
    {
      if (one->choice == CE_BACKEND_CUDA)
        entry.place.device = (int) i;
      entry.device = &devices[i];
      entry.refusal = devices[i].refusal;
      g_array_append_val (list, entry);
    }
}

/**
 * ce_devices_list:
 * @wait: whether to wait for drivers, which takes 0.1 s the first time. If
 *   not, they are asked on a thread of their own, and what is not known yet is
 *   left out of the list
 * @complete: (out) (optional): whether nothing is left out. A dialog calls
 *   again, some ten times a second, until it is
 *
 * The devices to choose from, the CPU first. No device is started, so memory
 * of none is taken. Where CUDA cannot be used, also because the build is without
 * it, “cuda” is one entry with the reason. If @wait is %FALSE,
 * ce_backend_wait() is to be called before the process ends.
 *
 * Returns: (transfer full) (element-type CeDeviceEntry): the list; what its
 *   entries point to stays
 */
GArray *
ce_devices_list (gboolean wait, gboolean *complete)
{
  GArray  *list = g_array_new (FALSE, TRUE, sizeof (CeDeviceEntry));
  gboolean known = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    if (begin (&searches[i], wait))
      add (list, &searches[i]);
    else
      known = FALSE;
  if (complete)
    *complete = known;

  return list;
}
