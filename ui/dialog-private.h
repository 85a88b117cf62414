/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog, one object whose files share it: dialog.c runs it, dialog-layout.c places its widgets, controls.c has a row
 * for each parameter and devices.c, recipes.c and undo.c have what belongs to these rows, histogram.c, stages.c, edges.c and
 * lines.c have what belongs to a filter, and parts.c decides what they show. dialog-appearance.c derives the preview from
 * parameters and GIMP's state, loader.c reads the layer and dialog-current.c checks it, dialog-canvas.c shows the result in
 * GIMP and folds the preview, dialog-shown.c traces, dialog-state.c remembers size and view; each of the others is a widget.
 */
#ifndef CE_DIALOG_PRIVATE_H
#define CE_DIALOG_PRIVATE_H

#include <libgimp/gimpui.h>

#include "dialog.h"
#include "selection.h"
#include "ui/preview/preview.h"
#include "live/trace.h"

/* Icons of the status line: what the user may want to change, and what went wrong. */
#define CE_STATUS_ADVICE "dialog-information"
#define CE_STATUS_ERROR "dialog-warning"

/* Of a filter, at most. */
#define CE_MAX_STAGES 8

typedef struct
{
  GimpProcedureDialog  *dialog;
  GimpProcedureConfig  *config;
  const CeFilter       *filter;
  const CeDialogSource *source;
  CeRender             *render;
  CeSelection          *selection;

  /* Parameters and results. */
  CeParams    params;            /* that OK applies */
  int         viewed_stage;      /* that the preview shows, if OK makes another one; else -1 */
  CeLook      look;              /* likewise */
  guint       generation;        /* of the last request */
  guint       answered;          /* of the last event */
  gboolean    failed;            /* so was the last request */
  gint64      requested;         /* when */
  guint       timer;             /* shows progress */
  guint       drawn;             /* the last result on the screen, for the trace */
  guint       drawn_source;      /* tells it */
  gboolean    seen;              /* a result was drawn */

  /* Both sides. */
  CePreview  *preview;
  GtkWidget  *preview_side;
  GtkWidget  *bottom;            /* of that: where the status line is beside it */
  GtkWidget  *controls;          /* the side of the parameters */
  int         controls_width;    /* to be restored; 0: as wide as it likes, -1: done */
  int         wanted_width;      /* of it, as the user or the first opening had it */
  int         sides_width;       /* of both sides, when they were last allocated */
  GdkMonitor *monitor;           /* whose colors the preview shows */

  /* Rows of the parameters. */
  GtkWidget **rows;              /* one per parameter */
  GtkWidget  *row_box;           /* of those that are scrolled */
  GtkWidget  *advanced_rows;     /* of those that few need */
  GtkWidget  *advanced;          /* folds them */
  gboolean    unfolding;         /* the user has just unfolded them */
  GtkWidget  *strip;             /* of those that say what OK will do */
  GtkWidget  *output;            /* the first of these */
  GtkWidget  *file;              /* (nullable) that lines go to */
  GtkWidget  *line_color;
  GtkWidget  *line_color_row;
  GeglColor  *first_color;       /* (nullable) the foreground before the user chose another one here */
  GtkWidget  *noise;             /* (nullable) how much there is */
  GtkBuilder *tools;

  /* Status line and help. */
  GtkWidget  *status;
  GtkWidget  *status_icon;
  GtkWidget  *status_text;
  GtkWidget  *progress;
  GtkWidget  *time;              /* of the last render, and what computed it */
  GtkWidget  *help;
  char       *manual;            /* (nullable) the filter's page, if it is there */
  GtkWidget  *manual_failure;    /* why it could not be opened */

  /* Where to compute. */
  CePlace     place;             /* that is chosen */
  gboolean    placed;            /* it is known */
  GtkWidget  *devices;           /* the menu */
  GtkWidget  *devices_label;
  GtkWidget  *devices_notice;
  char       *gpu;               /* (nullable) name of the one that was chosen last */
  char       *cuda;              /* (nullable) the place that "cuda" means */
  guint       gpu_poll;          /* while GPUs are looked for */
  gboolean    gpus_known;        /* they are in the menu */

  /* Recipes. */
  GtkBuilder *recipes;
  GPtrArray  *recipe_list;       /* of CeRecipe */
  char       *last_recipe;       /* (nullable) what the one that was chosen last is called */

  /* What was done. */
  GtkWidget  *undo;
  GtkWidget  *redo;
  GArray     *states;            /* of CeParams, the first one as the dialog opened */
  guint       at;                /* which of them is set now */
  const char *acted;             /* (nullable) parameter that the user changed last */
  gint64      acted_at;          /* when, monotonic time */
  gboolean    going;             /* back or forth */

  /* The filter's own parts. */
  GtkWidget  *histogram;
  double      bins[CE_HISTOGRAM_BINS];
  double      n_counted;         /* in all bins */
  double      most;              /* magnitude that is shown */
  double      lines[2];          /* the low one and the high one; of other filters than Canny the high one alone */
  int         dragged;           /* which of them is */
  int         active;            /* which of them the arrow keys move */
  double      edge_share;        /* percent of edge pixels; negative: unknown */
  GtkWidget  *within;            /* whether only what is selected is counted; hidden where everything is */
  CeParams    last;              /* of Canny: values before the last change */
  double      low;               /* thresholds as the user set them, whichever one may have pushed since */
  double      high;
  gboolean    pushing;           /* not the user */
  GtkBuilder *edges;             /* (nullable) Canny's: how many are erased, and the popover where one was clicked */
  CeEdge      edge;              /* that it is about */
  GtkWidget  *stage_buttons[CE_MAX_STAGES];
  GtkWidget  *stage_images[CE_MAX_STAGES];
  GtkWidget  *stage_labels[CE_MAX_STAGES];
  int         n_stages;
  gboolean    stages_placed;     /* they show what they are to */
  GtkWidget  *comparison;        /* (nullable) what the open window of CPU and GPU compared shows */
  char       *report;            /* (nullable) of it */

  /* GIMP's canvas. */
  GtkWidget  *canvas;            /* (nullable) whether to show the result there, too */
  guint       canvas_source;     /* will show it */
  GtkWidget  *unfolded;          /* whether the preview is shown beside the canvas */
  gboolean    is_folded;         /* it is not */
  int         full_width;        /* of the window that has it */
  int         full_height;

  /* The layer. */
  CeSession  *session;           /* (nullable): the render thread's, as long as not all of its rows are there */
  guint       reading;           /* reads, or reads again */
  gboolean    complete;          /* all rows are there */
  int         read_y;            /* rows that were read */
  int         read_x;            /* and how much of the next row of tiles */
  double      tile_us;           /* what one of the last tiles took */
  gboolean    checking;          /* whether the layer is as it was read */
  gboolean    current;           /* it is, or was a moment ago */
  gboolean    again;             /* it is being read anew */
  gboolean    refused;           /* OK is not to be had */
  char       *refusal;           /* (nullable) why OK would fail, or has */
  char       *told_replaced;     /* (nullable) which file OK will replace, as the user was told */
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
void        ce_dialog_checked              (CeDialog *self, gboolean same, const GError *error);
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
void        ce_dialog_show_values          (CeDialog *self, const CeParams *shown);
const char *ce_dialog_explain_values       (CeDialog *self, const CeEvent *event);
void        ce_dialog_handle_parts         (CeDialog *self, const CeEvent *event);

/* histogram.c */
const char *ce_dialog_get_histogram_param  (CeDialog *self);
GtkWidget  *ce_dialog_histogram_new        (CeDialog *self);
void        ce_dialog_show_bins            (CeDialog *self, const guint64 *bins);
void        ce_dialog_show_histogram       (CeDialog *self);

/* stages.c */
GtkWidget  *ce_dialog_stages_new           (CeDialog *self);
void        ce_dialog_show_stages          (CeDialog *self, const GArray *pictures);
void        ce_dialog_mark_stages          (CeDialog *self);

/* edges.c */
GtkWidget  *ce_dialog_edges_new            (CeDialog *self);
void        ce_dialog_leave_edge           (CeDialog *self);
void        ce_dialog_handle_edges         (CeDialog *self, const CeEvent *event);

/* controls.c */
void        ce_dialog_add_rows             (CeDialog *self);
void        ce_dialog_insert_row           (CeDialog *self, const char *after, GtkWidget *widget, gboolean grows);
void        ce_dialog_put_first            (CeDialog *self, GtkWidget *widget, GtkWidget *label);
void        ce_dialog_finish_rows          (GtkWidget *widget, gpointer data);
void        ce_dialog_show_rows            (CeDialog *self);
void        ce_dialog_round_values         (CeDialog *self);
void        ce_dialog_make_narrow          (CeDialog *self, gboolean narrow);

/* devices.c */
GtkWidget  *ce_dialog_devices_new          (CeDialog *self);
void        ce_dialog_show_place           (CeDialog *self);

/* loader.c */
void        ce_dialog_read                 (CeDialog *self);
void        ce_dialog_stop_reading         (CeDialog *self);
gboolean    ce_dialog_check_pixels         (CeDialog *self);

/* recipes.c */
GtkWidget  *ce_dialog_recipes_new          (CeDialog *self);
void        ce_dialog_show_recipe          (CeDialog *self);

/* recipe-files.c */
void        ce_dialog_load_recipes         (CeDialog *self, GError **problem);
gboolean    ce_dialog_read_preset          (CeDialog *self, GFile *file, CeParams *params, GError **error);
gboolean    ce_dialog_write_preset         (CeDialog *self, GFile *file, GimpProcedureConfig *config, GError **error);
gboolean    ce_dialog_save_recipe          (CeDialog *self, const char *name, const CeParams *params, GError **error);
gboolean    ce_dialog_delete_recipe        (CeDialog *self, const char *name, GError **error);

/* undo.c */
void        ce_dialog_add_undo             (CeDialog *self, GtkButtonBox *box);
void        ce_dialog_record               (CeDialog *self, const char *name);
gboolean    ce_dialog_undo_key             (CeDialog *self, const GdkEventKey *event);

/* compare.c */
void        ce_dialog_show_comparison      (CeDialog *self, const CeComparison *comparison);
void        ce_dialog_compare              (CeDialog *self);

/* help.c */
void        ce_dialog_show_help            (CeDialog *self);
GtkWidget  *ce_dialog_help_new             (CeDialog *self);

/* lines.c */
char       *ce_dialog_get_svg              (CeDialog *self);
gboolean    ce_dialog_may_replace          (CeDialog *self);
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
