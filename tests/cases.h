/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random cases for comparing backends: images and parameters.
 */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include "support.h"

G_BEGIN_DECLS

/* How large images become: CASES_SMALL is for sanitizers, which slow things
 * down a hundredfold. */
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

/* CeProgressFunc that gives up after so many calls. */
gboolean test_give_up (double share, gpointer calls);

G_END_DECLS

#endif
