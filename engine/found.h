/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a render found: the one record of it, from the session to the name of a layer.
 */
#ifndef CE_FOUND_H
#define CE_FOUND_H

#include "params.h"

G_BEGIN_DECLS

/**
 * CeFound:
 * @low, @high: thresholds, levels
 * @line_width: of drawn lines, pixels; 0 if none was looked for
 * @largest: the largest sample of a floating-point source, else 0
 * @wider_lines: width of drawn lines that may be missing beside those of @line_width, which was found, pixels; 0 if none may
 * @erased_width, @erased_height: size of the picture whose erased edges were dropped, pixels; 0 if none were; a width of -1
 *   if it was mirrored or turned
 *
 * Values of the catalogue's parameters that a render computed with, and that a picture decides where a call does not, and
 * what a user may have to know of the picture.
 */
typedef struct
{
  double low;
  double high;
  double line_width;
  double largest;
  double wider_lines;
  double erased_width;
  double erased_height;
} CeFound;

void  ce_found_init    (CeFound *found, const CeParams *params, const char *text);
void  ce_found_put     (const CeFound *found, CeParams *params);
char *ce_found_to_text (const CeFound *found);
char *ce_found_note    (const CeFound *found);

G_END_DECLS

#endif
