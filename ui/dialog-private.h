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
#include "live/state.h"
#include "live/trace.h"

/* Icons of the status line: what the user may want to change, and what went wrong. */
#define CE_STATUS_ADVICE "dialog-information"
#define CE_STATUS_ERROR "dialog-warning"

/* Of a filter, at most. */
#define CE_MAX_STAGES 8

/* What all files read stands first. Each struct after it is its file's own; dialog.c frees what is in them, and
 * dialog-layout.c places the boxes of rows. */
typedef struct
{
  GimpProcedureDialog  *dialog;
  GimpProcedureConfig  *config;
  const CeFilter       *filter;
  const CeDialogSource *source;
  CeRender             *render;
  CeSelection          *selection;
  CePreview            *preview;
  CeState               state;          /* for the next time: whoever changes something of it puts it there */
  CeParams              params;         /* that OK applies */
  guint                 generation;     /* dialog.c sets it: of the last request */
  CePlace               place;          /* devices.c: where to compute */
  gboolean              refused;        /* dialog-current.c: OK is not to be had */
  char                 *refusal;        /* (nullable) why OK would fail, or has */
  int                   viewed_stage;   /* dialog-appearance.c: that the preview shows, if OK makes another one; else -1 */
  double                edge_share;     /* parts.c: percent of edge pixels; negative: unknown */

  struct                         /* dialog.c: the last request. */
  {
    guint       answered;          /* generation of the last event */
    gboolean    failed;
    gint64      begun;             /* monotonic time */
    CeLook      look;
    guint       timer;             /* shows progress */
  } request;

  struct                         /* dialog-shown.c: the last result on the screen. */
  {
    guint       generation;
    guint       source;            /* tells it */
    gboolean    seen;              /* there was one */
  } shown;

  struct                         /* dialog-layout.c: both sides. */
  {
    GtkWidget  *preview;
    GtkWidget  *bottom;            /* of that: where the status line is beside it */
    GtkWidget  *status;            /* that line */
    GtkWidget  *controls;          /* the side of the parameters */
    int         to_restore;        /* width of that; 0: as wide as it likes, -1: done */
    int         wanted_width;      /* of it, as the user or the first opening had it */
    int         width;             /* of both sides, when they were last allocated */
    gboolean    unfolding;         /* the user has just unfolded them */
    GtkWidget  *noise;             /* (nullable) how much there is */
    GtkWidget  *help;
    gboolean    is_folded;         /* the preview is not shown */
  } sides;

  struct                         /* controls.c: rows of the parameters. */
  {
    GtkWidget **widgets;           /* one per parameter */
    GtkWidget  *box;               /* of those that are scrolled */
    GtkWidget  *advanced;          /* of those that few need */
    GtkWidget  *strip;             /* of those that say what OK will do */
    GtkWidget  *output;            /* the first of these */
  } rows;

  struct                         /* line-color.c */
  {
    GtkWidget  *button;
    GtkWidget  *row;
    GeglColor  *first;             /* (nullable) the foreground before the user chose another one here */
  } line_color;

  struct                         /* status.c */
  {
    GtkWidget  *icon;
    GtkWidget  *text;
    GtkWidget  *progress;
    GtkWidget  *time;              /* of the last render, and what computed it */
  } status;

  struct                         /* help.c */
  {
    GtkWidget  *button;
    char       *manual;            /* (nullable) the filter's page, if it is there */
    GtkWidget  *failure;           /* why it could not be opened */
  } help;

  struct                         /* devices.c: where to compute. */
  {
    gboolean    placed;            /* it is known */
    GtkWidget  *menu;
    GtkWidget  *notice;
    char       *cuda;              /* (nullable) the place that "cuda" means */
    guint       poll;              /* while GPUs are looked for */
    gboolean    known;             /* they are in the menu */
  } devices;

  struct                         /* recipes.c */
  {
    GtkBuilder *layout;
    GPtrArray  *list;              /* of CeRecipe */
    char       *last;              /* (nullable) what the one that was chosen last is called */
  } recipes;

  struct                         /* undo.c: what was done. */
  {
    GtkWidget  *back;
    GtkWidget  *forth;
    GArray     *states;            /* of CeParams, the first one as the dialog opened */
    guint       at;                /* which of them is set now */
    const char *acted;             /* (nullable) parameter that the user changed last */
    gint64      acted_at;          /* when, monotonic time */
    gboolean    going;             /* back or forth */
  } undo;

  struct                         /* histogram.c */
  {
    GtkWidget  *widget;
    double      bins[CE_HISTOGRAM_BINS];
    double      n_counted;         /* in all bins */
    double      most;              /* magnitude that is shown */
    double      lines[2];          /* the low one and the high one; of other filters than Canny the high one alone */
    int         dragged;           /* which of them is */
    int         active;            /* which of them the arrow keys move */
  } histogram;

  struct                         /* parts.c: Canny's thresholds. */
  {
    CeParams    last;              /* values before the last change */
    double      low;               /* as the user set them, whichever one may have pushed since */
    double      high;
    gboolean    pushing;           /* not the user */
  } thresholds;

  struct                         /* edges.c */
  {
    GtkBuilder *layout;            /* (nullable): how many are erased, and the popover where one was clicked */
    CeEdge      asked;             /* that it is about */
  } edges;

  struct                         /* stages.c */
  {
    GtkWidget  *buttons[CE_MAX_STAGES];
    GtkWidget  *images[CE_MAX_STAGES];
    GtkWidget  *labels[CE_MAX_STAGES];
    int         n;
    gboolean    placed;            /* they show what they are to */
  } stages;

  struct                         /* compare.c: the open window of CPU and GPU compared. */
  {
    GtkWidget  *box;               /* (nullable) what it shows */
    char       *report;            /* (nullable) of that */
  } compare;

  struct                         /* dialog-canvas.c: GIMP's canvas. */
  {
    GtkWidget  *check;             /* (nullable) whether to show the result there, too */
    guint       source;            /* will show it */
    GtkWidget  *unfolded;          /* whether the preview is shown beside the canvas */
  } canvas;

  struct                         /* loader.c: what is read. */
  {
    CeSession  *session;           /* (nullable): the render thread's, as long as not all of its rows are there */
    guint       source;            /* reads, or reads again */
    gboolean    complete;          /* all rows are there */
    int         y;                 /* rows that were read */
    int         x;                 /* and how much of the next row of tiles */
    double      tile_us;           /* what one of the last tiles took */
    gboolean    again;             /* it is being read anew */
  } loader;

  struct                         /* dialog-current.c: the layer as it is. */
  {
    GtkWidget  *within;            /* whether only what is selected is counted; hidden where everything is */
    gboolean    checking;          /* whether the layer is as it was read */
    gboolean    current;           /* it is, or was a moment ago */
  } layer;

  struct                         /* lines.c: the file that lines go to. */
  {
    GtkWidget  *file;              /* (nullable) */
    char       *told;              /* (nullable) which file OK will replace, as the user was told */
  } lines;

  GdkMonitor *monitor;           /* screen-colors.c: whose colors the preview shows */
  GtkBuilder *tools;             /* tools.c */
} CeDialog;

