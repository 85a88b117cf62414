/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files of the dialog: dialog.c runs it, dialog-layout.c places its widgets, dialog-appearance.c derives the preview
 * from parameters and GIMP's state, dialog-current.c checks the layer, dialog-canvas.c shows the result in GIMP and folds
 * the preview, dialog-shown.c traces, dialog-state.c remembers size and view; parts.c has the filter's own widgets; each of
 * compare.c, help.c, line-color.c, screen-colors.c, source-label.c, status.c and tools.c is one widget.
 */
#ifndef CE_DIALOG_PRIVATE_H
#define CE_DIALOG_PRIVATE_H

#include <libgimp/gimpui.h>

#include "controls.h"
#include "device-row.h"
#include "dialog.h"
#include "loader.h"
#include "edges.h"
#include "ui/preview/preview.h"
#include "live/trace.h"
#include "undo.h"

/* Icons of the status line: what the user may want to change, and what went wrong. */
#define CE_STATUS_ADVICE "dialog-information"
#define CE_STATUS_ERROR "dialog-warning"

typedef struct
{
  GimpProcedureDialog  *dialog;
  GimpProcedureConfig  *config;
  const CeFilter       *filter;
  const CeDialogSource *source;

  CePreview            *preview;
  GtkWidget            *status;
  GtkWidget            *status_icon;
  GtkWidget            *status_text;
  GtkWidget            *progress;
  GtkWidget            *time;            /* of the last render, and what computed it */
  GtkWidget            *recipes;
  CeDeviceRow          *devices;
  CePlace               place;           /* that is chosen */
  gboolean              placed;          /* it is known */
  GtkWidget            *histogram;
  GtkWidget            *stages;          /* (nullable) of a filter that has some */
  gboolean              stages_placed;   /* they show what they are to */
  CeEdges              *edges;           /* (nullable) Canny's */
  CeParams              last;            /* of Canny: values before the last change */
  double                low;             /* thresholds as the user set them, whichever one may have pushed since */
  double                high;
  gboolean              pushing;         /* not the user */
  GtkWidget            *within;          /* whether only what is selected is counted; hidden where everything is */

  CeRender             *render;
  CeLoader             *loader;
  CeSelection          *selection;
  GtkBuilder           *tools;
  GtkWidget            *advanced;        /* folds what few need */
  GtkWidget            *file;            /* (nullable) that lines go to */
  GtkWidget            *line_color;
  GtkWidget            *line_color_row;
  GeglColor            *first_color;     /* (nullable) the foreground before the user chose another one here */
  GtkWidget            *preview_side;
  GtkWidget            *help;
  char                 *manual;          /* (nullable) the filter's page, if it is there */
  GtkWidget            *manual_failure;  /* why it could not be opened */
  CeControls           *rows;            /* of the parameters */
  GtkWidget            *bottom;          /* of the preview's side: where the status line is beside it */
  GtkWidget            *unfolded;        /* whether the preview is shown beside the canvas */
  gboolean              is_folded;       /* it is not */
  int                   full_width;      /* of the window that has it */
  int                   full_height;
  GtkWidget            *noise;           /* (nullable) how much there is */
  GtkWidget            *controls;        /* the side of the parameters */
  int                   controls_width;  /* to be restored; 0: as wide as it likes, -1: done */
  int                   wanted_width;    /* of it, as the user or the first opening had it */
  int                   sides_width;     /* of both sides, when they were last allocated */
  GdkMonitor           *monitor;         /* whose colors the preview shows */
  CeUndo               *undo;
  struct _CeCompare    *compare;         /* (nullable) the window that is open */
  guint                 timer;
  GtkWidget            *canvas;          /* (nullable) whether to show the result there, too */
  guint                 canvas_source;   /* will show it */

  CeParams              params;          /* that OK applies */
  int                   viewed_stage;    /* that the preview shows, if OK makes another one; else -1 */
  CeLook                look;            /* likewise */
  guint                 generation;      /* of the last request */
  guint                 answered;        /* of the last event */
  gboolean              seen;            /* a result was drawn */
  gboolean              bolder;          /* its lines are drawn bolder than they are, says the trace */
  guint                 drawn;           /* the last of them */
  guint                 drawn_source;    /* tells the trace */
  gboolean              failed;          /* so was the last request */
  gboolean              checking;        /* whether the layer is as it was read */
  gboolean              current;         /* it is, or was a moment ago */
  gboolean              again;           /* it is being read anew */
  gboolean              refused;         /* OK is not to be had */
  char                 *refusal;         /* (nullable) why OK would fail, or has */
  gint64                requested;       /* when */
  int                   n_arrived;
  int                   height;
} CeDialog;

