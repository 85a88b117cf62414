/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A filter on many files: a run has jobs, some of which are in flight at a time.
 */
#ifndef CE_BATCH_H
#define CE_BATCH_H

#include <stdio.h>
#include <sys/stat.h>
#include <vips/vips.h>

#include "engine/session.h"

G_BEGIN_DECLS

/* Errors of the system, by errno. */
#define CE_ERRNO (g_quark_from_static_string ("cuda-edges-errno"))

/**
 * CeJob:
 * @input: bytes of a path
 * @result: bytes of the result's path below the output folder
 * @format: of the result: "png"
 * @refusal: (nullable): why it is not even tried
 *
 * One file.
 */
typedef struct
{
  char       *input;
  char       *result;
  const char *format;
  char       *refusal;
} CeJob;

/**
 * CeRun:
 * @params: of @filter
 * @place: where to compute; one that was named is that one or nothing
 * @size: the longer side, in pixels, of the images that a recipe is meant for; 0: of all
 * @scaled: names of the parameters that grow with larger images
 * @color: of lines, red, green, blue and coverage, from 0 to 1, in sRGB
 * @format: (nullable): of the results; %NULL: each has that of its source
 * @quality: 1 to 100, or -1
 * @compression: (nullable): of PNG or TIFF
 * @suffix: (nullable): of the results' names
 * @base: (nullable): the folder below which sources keep their tree
 * @made: what of all this decides the results, one text
 * @inputs: the sources by device and inode, see ce_list_key()
 * @jobs: of #CeJob
 *
 * All that there is to do; it does not change once the run has begun.
 */
typedef struct
{
  const CeFilter *filter;
  CeParams        params;
  CePlace         place;
  int             size;
  char          **scaled;
  float           color[4];
  const char     *format;
  int             quality;
  const char     *compression;
  const char     *suffix;
  const char     *base;
  const char     *output;
  gboolean        bare;
  gboolean        overwrite;
  gboolean        if_newer;
  gboolean        dry_run;
  int             n_in_flight;
  char           *made;
  GHashTable     *inputs;
  GPtrArray      *jobs;
} CeRun;

typedef enum { CE_JOB_DONE, CE_JOB_SKIPPED, CE_JOB_FAILED, CE_JOB_STOP, CE_JOB_GIVEN_UP } CeJobStatus;

/**
 * CeAnswer:
 * @status: %CE_JOB_STOP: it failed, and so will all others; %CE_JOB_GIVEN_UP: the run was interrupted
 * @again: (nullable): why a result that existed was made again
 * @decode_ms, @compute_ms, @encode_ms: wall times; the second is of the render
 * @params: that it was computed with, thresholds that were found included
 * @message: (nullable): why it failed, or what is to be said though it did not
 *
 * What is known about a job that has ended.
 */
typedef struct
{
  CeJobStatus status;
  const char *again;
  int         width;
  int         height;
  double      decode_ms;
  double      compute_ms;
  double      encode_ms;
  char       *device;
  CeParams    params;
  char       *message;
} CeAnswer;

/* Of files that cannot be decoded; the message is a library's. */
#define CE_DECODE_ERROR (g_quark_from_static_string ("cuda-edges-decode-error"))

/**
 * CePicture:
 * @image: upright, gray or RGB, with alpha or without; rows are decoded when they are asked for
 * @view: its size, channels and type as a session has them; no data
 * @is_light: its samples are linear light, which a session has in the curve of sRGB
 * @needs: bytes of memory, about
 * @note: (nullable): what is to be said of it
 *
 * An open file.
 */
typedef struct
{
  VipsImage  *image;
  CeView      view;
  gboolean    is_light;
  double      needs;
  const char *note;
} CePicture;

/**
 * CeSpot:
 * @folder: of the result, open
 * @name: in it
 * @hidden: name of what is written, "" for nothing
 * @fd: the same, open; -1
 * @old: what has the name now
 * @exists: whether anything has
 *
 * Where a result goes.
 */
typedef struct
{
  int         folder;
  const char *name;
  char        hidden[128];
  int         fd;
  struct stat old;
  gboolean    exists;
} CeSpot;

/**
 * CeTally:
 * @run: what is to be done
 * @report: (nullable): where a line of JSON for each file goes
 * @quiet: only failures are said
 * @shows: somebody looks at a terminal
 * @begun, @shown: when, microseconds
 * @counts: by #CeJobStatus; what stopped the run counts as failed
 * @pixels: of the images done
 *
 * What has been done.
 */
typedef struct
{
  const CeRun *run;
  FILE        *report;
  gboolean     quiet;
  gboolean     shows;
  gint64       begun;
  gint64       shown;
  guint        counts[CE_JOB_FAILED + 1];
  double       pixels;
} CeTally;

/* Asked now and then: whether the run goes on. */
gboolean    ce_run_goes_on        (void);
int         ce_run                (const CeRun *run, FILE *report, gboolean quiet);

gboolean    ce_list_jobs          (CeRun *run, char **files, const char *files_from, GError **error);
char       *ce_list_key           (const struct stat *info);

gboolean    ce_codec_start        (const char *program);
gboolean    ce_codec_knows        (const char *ending);
const char *ce_codec_format_of    (const char *ending);
gboolean    ce_codec_can_write    (const char *format, GError **error);
char       *ce_codec_get_record   (int folder, const char *name);
gboolean    ce_codec_open         (int fd, gboolean strict, CePicture *picture, GError **error);
gboolean    ce_codec_prepare      (CePicture *picture, GError **error);
gboolean    ce_codec_read         (const CePicture *picture, CeSession *session, GError **error);
gboolean    ce_codec_write        (const CeRun *run, const CeJob *job, const char *record, const CePicture *picture,
                                   CeSession *session, int fd, GError **error);
char       *ce_codec_take_error   (void);

void        ce_exif_read          (VipsImage *image, int fd);
gboolean    ce_exif_write         (VipsImage *image, int fd);
void        ce_iptc_set           (VipsImage *image, gboolean is_jpeg, gboolean is_tiff);

gboolean    ce_color_parse        (const char *text, float *color);
gboolean    ce_recipe_load        (CeRun *run, const char *name, GError **error);
void        ce_recipe_fit         (const CeRun *run, int size, CeParams *params);
double      ce_memory_free_bytes  (void);

char       *ce_record_describe    (const CeRun *run, const char *color);
char       *ce_record_new         (const CeRun *run, const CeJob *job, const struct stat *source);
char       *ce_record_compare     (const char *found, const char *wanted, const char **again);
char       *ce_record_into_xmp    (const char *record, const char *xmp, gsize size);
char       *ce_record_from_xmp    (const char *xmp, gsize size);

void        ce_set_errno          (GError **error, int reason);
gboolean    ce_output_make        (const char *path, GError **error);
gboolean    ce_spot_find          (CeSpot *spot, const CeRun *run, const CeJob *job, GError **error);
gboolean    ce_spot_begin         (CeSpot *spot, GError **error);
gboolean    ce_spot_finish        (CeSpot *spot, GError **error);
void        ce_spot_leave         (CeSpot *spot);

FILE       *ce_tally_open_report  (const char *path);
void        ce_tally_init         (CeTally *tally, const CeRun *run, FILE *report, gboolean quiet);
void        ce_tally_add          (CeTally *tally, const CeJob *job, const CeAnswer *answer);
void        ce_tally_show         (CeTally *tally);
int         ce_tally_end          (CeTally *tally, gboolean complete);

G_END_DECLS

#endif
