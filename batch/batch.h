/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A filter on many files: a run has jobs, workers in processes of their own
 * take one after the other, so a file that ends its reader ends nothing else.
 */
#ifndef CE_BATCH_H
#define CE_BATCH_H

#include "engine/filters.h"

G_BEGIN_DECLS

/**
 * CeJob:
 * @input: bytes of a path
 * @name: bytes of the result's name in the output folder
 * @refusal: (nullable): why it is not even tried
 *
 * One file.
 */
typedef struct
{
  char *input;
  char *name;
  char *refusal;
} CeJob;

/**
 * CeRun:
 * @params: of @filter; a named backend is that one or nothing
 * @color: of lines, as GEGL reads colors
 * @format: ending of the results: "png"
 * @quality: of JPEG and WebP, 1 to 100
 * @metadata: whether EXIF, IPTC and XMP are taken over
 * @overwrite: whether results that exist are made again
 * @n_workers: processes
 * @output: bytes of the path of the output folder
 * @folder: the same, open
 * @part: a hidden folder in it, open and locked, for what is not whole yet
 * @part_name: its name
 * @jobs: of #CeJob
 *
 * All that a worker has to know; it does not change once the run has begun.
 */
typedef struct
{
  const CeFilter *filter;
  CeParams        params;
  const char     *color;
  const char     *format;
  int             quality;
  gboolean        metadata;
  gboolean        overwrite;
  int             n_workers;
  const char     *output;
  int             folder;
  int             part;
  char           *part_name;
  GPtrArray      *jobs;
} CeRun;

typedef enum { CE_JOB_DONE, CE_JOB_SKIPPED, CE_JOB_FAILED, CE_JOB_STOP } CeJobStatus;

/**
 * CeAnswer:
 * @status: %CE_JOB_STOP: it failed, and so will all others
 * @decode_ms, @compute_ms, @encode_ms: wall times; the second is of the render
 * @device: what computed it
 * @params: that it was computed with, thresholds that were found included
 * @message: why it failed, or what is to be said though it did not
 *
 * What a worker says about a job.
 */
typedef struct
{
  CeJobStatus status;
  int         job;
  int         width;
  int         height;
  double      decode_ms;
  double      compute_ms;
  double      encode_ms;
  char        device[128];
  CeParams    params;
  char        message[1024];
} CeAnswer;

GPtrArray *ce_list_jobs    (char **files, const char *files_from, const char *format, const char *output, GError **error);
void       ce_worker_start (const CeRun *run, int number);
void       ce_worker_do    (const CeRun *run, CeAnswer *answer);

G_END_DECLS

#endif
