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
#include "live/recipes.h"

G_BEGIN_DECLS

/* Errors of the system, by errno. */
#define CE_ERRNO (g_quark_from_static_string ("cuda-edges-errno"))

/* What results can be written as: @lossy ones have a quality. */
typedef struct
{
  const char *name, *endings[10];
  CeType      finest;
  gboolean    lossy;
  const char *compressions[11];
} CeFormat;

/* CE_JOB_GIVEN_UP: the run ended before. */
typedef enum { CE_JOB_DONE, CE_JOB_SKIPPED, CE_JOB_FAILED, CE_JOB_GIVEN_UP } CeJobStatus;

/* One file; its result's path is below the output folder. What it became stands behind it. */
typedef struct
{
  char           *input, *result;
  const CeFormat *format;       /* of the result */
  char           *refusal;      /* why it is not even tried, or NULL */

  CeJobStatus     status;
  const char     *again;        /* why a result that existed was made again, or NULL */
  int             width, height;
  double          decode_ms, compute_ms, encode_ms;     /* wall times; the second is of the render */
  const char     *device;
  char           *params;       /* for the report: that it was computed with, thresholds that were found included */
  char           *message;      /* why it failed, or what is to be said though it did not, or NULL */
} CeJob;

/* All that there is to do; it does not change once the run has begun. */
typedef struct
{
  const CeFilter *filter;
  const CeRecipe *given;        /* a recipe that was named and came with the program, or NULL */
  CeParams        basis, params;        /* before those that were given by themselves; all, for an image of any size */
  CePlace         place;        /* one that was named is that one or nothing */
  guint8          color[3];     /* of lines, red, green and blue, in sRGB */
  const CeFormat *wanted;       /* of all results, or NULL */
  char           *made;         /* what of all this decides the results, one text */
  GHashTable     *inputs;       /* the sources by device and inode, see ce_list_key() */
  GPtrArray      *jobs;         /* of CeJob */
  FILE           *report;       /* where a line of JSON for each file goes, or NULL */

  /* As they were said, or NULL. */
  char           *output, *format, *compression, *suffix, *base, *color_name, *recipe, *device, *files_from, *report_path;
  char          **files, **values;      /* the latter of the filter's parameters */
  int             quality;      /* 1 to 100, or -1 */
  int             n_in_flight;
  gboolean        bare, overwrite, if_newer, dry_run, quiet;
} CeRun;

/* An open file. */
typedef struct
{
  VipsImage  *image;            /* upright, gray or RGB, with alpha or without; rows are decoded when they are asked for */
  CeView      view;             /* its size, channels and type as a session has them; no data */
  double      needs;            /* bytes of memory, about */
  const char *note;             /* what is to be said of it, or NULL */
} CePicture;

gboolean    ce_refuse             (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

gboolean    ce_run_goes_on        (GError **error);
int         ce_run                (CeRun *run);

gboolean    ce_list_jobs          (CeRun *run, GError **error);
char       *ce_list_key           (const struct stat *info);

gboolean    ce_codec_start        (const char *program, GError **error);
const CeFormat *ce_format_find    (const char *name, const char *ending);
gboolean    ce_format_works       (const CeFormat *format, GError **error);
char       *ce_codec_get_record   (const char *path);
gboolean    ce_codec_open         (const char *path, CePicture *picture, GError **error);
gboolean    ce_codec_prepare      (CePicture *picture, GError **error);
gboolean    ce_codec_read         (const CePicture *picture, CeSession *session, GError **error);
char       *ce_codec_encode       (const CeRun *run, const CeFormat *format, const char *record, const CePicture *picture,
                                   CeSession *session, gsize *n, GError **error);
char       *ce_codec_take_error   (void);

gboolean    ce_recipe_load        (CeRun *run, const char *name, GError **error);
gboolean    ce_params_fit         (const CeRun *run, int size, CeParams *params, GError **error);
double      ce_memory_free_bytes  (void);

char       *ce_record_describe    (const CeRun *run);
char       *ce_record_new         (const CeRun *run, const CeJob *job, const struct stat *source);
gboolean    ce_record_compare     (const char *found, const char *wanted, const char **again, GError **error);
char       *ce_record_into_xmp    (const char *record, const char *xmp, gsize size);
char       *ce_record_from_xmp    (const char *xmp, gsize size);

gboolean    ce_fail_errno         (GError **error, int reason);
gboolean    ce_output_make        (const char *path, GError **error);
gboolean    ce_output_write       (const char *path, const struct stat *old, const char *bytes, gsize n, GError **error);

gboolean    ce_report_begin       (CeRun *run, GError **error);
void        ce_report_add         (const CeRun *run, const CeJob *job);
void        ce_report_show        (const CeRun *run);
int         ce_report_end         (CeRun *run, gboolean complete);

G_END_DECLS

#endif
