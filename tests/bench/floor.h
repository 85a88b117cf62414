/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The limits of this machine: the time to read the source and to write the result, and the rate of additions.
 */
#pragma once

#include <glib.h>

int      bench_threads          (void);
void     bench_floor_begin      (gsize bytes_in, gsize bytes_out);
void     bench_floor_run        (void);
void     bench_floor_end        (void);
double   bench_additions        (void);

/* Measure the same on the GPU; FALSE without one. */
gboolean bench_device_begin     (gsize bytes_in, gsize bytes_out);
double   bench_device_copy_ms   (void);
double   bench_device_transfer_ms (void);
void     bench_device_end       (void);
