/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What libFuzzer calls, and alone.c where that is not used. What must not be
 * ends the process with a message.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "../support.h"

int      LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

char    *fuzz_file         (const guint8 *data, gsize size);
gboolean fuzz_is_as_before (const char *path, const guint8 *data, gsize size);

/* What was not taken; 0, for libFuzzer. */
static inline int
fuzz_refused (const GError *error)
{
  if (! error || ! test_is_sentence (error->message))
    g_error ("refused without a sentence: %s", error ? error->message : "nothing");

  return 0;
}

#endif
