/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that the engine's tests share: TAP lines, random numbers, test images, a call that renders, and the list of
 * backends.
 */
#pragma once

#include "engine/backend.h"
#include "engine/filters.h"

G_BEGIN_DECLS

/* TAP. A test prints one line for each thing it claims; test_done() prints the
 * plan and gives main() its exit status. */
gboolean test_ok   (gboolean ok, const char *format, ...) G_GNUC_PRINTF (2, 3);
void     test_skip (const char *reason, const char *format, ...) G_GNUC_PRINTF (2, 3);
void     test_note (const char *format, ...) G_GNUC_PRINTF (1, 2);
int      test_done (void);

/* Returns a time limit: the seconds that this machine may take for @seconds of an idle one. */
guint    test_patience (guint seconds);

/* Messages are one sentence for a user; an error has to be of @code and one. */
gboolean test_is_sentence (const char *text);
void     test_error (const GError *error, CeError code, const char *what);
void     test_unavailable (const GError *error, const char *what);

/* Random numbers that depend on the seed alone, on every machine. */
typedef struct
{
  guint64 state;
} TestRandom;

guint64  test_random        (TestRandom *random);
int      test_random_int    (TestRandom *random, int low, int high);
double   test_random_double (TestRandom *random, double low, double high);
gboolean test_random_chance (TestRandom *random, double share);

/* Images with packed rows; free with test_image_clear(). */
typedef enum
{
  TEST_NATURAL,
  TEST_NOISE,
  TEST_FEW_LEVELS,
  TEST_SHAPES,
  TEST_SPARSE,
  TEST_RAMP,
  TEST_FLAT,
  TEST_N_CONTENTS
} TestContent;

typedef enum
{
  TEST_ALPHA_OPAQUE,
  TEST_ALPHA_SOME,
  TEST_ALPHA_SHAPES,
  TEST_ALPHA_NOISE,
  TEST_ALPHA_NONE,
  TEST_N_ALPHAS
} TestAlpha;

extern const char *const test_type_names[];     /* of each CeType */

void     test_image_init    (CeView *image, int width, int height, int channels, CeType type);
void     test_image_put     (CeView *image, int x, int y, int channel, double level);
void     test_image_clear   (CeView *image);
gsize    test_image_row     (const CeView *image);
void     test_image_fill    (CeView *image, TestContent content, TestAlpha alpha, TestRandom *random);
void     test_image_natural (CeView *image, guint64 seed);
void     test_image_special (CeView *image, double share, TestRandom *random);
void     test_image_fade    (CeView *image, int powers);

/* The first sample in which two views of one format differ, as text; NULL if
 * there is none. */
char    *test_image_diff    (const CeView *a, const CeView *b);

/* Returns the place of a valid text; "auto:cuda" is a CUDA that was chosen, not named. */
CePlace  test_place         (const char *text);

/* An open session for images of the format of @image. */
CeSession *test_session_empty (const CeFilter *filter, const char *backend, const CeView *image, gboolean keeps,
                               GError **error);

/* The same with all rows of @image, announced in a few bands. */
CeSession *test_session_new (const char *filter, const char *backend, const CeView *image, gboolean keeps, GError **error);

/* Renders once; @result is initialised with a packed copy. */
gboolean test_render        (const char *filter, const char *backend, const char *params,
                             const CeView *image, CeView *result, GError **error);

/* Names of backends with their variants, "cpu:plain" first; a backend that
 * cannot start is reported as skipped. */
char   **test_backends      (const char *only);

G_END_DECLS
