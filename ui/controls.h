/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters of a filter as rows of a dialog, made from the catalogue.
 */
#ifndef CE_CONTROLS_H
#define CE_CONTROLS_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"

typedef struct
{
  GtkWidget           *box;          /* what is scrolled */
  GtkWidget           *advanced;     /* rows that few need, folded */
  GtkWidget           *strip;        /* rows that say what OK will do */
  GtkWidget           *output;       /* the first of them */

  GimpProcedureConfig *config;       /* from here on its own */
  const CeFilter      *filter;
  GtkWidget          **rows;         /* one per parameter */
  GtkSizeGroup        *units;
  gulong               handler;
} CeControls;

CeControls *ce_controls_new        (GimpProcedureDialog *dialog, GimpProcedureConfig *config, const CeFilter *filter);
GtkWidget  *ce_controls_get_row    (CeControls *controls, const char *name);
void        ce_controls_set_narrow (CeControls *controls, gboolean narrow);
void        ce_controls_insert     (CeControls *controls, const char *after, GtkWidget *widget, gboolean grows);
void        ce_controls_put_first  (CeControls *controls, GtkWidget *widget, GtkWidget *label);
void        ce_controls_finish     (GtkWidget *widget);

#endif