/* dialog.c */
void        ce_dialog_request              (CeDialog *self);
void        ce_dialog_follow_look          (CeDialog *self);
void        ce_dialog_fail                 (CeDialog *self, const char *message);

/* dialog-layout.c */
void        ce_dialog_tell_noise           (CeDialog *self, double noise);
void        ce_dialog_fold                 (CeDialog *self, gboolean folded);
void        ce_dialog_fill                 (CeDialog *self);

/* dialog-appearance.c */
int         ce_dialog_get_stage            (CeDialog *self);
int         ce_dialog_get_viewed           (CeDialog *self);
void        ce_dialog_leave_stage          (CeDialog *self);
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
GtkWidget  *ce_dialog_within_new           (CeDialog *self);
void        ce_dialog_take_selection       (CeDialog *self);
gboolean    ce_dialog_is_current           (CeDialog *self);
void        ce_dialog_check_anew           (CeDialog *self);
void        ce_dialog_go_on_checking       (CeDialog *self);
void        ce_dialog_read_anew            (CeDialog *self);
void        ce_dialog_checked              (CeDialog *self, gboolean same, const GError *error);
void        ce_dialog_check_always         (CeDialog *self);

/* dialog-canvas.c */
void        ce_dialog_add_canvas           (CeDialog *self, GtkBox *box);
void        ce_dialog_recall_canvas        (CeDialog *self);
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
gboolean    ce_dialog_is_pushing           (CeDialog *self);
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
void        ce_dialog_put_first            (CeDialog *self, GtkWidget *grid);
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
double      ce_dialog_get_read_share       (CeDialog *self);
gboolean    ce_dialog_check_pixels         (CeDialog *self);

/* recipes.c */
GtkWidget  *ce_dialog_recipes_new          (CeDialog *self);
void        ce_dialog_show_recipe          (CeDialog *self);
void        ce_dialog_recipes_end          (CeDialog *self);

/* recipe-files.c */
void        ce_dialog_load_recipes         (CeDialog *self, GPtrArray *recipes, GError **problem);
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
void        ce_dialog_show_line_color      (CeDialog *self, gboolean shown);
void        ce_dialog_follow_line_color    (CeDialog *self);
void        ce_dialog_give_line_color_back (CeDialog *self);

/* screen-colors.c */
void        ce_dialog_follow_screen        (CeDialog *self);
void        ce_dialog_get_foreground       (GimpDrawable *drawable, guint8 *color);

/* source-label.c */
GtkWidget  *ce_dialog_source_label_new     (CeDialog *self);

/* status.c */
GtkWidget  *ce_dialog_status_new           (CeDialog *self);
GtkWidget  *ce_dialog_time_new             (CeDialog *self);
void        ce_dialog_say                  (CeDialog *self, const char *icon, const char *text);
void        ce_dialog_say_rendered         (CeDialog *self, const CeEvent *event);
void        ce_dialog_set_progress         (CeDialog *self, double share);

/* tools.c */
GtkWidget  *ce_dialog_tools_new            (CeDialog *self);

#endif
