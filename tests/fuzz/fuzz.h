/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The function that libFuzzer or alone.c calls. A mistake ends the process with a message.
 */
#pragma once

#include "tests/support/support.h"

int      LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

char    *fuzz_file         (const guint8 *data, gsize size);
gboolean fuzz_is_as_before (const char *path, const guint8 *data, gsize size);

/* Returns 0, as libFuzzer requires. */
static inline int
fuzz_refused (const GError *error)
{
  if (! error || ! test_is_sentence (error->message))
    g_error ("refused without a sentence: %s", error ? error->message : "nothing");

  return 0;
}
