/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists the devices of all backends.
 */
#include "backend.h"

typedef struct
{
  CeBackendChoice  choice;
  const CeBackend *backend;     /* set before @known, as @refusal */
  char            *refusal;
  int              begun;       /* atomic */
  int              known;       /* atomic */
} Search;

/* Each backend is asked once, because CUDA loads its driver for it. */
static Search searches[] = { { .choice = CE_BACKEND_CPU }, { .choice = CE_BACKEND_CUDA } };
static GMutex lock;

static gpointer
search (gpointer data)
{
  Search            *one = data;
  CePlace            place = { .choice = one->choice };
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

/* Begins a search, on a thread of its own unless @wait. Returns whether it has ended. */
static gboolean
begin (Search *one, gboolean wait)
{
  if (g_atomic_int_get (&one->known))
    return TRUE;

  if (wait || one->choice == CE_BACKEND_CPU)
    search (one);
  else if (g_atomic_int_compare_and_exchange (&one->begun, FALSE, TRUE))
    ce_backend_begin ("ce-devices", search, one);

  return g_atomic_int_get (&one->known);
}

static void
add (GArray *list, const Search *one)
{
  CeDeviceEntry   entry = { .place = (CePlace) { .choice = one->choice }, .refusal = one->refusal };
  guint           n_devices = 0;
  const CeDevice *devices = one->refusal ? NULL : one->backend->devices (&n_devices);

  if (one->refusal)
    g_array_append_val (list, entry);
  for (guint i = 0; i < n_devices; i++)
    {
      entry.place.device = (int) i;
      entry.device = &devices[i];
      entry.text = one->choice == CE_BACKEND_CUDA ? one->backend->variants ()[i] : one->backend->name;
      entry.refusal = devices[i].refusal;
      g_array_append_val (list, entry);
    }
}

/**
 * ce_devices_list:
 * @wait: whether to wait for drivers, 0.1 s the first time. If not, a thread of its own queries them, devices that are not
 *   known yet are missing, and the process calls ce_place_wait() before it ends
 * @complete: (out) (optional): whether no device is missing. A dialog calls again, about ten times a second, until it is
 *
 * Lists the devices, the CPU first, without starting one. If CUDA cannot be used, “cuda” is one entry with the reason.
 *
 * Returns: (transfer full) (element-type CeDeviceEntry): the list; its entries point to static data
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
