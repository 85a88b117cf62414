/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A filter on many files: a run has jobs, and some of them are in flight at a time.
 */
#pragma once

#include <stdio.h>
#include <sys/stat.h>
#include <vips/vips.h>

#include "engine/cuda-edges.h"
#include "live/recipes.h"
#include "tags.h"

/* Errors of the system, by errno, and of libvips, which has no codes. */
#define CE_ERRNO (g_quark_from_static_string ("cuda-edges-errno"))
#define CE_VIPS  (g_quark_from_static_string ("cuda-edges-vips"))

/* No checksum yet: a record ends with it until its file is whole. */
#define CE_NO_SUM "0000000000000000"

/* Threads of libvips that bring the rows of a picture, or take them; each holds some hundred, and a codec is one thread. */
#define CE_ROW_THREADS 2

/* A format that results are written in; @lossy formats have a quality. @longest: the most pixels on a side, 0 for any. */
typedef struct
{
  const char *name, *endings[10];
  int         n_own;
  CeType      finest;
  gboolean    lossy;
  const char *compressions[11];
  int         longest;
} CeFormat;

/* CE_JOB_GIVEN_UP: the run ended before the job. */
typedef enum { CE_JOB_DONE, CE_JOB_SKIPPED, CE_JOB_FAILED, CE_JOB_GIVEN_UP } CeJobStatus;

/* One file and its result, whose path is below the output folder; from @status on it is the outcome. */
typedef struct
{
  char           *input, *result;
  const CeFormat *format;       /* of the result */
  char           *refusal;      /* the reason not to try it, or NULL */

  CeJobStatus     status;
  gboolean        is_taken;     /* another run made a file of the result's name meanwhile */
  const char     *again;        /* interned: the reason to make a result again that exists, or NULL */
  int             width, height, n_paths;       /* n_paths: of lines */
  double          needs;        /* bytes of memory at the most, as they were estimated */
  double          decode_ms, compute_ms, encode_ms;     /* wall times; compute_ms is of the render alone */
  const char     *device;
  char           *params;       /* for the report: the parameters, with thresholds that were found */
  CeFound         found;        /* for the report */
  char           *message;      /* the reason of a failure, or a note on a result, or NULL */
} CeJob;

/* What folders have and is not filtered: results of their own, raw files, and folders that are none of the user's. */
typedef struct { guint results, raws, folders; } CeLeftOut;

/* A command; it does not change once the run has begun. */
typedef struct
{
  const CeFilter *filter;
  const CeRecipe *given;        /* the program's own recipe that was named, or NULL */
  CeParams        basis, params;        /* without and with the options, for an image of any size */
  CePlace         place;        /* a device that was named has no fallback */
  guint8          color[3];     /* of lines, red, green and blue, in sRGB */
  const CeFormat *wanted;       /* of all results, or NULL */
  char           *made;         /* the part that decides the results, as text */
  GHashTable     *inputs;       /* the sources by device and inode, see ce_list_key() */
  GPtrArray      *jobs;         /* of CeJob */
  CeLeftOut       left_out;
  FILE           *report;       /* where a line of JSON for each file goes, or NULL */

  /* The options as they were written, or NULL. */
  char           *output, *format, *compression, *suffix, *base, *color_name, *recipe, *device, *files_from, *report_path;
  char          **files, **values;      /* the values are of the filter's parameters */
  int             quality;      /* 1 to 100, or -1 */
  int             n_in_flight;
  const char     *name;         /* of the only result, NULL if results are named after their files */
  gboolean        from_stdin, to_stdout;
  gboolean        svg, bare, overwrite, if_newer, dry_run, quiet;
} CeRun;

/* An open file. */
typedef struct
{
  VipsImage  *image;            /* upright, gray or RGB, with alpha or without; libvips decodes rows on demand */
  CeView      view;             /* its size, channels and type as a session has them; no data */
  double      needs;            /* bytes of memory at the most, of ce_memory_estimate() */
  const char *note;             /* a sentence for the user, or NULL */
  CeTags      tags;             /* what its file says, of the upright image; code points that no profile describes */
} CePicture;

