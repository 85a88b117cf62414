/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that ce-bench and ladder share: options, a description of the machine, medians.
 */
#pragma once

#include <glib.h>

/**
 * BenchOptions:
 * @sizes: "512x512,6000x4000"
 * @only: text that names have to contain or begin with, or %NULL
 * @json_file: file for all results, or %NULL
 * @n_rounds: at most
 * @budget: seconds; no round begins later, from the third on
 *
 * Given with their defaults.
 */
typedef struct
{
  char  *sizes;
  char  *only;
  char  *json_file;
  int    n_rounds;
  double budget;
} BenchOptions;

typedef void (*BenchSizeFunc) (int width, int height, gpointer data);

gboolean bench_options_parse (BenchOptions *options, const GOptionEntry *more, int argc, char **argv);
void     bench_for_sizes     (const char *sizes, BenchSizeFunc func, gpointer data);
char    *bench_machine       (const char *program, int argc, char **argv);
gboolean bench_save          (const BenchOptions *options, const char *json);
double   bench_median        (double *values, int n);
