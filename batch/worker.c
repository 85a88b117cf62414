/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One file after the other, in a process that may be ended by any of them.
 * Files are named by open descriptors from here on: their names may be any
 * bytes, and what is open stays when its name goes.
 */
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/choose.h"
#include "engine/devices.h"
#include "engine/session.h"
#include "pixels/exchange.h"

#include "codec.h"
#include "said.h"

static CePlace  place;          /* of this worker */
static gboolean has_said;       /* that the GPU could not be used */
static gboolean has_color;      /* the run's color is one */

/* With several GPUs, each worker has one of its own. */
static void
choose_device (const CeRun *run, int number)
{
  const CeBackend *cuda = ce_backend_get (CE_BACKEND_CUDA);
  guint            n = 0;

  place = ce_place ((CeBackendChoice) run->params.backend);
  if (place.choice == CE_BACKEND_CPU || ! cuda)
    return;
  cuda->devices (&n);
  if (n > 1)
    place.device = number % (int) n;
}

/* It would write what does not fit into its cache to a disk that may be full.
 * Where it is told not to, it makes a folder of that name all the same. */
static void
start_gegl (const CeRun *run)
{
  int here = open (".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  gegl_init (NULL, NULL);
  if (here >= 0 && fchdir (run->part) == 0)
    g_object_set (gegl_config (), "swap", "RAM", NULL);
  unlinkat (run->part, "RAM", AT_REMOVEDIR);
  if (here >= 0 && fchdir (here) == 0)
    close (here);
}

/* GEGL takes another one, and says so on stderr. */
static gboolean
is_color (const char *color)
{
  g_autofree char *said = NULL;

  g_free (ce_said_take (STDERR_FILENO));
  g_object_unref (gegl_color_new (color));
  said = ce_said_take (STDERR_FILENO);

  return ! said;
}

/**
 * ce_worker_start:
 * @run: what is to be done
 * @number: of the worker, from 0
 *
 * To be called once in a worker's process.
 */
void
ce_worker_start (const CeRun *run, int number)
{
  start_gegl (run);
  has_color = is_color (run->color);
  choose_device (run, number);
}

static gboolean
refuse (GError **error, const char *text)
{
  g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID, text);

  return FALSE;
}