gboolean    ce_refuse             (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean    ce_fail_errno         (GError **error, int reason);
void        ce_run_catch_signals  (void);
int         ce_run_get_signal     (void);
gboolean    ce_run_goes_on        (GError **error);

int         ce_run                (CeRun *run);

gboolean    ce_list_jobs          (CeRun *run, GError **error);
char       *ce_list_key           (const struct stat *info);

gboolean    ce_codec_start        (const char *program, GError **error);
const CeFormat *ce_format_find    (const char *name, const char *ending);
const CeFormat *ce_format_get     (guint i);
gboolean    ce_format_works       (const CeFormat *format, GError **error);
char       *ce_codec_get_record   (const char *path);
gboolean    ce_codec_open         (const char *path, CePicture *picture, GError **error);
gboolean    ce_codec_prepare      (CePicture *picture, GError **error);
gboolean    ce_codec_read         (CePicture *picture, CeSession *session, GError **error);
gboolean    ce_codec_keeps_colors (const CeRun *run, const CeFormat *format, const CePicture *picture, GError **error);
char       *ce_codec_encode       (const CeRun *run, const CeFormat *format, const char *record, const CePicture *picture,
                                   CeSession *session, gsize *n, const char **left_out, GError **error);
char       *ce_codec_take_error   (void);
char       *ce_codec_list_extras  (const CePicture *picture);
char       *ce_mend               (char *bytes, gsize *n, const CeFormat *format, const CeTags *tags, gboolean with_colors);
char       *ce_svg_encode         (const CeLines *lines, const char *record, const CePicture *picture, double mm,
                                   CeProgressFunc progress, gsize *n, GError **error);

const CeFilter *ce_filter_in_order (guint i);
gboolean    ce_options_parse      (CeRun *run, int argc, char **argv, GError **error);
void        ce_options_complete   (CeRun *run, int n, char **words);
gboolean    ce_ends_set           (CeRun *run, GError **error);
const char *ce_ends_get_source    (const CeRun *run, const CeJob *job, GError **error);

char      **ce_recipe_list        (const CeFilter *filter);
gboolean    ce_recipe_load        (CeRun *run, const char *name, GError **error);
gboolean    ce_params_fit         (const CeRun *run, int size, CeParams *params, GError **error);
double      ce_memory_free_bytes  (void);
double      ce_memory_estimate    (const CeRun *run, const CeFormat *format, VipsImage *image);

char       *ce_record_describe    (const CeRun *run);
char       *ce_record_new         (const CeRun *run, const CeJob *job, const struct stat *source, const char *path);
gboolean    ce_record_compare     (const CeRun *run, const char *found, const char *wanted, const char *input,
                                   const char **again, GError **error);
gboolean    ce_record_is_ours     (const CeRun *run, const char *found, const char *path, GError **error);
char       *ce_record_into_xmp    (const char *record, const char *xmp, gsize size, gboolean *whole);
char       *ce_record_from_xmp    (const char *xmp, gsize size);
char       *ce_xmp_put            (char *bytes, gsize *n, const char *xmp, gsize size);

char       *ce_seal_of_source     (const char *path);
gboolean    ce_seal_is_in         (const char *bytes, gsize n, const char *record);
gboolean    ce_seal_put           (char *bytes, gsize n, const char *record);
gboolean    ce_seal_is_whole      (const char *path, const char *found);

gboolean    ce_output_check       (const char *path, GError **error);
gboolean    ce_output_write       (const char *path, const struct stat *old, const char *bytes, gsize n, GError **error);
gboolean    ce_output_send        (int fd, const char *bytes, gsize n, GError **error);

gboolean    ce_report_begin       (CeRun *run, GError **error);
void        ce_report_add         (const CeRun *run, const CeJob *job);
int         ce_report_end         (CeRun *run, gboolean complete);
