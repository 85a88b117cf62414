/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a kernel is called on the CPU.
 */
#pragma once

#include "threads.h"

G_BEGIN_DECLS

typedef struct
{
  gsize    size;                /* of its arguments together */
  void   (*copy) (void **args, void *to);
  FakeCall run;
} FakeKernel;

/* In the order of the table; not there where the driver was built without them. */
extern const FakeKernel fake_kernels[] __attribute__ ((weak));

G_END_DECLS
