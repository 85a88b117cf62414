/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Disturbs calls of our plug-in, and only these, as the file CE_REFUSE says: refuses them threads or memory, ends them
 * before a request to GIMP, or lets GIMP refuse a request. It is preloaded into a GIMP and all of its processes.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The smallest refused block; smaller ones do not grow with an image. */
#define LEAST ((size_t) 64 * 1024)

typedef enum { NOTHING, THREADS, MEMORY, REQUESTS, ANSWERS } Refused;

/* The file, which tests inside GIMP write and read (refused.py, requests.py, reverted.py). */
typedef struct
{
  int32_t what;                 /* Refused */
  int32_t turn;                 /* the first that is refused, from 0 */
  int32_t all;                  /* and all after it */
  int32_t asked;                /* how often so far */
  int32_t ours;                 /* the plug-in's own code made the first refused request */
  char    name[64];             /* of the request that was not sent */
} Control;

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

static Control *control;        /* NULL: not a call of ours */

static int
is_call (void)
{
  char    line[4096];
  int     file = open ("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t n = file < 0 ? 0 : read (file, line, sizeof line - 1);
  char   *end;

  if (file >= 0)
    close (file);
  line[n > 0 ? n : 0] = '\0';
  end = strrchr (line, '/');

  return end && strcmp (end, "/cuda-edges") == 0 && n > (ssize_t) strlen (line) && memmem (line, (size_t) n, "\0-run\0", 6);
}

__attribute__ ((constructor)) static void
begin (void)
{
  const char *path = getenv ("CE_REFUSE");
  int         file = path && is_call () ? open (path, O_RDWR | O_CLOEXEC) : -1;
  void       *shared;

  if (file < 0)
    return;

  shared = mmap (NULL, sizeof (Control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close (file);
  if (shared != MAP_FAILED)
    control = shared;
}

/* Returns whether @code is in the program itself, not in a library. */
static int
is_ours (void *code)
{
  Dl_info info;
  char    path[4096];
  ssize_t n = readlink ("/proc/self/exe", path, sizeof path - 1);

  path[n > 0 ? n : 0] = '\0';

  return dladdr (code, &info) && info.dli_fname && strcmp (strrchr (info.dli_fname, '/') ? strrchr (info.dli_fname, '/') : "",
                                                           strrchr (path, '/') ? strrchr (path, '/') : "?") == 0;
}

static int
refuses (Refused what, void *code)
{
  int32_t turn;

  if (! control || control->what != (int32_t) what)
    return 0;

  turn = __atomic_fetch_add (&control->asked, 1, __ATOMIC_SEQ_CST);
  if (turn == control->turn)
    control->ours = is_ours (code);

  return turn == control->turn || (control->all && turn > control->turn);
}

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*func) (void *), void *data)
{
  static int (*real) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "pthread_create");

  return refuses (THREADS, __builtin_return_address (0)) ? EAGAIN : real (thread, attributes, func, data);
}

void *
mmap (void *address, size_t size, int protection, int flags, int file, off_t offset)
{
  static void *(*real) (void *, size_t, int, int, int, off_t);

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "mmap");
  if (size >= LEAST && flags & MAP_ANONYMOUS && refuses (MEMORY, __builtin_return_address (0)))
    {
      errno = ENOMEM;
      return MAP_FAILED;
    }

  return real (address, size, protection, flags, file, offset);
}

void *
malloc (size_t size)
{
  return size >= LEAST && refuses (MEMORY, __builtin_return_address (0)) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return n * size >= LEAST && refuses (MEMORY, __builtin_return_address (0)) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *memory, size_t size)
{
  return size >= LEAST && refuses (MEMORY, __builtin_return_address (0)) ? NULL : __libc_realloc (memory, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return size >= LEAST && refuses (MEMORY, __builtin_return_address (0)) ? NULL : __libc_memalign (alignment, size);
}

/* Returns whether a request changes the image, which GIMP refuses if an item is locked or gone. */
static int
puts_in_place (const char *name)
{
  static const char *const words[] = {
    "insert-layer", "-merge-", "filter-append", "append-filter", "add-alpha", "new-from-drawable", "create-mask", "add-mask",
    "combine-masks", "remove-mask"
  };

  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr (name, words[i]))
      return 1;

  return 0;
}

/* Replaces libgimpbase's function, which sends a request to GIMP before it waits for the answer; @run begins with its name.
 * GIMP refuses an unknown name. */
int
gp_proc_run_write (void *channel, const char **run, void *data)
{
  static int (*real) (void *, const char **, void *);
  const char *name = *run;
  int         done;

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "gp_proc_run_write");
  if (refuses (REQUESTS, __builtin_return_address (0)))
    {
      strncpy (control->name, name, sizeof control->name - 1);
      raise (SIGKILL);
    }

  if (puts_in_place (name) && refuses (ANSWERS, __builtin_return_address (0)))
    *run = "gimp-refused-by-a-test";
  done = real (channel, run, data);
  *run = name;

  return done;
}
