/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Large pictures that follow from a seed, drawn by all threads: photos laid out again and again, noise, edges, rings.
 */
#ifndef TESTS_SOAK_PICTURES_H
#define TESTS_SOAK_PICTURES_H

#include "../support.h"

G_BEGIN_DECLS

/* Rows that a task of a thread has. */
#define ROWS_OF_A_TASK 32

typedef struct
{
  int     width;
  int     height;
  guint8 *rgb;
} Photo;

typedef enum { PHOTOS, NOISE, FEW_LEVELS, EDGES, RINGS, N_KINDS } Kind;

/* What is drawn, the same whoever draws which rows. */
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

G_END_DECLS

#endif