/* Opens the input: @fd, and which loader reads it. */
static const char *
open_input (const char *input, int *fd, GError **error)
{
  guint8      head[16];
  struct stat info;
  ssize_t     n;
  const char *loader;

  *fd = open (input, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (*fd < 0 || fstat (*fd, &info) != 0)
    return refuse (error, g_strerror (errno)), NULL;
  if (! S_ISREG (info.st_mode))
    return refuse (error, _("It is not a file.")), NULL;
  if (info.st_size == 0)
    return refuse (error, _("It is empty.")), NULL;
  n = pread (*fd, head, sizeof head, 0);
  if (n < 0)
    return refuse (error, g_strerror (errno)), NULL;

  loader = ce_codec_loader (head, (gsize) n);
  if (! loader)
    refuse (error, _("It is of no known kind (JPEG, PNG, TIFF, WebP, OpenEXR, PPM)."));

  return loader;
}

static GeglBuffer *
read_input (int fd, const char *loader, GError **error)
{
  char                   path[32];
  g_autoptr (GeglBuffer) buffer = NULL;
  g_autofree char       *said = NULL;

  g_free (ce_said_take (STDERR_FILENO));
  g_snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  buffer = ce_codec_load (loader, path, error);
  said = ce_said_take (STDERR_FILENO);
  if (! buffer || ! said)
    return g_steal_pointer (&buffer);

  return refuse (error, said), NULL;
}

/* The source's format, with alpha for lines. */
static const Babl *
result_format (const CeRun *run, const CeParams *params, const Babl *source, gboolean *lines)
{
  const char      *encoding = babl_format_get_encoding (source);
  const char      *mark = strchr (encoding, '~') ? "~" : strchr (encoding, '\'') ? "'" : "";
  const char      *type = babl_get_name (babl_format_get_type (source, 0));
  g_autofree char *name = NULL;

  *lines = params->style == CE_STYLE_LINES && ce_filter_has_style (run->filter, params);
  if (! *lines)
    return source;

  if (encoding[0] == 'Y')
    name = g_strdup_printf ("Y%sA %s", mark, type);
  else
    name = g_strdup_printf ("R%sG%sB%sA %s", mark, mark, mark, type);

  return babl_format_with_space (name, source);
}

static GeglBuffer *
result_buffer (const CeRun *run, CeSession *session, GeglBuffer *input, GError **error)
{
  const CeView          *result = ce_session_get_result (session);
  GeglRectangle          all = { 0, 0, result->width, result->height };
  CePaint                paint = { .type = result->type, .in_channels = result->channels };
  const Babl            *format = result_format (run, ce_session_get_params (session), gegl_buffer_get_format (input),
                                                 &paint.lines);
  g_autoptr (GeglBuffer) buffer = gegl_buffer_new (&all, format);
  CeExchange             exchange = { .buffer = buffer, .view = result };

  ce_pixels_init (&exchange.pixels, format, FALSE);
  paint.out_channels = exchange.pixels.channels;
  if (paint.lines)
    {
      GeglColor *color = gegl_color_new (run->color);

      ce_pixels_get_color (&exchange.pixels, color, result->type, &paint.color);
      g_object_unref (color);
    }
  if (paint.lines || paint.in_channels != paint.out_channels)
    exchange.paint = &paint;

  return ce_exchange_write (&exchange, &all, error) ? g_steal_pointer (&buffer) : NULL;
}

/* A CeRowsFunc. */
static void
rows_arrived (int y, int n_rows, gpointer session)
{
  ce_session_rows_arrived (session, y, n_rows);
}

static CeSession *
render (const CeRun *run, GeglBuffer *input, GError **error)
{
  const GeglRectangle  *area = gegl_buffer_get_extent (input);
  CeExchange            exchange = { .buffer = input, .x = area->x, .y = area->y };
  GeglRectangle         all = { 0, 0, area->width, area->height };
  g_autoptr (CeSession) session = NULL;
  CePlace               chosen;
  CeView                view;

  ce_pixels_init (&exchange.pixels, gegl_buffer_get_format (input), FALSE);
  view = (CeView) { NULL, 0, area->width, area->height, exchange.pixels.channels, exchange.pixels.type };
  chosen = ce_choose_place (&place, run->filter, &run->params, &view, CE_USE_LIVE);
  session = ce_session_new (run->filter, &chosen, view.width, view.height, view.channels, view.type, error);
  if (! session)
    return NULL;

  exchange.view = ce_session_get_source (session);
  ce_session_begin (session, &run->params);
  if (! ce_session_open (session, error) || ! ce_exchange_read (&exchange, &all, rows_arrived, session, error)
      || ! ce_session_render (session, &run->params, NULL, NULL, error))
    return NULL;

  return g_steal_pointer (&session);
}

/* Names @path's file on the disk once it is all there. */
static gboolean
sync_file (const char *path, GError **error)
{
  int      fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean synced = fd >= 0 && fsync (fd) == 0;

  if (! synced)
    refuse (error, g_strerror (errno));
  if (fd >= 0)
    close (fd);

  return synced;
}

static gboolean
write_part (const CeRun *run, GeglBuffer *buffer, int input, const char *part, GError **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d/%s", run->part, part);
  g_autofree char *source = g_strdup_printf ("/proc/self/fd/%d", input);
  g_autofree char *said = NULL;
  gboolean         saved = ce_codec_save (buffer, path, run->quality, error);

  said = ce_said_take (STDERR_FILENO);
  if (said)
    {
      g_clear_error (error);
      return refuse (error, said);
    }

  return saved && (! run->metadata || ce_codec_metadata (source, path, error)) && sync_file (path, error);
}

static gboolean
exists (const CeRun *run, const char *name)
{
  return ! run->overwrite && faccessat (run->folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* No result comes after this one where the disk is full or cannot be written. */
static gboolean
ends_the_run (const char *message)
{
  static const int reasons[] = { ENOSPC, EDQUOT, EROFS, EIO };

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (strstr (message, g_strerror (reasons[i])))
      return TRUE;

  return FALSE;
}

static void
note (CeAnswer *answer, CeSession *session, GeglBuffer *buffer)
{
  const char *fallback = ce_session_get_fallback (session);
  CePlace     cuda = ce_place (CE_BACKEND_CUDA);

  answer->width = gegl_buffer_get_width (buffer);
  answer->height = gegl_buffer_get_height (buffer);
  answer->compute_ms = ce_session_get_times (session).total_ms;
  answer->params = *ce_session_get_params (session);
  g_strlcpy (answer->device, ce_session_get_device (session), sizeof answer->device);
  /* A machine without CUDA is not worth a word, a GPU that failed is. */
  if (fallback && ! has_said && ce_backend_start (&cuda, NULL))
    g_snprintf (answer->message, sizeof answer->message,
                _("The GPU could not be used, so the processor computed the same result. %s"), fallback);
  has_said = has_said || fallback;
}

static double
ms_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* The result under its name, which appears when the file is whole. */
static gboolean
put (const CeRun *run, CeAnswer *answer, GeglBuffer *buffer, int input, const CeJob *job, GError **error)
{
  g_autofree char *part = g_strdup_printf ("%d.%s", answer->job, run->format);
  gboolean         written = write_part (run, buffer, input, part, error);

  if (written && exists (run, job->name))
    answer->status = CE_JOB_SKIPPED;
  else if (written && renameat (run->part, part, run->folder, job->name) == 0)
    return TRUE;
  else if (written)
    written = refuse (error, g_strerror (errno));
  unlinkat (run->part, part, 0);
  if (error && *error && ends_the_run ((*error)->message))
    answer->status = CE_JOB_STOP;

  return written;
}

static gboolean
filter_file (const CeRun *run, CeAnswer *answer, const CeJob *job, int fd, const char *loader, GError **error)
{
  gint64                 start = g_get_monotonic_time ();
  g_autoptr (GeglBuffer) input = read_input (fd, loader, error);
  g_autoptr (GeglBuffer) buffer = NULL;
  g_autoptr (CeSession)  session = NULL;

  if (! input)
    return FALSE;
  answer->decode_ms = ms_since (start);

  session = render (run, input, error);
  buffer = session ? result_buffer (run, session, input, error) : NULL;
  if (! buffer)
    return FALSE;
  note (answer, session, buffer);
  g_clear_object (&input);
  g_clear_pointer (&session, ce_session_free);

  start = g_get_monotonic_time ();
  if (! put (run, answer, buffer, fd, job, error))
    return FALSE;
  answer->encode_ms = ms_since (start);

  return TRUE;
}

/**
 * ce_worker_do:
 * @run: what is to be done
 * @answer: (inout): its job is the number of one of @run's jobs; the rest is
 *   filled in
 *
 * Filters one file.
 */
void
ce_worker_do (const CeRun *run, CeAnswer *answer)
{
  const CeJob       *job = g_ptr_array_index (run->jobs, answer->job);
  g_autoptr (GError) error = NULL;
  const char        *loader;
  int                fd = -1;

  answer->status = CE_JOB_DONE;
  if (exists (run, job->name))
    {
      answer->status = CE_JOB_SKIPPED;
      return;
    }

  loader = has_color ? open_input (job->input, &fd, &error) : NULL;
  if (! has_color)
    g_set_error (&error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("“%s” is no color."), run->color);
  if (! loader || ! filter_file (run, answer, job, fd, loader, &error))
    {
      /* Neither a color nor a place that was named will be there for the next file. */
      if (answer->status != CE_JOB_STOP)
        answer->status = ce_error_is_unavailable (error) ? CE_JOB_STOP : CE_JOB_FAILED;
      g_strlcpy (answer->message, error->message, sizeof answer->message);
    }
  if (fd >= 0)
    close (fd);
}
