/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Implements GLib's locks and reference counts by those of the C library, which ThreadSanitizer understands; it is preloaded
 * (races.sh). GLib's own locks are futexes, which ThreadSanitizer does not see. GLib calls its locks without the linker
 * (-Bsymbolic-functions), so each of them gets a jump to its function here. For example, the main context grows its table of
 * sources under such a lock on the thread that posts a message, and shrinks it on the main thread.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#undef g_once_init_enter
#undef g_once_init_leave

/* The header of a counted block. */
typedef struct
{
  gint64 count;
  gint64 room;
} Box;

static pthread_mutex_t once_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  once_done = PTHREAD_COND_INITIALIZER;
static const void     *under_way[64];

static pthread_mutex_t *
mutex_of (GMutex *mutex)
{
  pthread_mutex_t *lock = __atomic_load_n ((pthread_mutex_t **) &mutex->p, __ATOMIC_ACQUIRE);
  pthread_mutex_t *none = NULL;

  if (lock)
    return lock;

  lock = malloc (sizeof *lock);
  pthread_mutex_init (lock, NULL);
  if (__atomic_compare_exchange_n ((pthread_mutex_t **) &mutex->p, &none, lock, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return lock;

  pthread_mutex_destroy (lock);
  free (lock);

  return none;
}

static pthread_cond_t *
cond_of (GCond *cond)
{
  pthread_cond_t    *own = __atomic_load_n ((pthread_cond_t **) &cond->p, __ATOMIC_ACQUIRE);
  pthread_cond_t    *none = NULL;
  pthread_condattr_t attributes;

  if (own)
    return own;

  own = malloc (sizeof *own);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (own, &attributes);
  pthread_condattr_destroy (&attributes);
  if (__atomic_compare_exchange_n ((pthread_cond_t **) &cond->p, &none, own, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return own;

  pthread_cond_destroy (own);
  free (own);

  return none;
}

void     g_mutex_init    (GMutex *mutex) { mutex->p = NULL; }
void     g_mutex_lock    (GMutex *mutex) { pthread_mutex_lock (mutex_of (mutex)); }
void     g_mutex_unlock  (GMutex *mutex) { pthread_mutex_unlock (mutex_of (mutex)); }
gboolean g_mutex_trylock (GMutex *mutex) { return pthread_mutex_trylock (mutex_of (mutex)) == 0; }

void
g_mutex_clear (GMutex *mutex)
{
  pthread_mutex_destroy (mutex_of (mutex));
  free (mutex->p);
}

void g_cond_init      (GCond *cond) { cond->p = NULL; }
void g_cond_signal    (GCond *cond) { pthread_cond_signal (cond_of (cond)); }
void g_cond_broadcast (GCond *cond) { pthread_cond_broadcast (cond_of (cond)); }
void g_cond_wait      (GCond *cond, GMutex *mutex) { pthread_cond_wait (cond_of (cond), mutex_of (mutex)); }

void
g_cond_clear (GCond *cond)
{
  pthread_cond_destroy (cond_of (cond));
  free (cond->p);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end)
{
  struct timespec when = { end / G_USEC_PER_SEC, end % G_USEC_PER_SEC * 1000 };

  return pthread_cond_timedwait (cond_of (cond), mutex_of (mutex), &when) != ETIMEDOUT;
}

gboolean
(g_once_init_enter) (volatile void *location)
{
  gboolean begins = FALSE;
  guint    at = 0;

  pthread_mutex_lock (&once_lock);
  while (! __atomic_load_n ((gsize *) location, __ATOMIC_ACQUIRE) && ! begins)
    {
      for (at = 0; at < G_N_ELEMENTS (under_way) && under_way[at] != (const void *) location; at++)
        ;
      if (at < G_N_ELEMENTS (under_way))
        {
          pthread_cond_wait (&once_done, &once_lock);
          continue;
        }
      for (at = 0; under_way[at]; at++)
        ;
      under_way[at] = (const void *) location;
      begins = TRUE;
    }
  pthread_mutex_unlock (&once_lock);

  return begins;
}

void
(g_once_init_leave) (volatile void *location, gsize result)
{
  pthread_mutex_lock (&once_lock);
  __atomic_store_n ((gsize *) location, result, __ATOMIC_RELEASE);
  for (guint at = 0; at < G_N_ELEMENTS (under_way); at++)
    if (under_way[at] == (const void *) location)
      under_way[at] = NULL;
  pthread_cond_broadcast (&once_done);
  pthread_mutex_unlock (&once_lock);
}

gpointer
(g_atomic_rc_box_alloc0) (gsize size)
{
  Box *box = calloc (1, sizeof *box + size);

  box->count = 1;

  return box + 1;
}

gpointer
(g_atomic_rc_box_alloc) (gsize size)
{
  return (g_atomic_rc_box_alloc0) (size);
}

gpointer
(g_atomic_rc_box_acquire) (gpointer data)
{
  __atomic_add_fetch (&((Box *) data - 1)->count, 1, __ATOMIC_ACQ_REL);

  return data;
}

void
(g_atomic_rc_box_release_full) (gpointer data, GDestroyNotify clear)
{
  if (__atomic_sub_fetch (&((Box *) data - 1)->count, 1, __ATOMIC_ACQ_REL) > 0)
    return;

  if (clear)
    clear (data);
  free ((Box *) data - 1);
}

void
(g_atomic_rc_box_release) (gpointer data)
{
  (g_atomic_rc_box_release_full) (data, NULL);
}

/* A jump to the address that follows. */
#ifdef __aarch64__
static const guint8 jump[] = { 0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1f, 0xd6 };        /* ldr x16, 8; br x16 */
#else
static const guint8 jump[] = { 0xff, 0x25, 0x00, 0x00, 0x00, 0x00 };                    /* jmp *0(%rip) */
#endif

static void
redirect (const char *name, void *to)
{
  gsize   page = (gsize) sysconf (_SC_PAGESIZE);
  guint8 *from = dlsym (RTLD_NEXT, name);
  guint8 *first = (guint8 *) ((gsize) from & ~(page - 1));
  gsize   size = (gsize) (from - first) + sizeof jump + sizeof to;

  if (! from)
    return;
  if (mprotect (first, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    {
      perror (name);
      _exit (70);
    }

  memcpy (from, jump, sizeof jump);
  memcpy (from + sizeof jump, &to, sizeof to);
  mprotect (first, size, PROT_READ | PROT_EXEC);
  __builtin___clear_cache ((char *) from, (char *) from + sizeof jump + sizeof to);
}

/* Redirects the locks before the first thread starts. A program without GLib has no locks to redirect. */
static void __attribute__ ((constructor))
redirect_all (void)
{
  redirect ("g_mutex_init", g_mutex_init);
  redirect ("g_mutex_clear", g_mutex_clear);
  redirect ("g_mutex_lock", g_mutex_lock);
  redirect ("g_mutex_unlock", g_mutex_unlock);
  redirect ("g_mutex_trylock", g_mutex_trylock);
  redirect ("g_cond_init", g_cond_init);
  redirect ("g_cond_clear", g_cond_clear);
  redirect ("g_cond_wait", g_cond_wait);
  redirect ("g_cond_wait_until", g_cond_wait_until);
  redirect ("g_cond_signal", g_cond_signal);
  redirect ("g_cond_broadcast", g_cond_broadcast);
}
