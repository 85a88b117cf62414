/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small pictures made from a number, and the contract's floats in their middle. find-ties searches numbers with a tie, and
 * known-ties.c lists them.
 */
#pragma once

#include "support.h"

#define TIE_MOST 47             /* columns and rows: a radius of 21, and two more on each side */

#define TIE_ALIKE 4096

/* Bytes or words of a gray or RGB picture; @side is odd. */
typedef struct
{
  CeType  type;
  int     side;
  int     channels;
  guint16 v[TIE_MOST * TIE_MOST * 3];
} TiePicture;

/* Blurred levels of the five columns and rows in the middle. */
typedef struct
{
  float v[5][5];
} TieLevels;

/* The layout of a drawn picture's levels from its profile. */
typedef enum
{
  TIE_COLUMNS,
  TIE_ROWS,
  TIE_FALLING,                  /* along x + y, so that the gradient points down and to the right */
  TIE_RISING,
  TIE_SPOT                      /* two levels: around, and in the middle */
} TieLayout;

/* The format in which a filter gets a picture. */
typedef struct
{
  CeType   type;
  int      channels;
  gboolean is_huge;             /* one float, far away, has an infinite square */
  gboolean is_transparent;      /* one pixel, far away, is transparent */
} TieFormat;

/* The expected middle. */
typedef enum
{
  TIE_BLACK,
  TIE_GRAY,                     /* 128 */
  TIE_WHITE,
  TIE_NOT_BLACK,
  TIE_UNCHANGED,                /* as it was */
  TIE_CHANGED
} TieMiddle;

/* One parameter set after the other in one session. */
typedef struct
{
  int       n;
  char      params[8][112];
  TieMiddle middle[8];
} TieAnswers;

#define TIE_N_FORMATS 13

extern const TieFormat tie_formats[TIE_N_FORMATS];

int      tie_side         (double sigma);
void     tie_picture      (TiePicture *picture, CeType type, int channels, double sigma, guint64 number);
void     tie_draw         (TiePicture *picture, int side, TieLayout layout, const guint8 *profile);
void     tie_blur         (const TiePicture *picture, double sigma, int reach, TieLevels *levels);
void     tie_gradient     (const TieLevels *levels, int x, int y, float *dx, float *dy);
float    tie_laplacian    (const TieLevels *levels, int x, int y);
gboolean tie_is_flat      (float dx, float dy);
gboolean tie_is_steep     (float dx, float dy);

/* Checks that parameters make @middle of the middle, on every backend and in every format that fits; one test line. */
void     tie_expect       (TieAnswers *answers, TieMiddle middle, const char *format, ...) G_GNUC_PRINTF (3, 4);
gboolean tie_format_holds (const char *filter, const TiePicture *picture, const TieFormat *format,
                           const TieAnswers *answers);
void     tie_known        (const char *what, const char *filter, const TiePicture *picture, const TieAnswers *answers);
