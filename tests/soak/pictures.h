/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws large pictures from a seed, with all threads: repeated photos, noise, edges, rings.
 */
#pragma once

#include "tests/support/support.h"

/* Rows of a task. */
#define ROWS_OF_A_TASK 32

typedef struct
{
  int     width;
  int     height;
  guint8 *rgb;
} Photo;

typedef enum { PHOTOS, NOISE, FEW_LEVELS, EDGES, RINGS, N_KINDS } Kind;

/* A picture; the threads' division of rows does not change it. */
typedef struct
{
  CeView       view;
  Kind         kind;
  const Photo *photo;
  guint64      seed;
  int          a;
  int          b;
  int          depth;           /* of noise, levels */
  gboolean     is_transparent;
} Picture;

Photo photo_load      (const char *name);
void  picture_draw    (Picture *picture, GArray *photos, int side, TestRandom *random);
char *picture_text    (const Picture *picture);
void  rows_in_threads (int height, void (*task) (int task, gpointer data), gpointer data);