/* dialog.c */
void        ce_dialog_request              (CeDialog *self);

/* dialog-layout.c */
void        ce_dialog_tell_noise           (CeDialog *self, double noise);
void        ce_dialog_fill                 (CeDialog *self);

/* dialog-appearance.c */
int         ce_dialog_get_stage            (CeDialog *self);
CeParams    ce_dialog_get_shown            (CeDialog *self);
void        ce_dialog_show_params          (CeDialog *self);
void        ce_dialog_view_stage           (CeDialog *self, int stage);
char       *ce_dialog_explain_viewed       (CeDialog *self);
CeLook      ce_dialog_get_look             (CeDialog *self, const CeParams *params);
const char *ce_dialog_explain_cut          (CeDialog *self);
const char *ce_dialog_explain_blend        (CeDialog *self);

/* dialog-current.c */
void        ce_dialog_check                (CeDialog *self);
gboolean    ce_dialog_is_within            (CeDialog *self);
void        ce_dialog_begin_reading        (CeDialog *self);
void        ce_dialog_read_anew            (CeDialog *self);
void        ce_dialog_checked              (gboolean same, const GError *error, gpointer self);
void        ce_dialog_check_always         (CeDialog *self);

/* dialog-canvas.c */
void        ce_dialog_add_canvas           (CeDialog *self, GtkBox *box);
void        ce_dialog_canvas_follow        (CeDialog *self);
void        ce_dialog_canvas_end           (CeDialog *self);

/* dialog-shown.c */
void        ce_dialog_tell_places          (GtkWidget *dialog);
void        ce_dialog_shown                (CePreview *preview, guint generation, CeDialog *self);

/* dialog-state.c */
void        ce_dialog_recall               (CeDialog *self);
void        ce_dialog_remember             (CeDialog *self);

/* parts.c */
const char *ce_dialog_get_histogram_param  (CeDialog *self);
GtkWidget  *ce_dialog_stages_new           (CeDialog *self);
GtkWidget  *ce_dialog_histogram_new        (CeDialog *self);
void        ce_dialog_show_values          (CeDialog *self, const CeParams *shown);
const char *ce_dialog_explain_values       (CeDialog *self, const CeEvent *event);
void        ce_dialog_handle_parts         (CeDialog *self, const CeEvent *event);

/* compare.c */
void        ce_dialog_show_comparison      (CeDialog *self, const CeComparison *comparison);
void        ce_dialog_compare              (CeDialog *self);

/* help.c */
void        ce_dialog_show_help            (CeDialog *self);
GtkWidget  *ce_dialog_help_new             (CeDialog *self);

/* lines.c */
char       *ce_dialog_get_svg              (CeDialog *self);
gboolean    ce_dialog_shows_lines          (CeDialog *self, const CeParams *params);
void        ce_dialog_ask_lines            (CeDialog *self, CeRequest *request);
void        ce_dialog_set_lines_look       (CeLook *look);
void        ce_dialog_handle_lines         (CeDialog *self, const CeEvent *event);
void        ce_dialog_add_file             (CeDialog *self, GtkBox *strip);

/* line-color.c */
GtkWidget  *ce_dialog_line_color_new       (CeDialog *self);
void        ce_dialog_follow_line_color    (CeDialog *self);
void        ce_dialog_give_line_color_back (CeDialog *self);

/* screen-colors.c */
void        ce_dialog_follow_screen        (CeDialog *self);
void        ce_dialog_get_foreground       (GimpDrawable *drawable, guint8 *color);

/* source-label.c */
GtkWidget  *ce_dialog_source_label_new     (CeDialog *self);

/* status.c */
GtkWidget  *ce_dialog_status_new           (CeDialog *self);
void        ce_dialog_say                  (CeDialog *self, const char *icon, const char *text);
void        ce_dialog_say_rendered         (CeDialog *self, const CeEvent *event);
void        ce_dialog_set_progress         (CeDialog *self, double share);

/* tools.c */
GtkWidget  *ce_dialog_tools_new            (CeDialog *self);

#endif
