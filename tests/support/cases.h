/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random cases for comparing backends: images and parameters.
 */
#pragma once

#include "support.h"

/* The largest size of images: CASES_SMALL is for sanitizers, because they are a hundred times slower. */
typedef enum { CASES_SMALL, CASES_NORMAL } CasesScale;

typedef struct
{
  CeView image;
  char  *text;          /* for people: size, format, content */
} TestCase;

void test_case_init   (TestCase *one, CasesScale scale, TestRandom *random);
void test_case_clear  (TestCase *one);
void test_case_params (CeParams *params, const CeFilter *filter, double change, TestRandom *random);
void test_params_copy (CeParams *params, const CeParams *from, const CeParam *param);
CeArea test_random_area (const CeView *image, TestRandom *random);

/* A CeProgressFunc that cancels after @calls calls. */
gboolean test_give_up (double share, gpointer calls);
