/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes files fail: below one folder each system call that opens a file for writing, writes, syncs, truncates or renames
 * it fails in turn, alone or with all after it, or ends the process. It is preloaded into a program, or linked before the C
 * library. The file CE_FAILING names the failing call.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#undef _FILE_OFFSET_BITS        /* because both names of each call are defined here */
#include "failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static Failing *control;

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

__attribute__ ((constructor)) static void
begin (void)
{
  const char *path = getenv ("CE_FAILING");
  int         file = path ? open (path, O_RDWR | O_CLOEXEC) : -1;
  void       *shared = file < 0 ? MAP_FAILED : mmap (NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

  if (file >= 0)
    close (file);
  if (shared != MAP_FAILED)
    control = shared;
}

/* Returns whether a file, named or open, is below the folder. */
static int
is_below (const char *path, int fd)
{
  char    link[64], name[4096];
  ssize_t n;

  if (path && path[0] == '/')
    return strncmp (path, control->folder, strlen (control->folder)) == 0;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink (link, name, sizeof name - 1);
  name[n > 0 ? n : 0] = '\0';

  return strncmp (name, control->folder, strlen (control->folder)) == 0;
}

static int
fails (const char *path, int fd)
{
  int turn, saved = errno;

  if (! control || ! control->folder[0] || control->how == FAILING_TAKEN || ! is_below (path, fd))
    {
      errno = saved;
      return 0;
    }

  turn = __atomic_fetch_add (&control->asked, 1, __ATOMIC_SEQ_CST);
  if (turn != control->turn && ! (control->how == FAILING_FROM && turn > control->turn))
    {
      errno = saved;
      return 0;
    }
  if (control->how == FAILING_KILLED)
    _exit (99);
  errno = control->error;

  return 1;
}

static int
makes (int flags)
{
  return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
}

/* Returns whether an open fails. A file may be named by its folder's descriptor, /proc/self/fd/N/NAME; the folder counts. */
static int
open_fails (const char *path, int folder, int flags)
{
  int fd = -1;

  if (! makes (flags))
    return 0;
  if (sscanf (path, "/proc/self/fd/%d", &fd) == 1)
    return fails (NULL, fd);

  return fails (path, folder);
}

#define OPEN(name, at, ...)                                                                                        \
  {                                                                                                                \
    mode_t  mode = 0;                                                                                              \
    va_list more;                                                                                                  \
                                                                                                                   \
    va_start (more, flags);                                                                                        \
    if (flags & (O_CREAT | O_TMPFILE))                                                                             \
      mode = va_arg (more, mode_t);                                                                                \
    va_end (more);                                                                                                 \
                                                                                                                   \
    return open_fails (path, at, flags) ? -1 : REAL (name) (__VA_ARGS__, flags, mode);                             \
  }

int open (const char *path, int flags, ...) OPEN (open, AT_FDCWD, path)
int open64 (const char *path, int flags, ...) OPEN (open64, AT_FDCWD, path)
int openat (int folder, const char *path, int flags, ...) OPEN (openat, folder, folder, path)
int openat64 (int folder, const char *path, int flags, ...) OPEN (openat64, folder, folder, path)

ssize_t write (int fd, const void *bytes, size_t n) { return fails (NULL, fd) ? -1 : REAL (write) (fd, bytes, n); }
int fsync (int fd) { return fails (NULL, fd) ? -1 : REAL (fsync) (fd); }
int fdatasync (int fd) { return fails (NULL, fd) ? -1 : REAL (fdatasync) (fd); }
int fchmod (int fd, mode_t mode) { return fails (NULL, fd) ? -1 : REAL (fchmod) (fd, mode); }
int ftruncate (int fd, off_t size) { return fails (NULL, fd) ? -1 : REAL (ftruncate) (fd, size); }
int ftruncate64 (int fd, off64_t size) { return fails (NULL, fd) ? -1 : REAL (ftruncate64) (fd, size); }
int rename (const char *old, const char *new) { return fails (new, -1) ? -1 : REAL (rename) (old, new); }

int
renameat (int old_folder, const char *old, int folder, const char *new)
{
  return fails (new, folder) ? -1 : REAL (renameat) (old_folder, old, folder, new);
}

/* With FAILING_TAKEN somebody gives a file NAME.theirs the name NAME before a file takes it, or writes a byte into NAME. */
int
renameat2 (int old_folder, const char *old, int folder, const char *new, unsigned flags)
{
  char theirs[4096];

  if (control && control->how == FAILING_TAKEN && is_below (new, folder))
    {
      snprintf (theirs, sizeof theirs, "%s.theirs", new);
      if (REAL (rename) (theirs, new) != 0)
        {
          FILE *file = REAL (fopen) (new, "ab");

          if (file)
            {
              fputc ('+', file);
              fclose (file);
            }
        }
    }

  return fails (new, folder) ? -1 : REAL (renameat2) (old_folder, old, folder, new, flags);
}

static int
changes (const char *mode)
{
  return mode[0] != 'r' || strchr (mode, '+') != NULL;
}

/* Opens a stream of our own, because the calls inside the C library's streams cannot be intercepted. */
FILE *
fopen (const char *path, const char *mode)
{
  return changes (mode) && open_fails (path, AT_FDCWD, O_WRONLY) ? NULL : REAL (fopen) (path, mode);
}

FILE *
fopen64 (const char *path, const char *mode)
{
  return changes (mode) && open_fails (path, AT_FDCWD, O_WRONLY) ? NULL : REAL (fopen64) (path, mode);
}

size_t
fwrite (const void *bytes, size_t size, size_t n, FILE *file)
{
  return file != stdout && file != stderr && fails (NULL, fileno (file)) ? 0 : REAL (fwrite) (bytes, size, n, file);
}
