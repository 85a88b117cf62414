/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog, one object that its files share: dialog.c runs it, dialog-request.c requests its results, dialog-layout.c
 * places its widgets, dialog-sides.c follows both sides, controls.c has a row for each parameter, and devices.c, recipes.c
 * and undo.c belong to these rows. histogram.c, stages.c, edges.c and lines.c belong to filters, and parts.c decides what
 * they show. dialog-appearance.c derives the preview from parameters and GIMP's state, loader.c reads the layer and dialog-
 * current.c checks it, dialog-canvas.c has the choice to show the result in GIMP, within.c that of the selection, dialog-
 * shown.c traces, dialog-state.c stores size and view; each of the other files is a widget.
 */
#pragma once

#include <libgimp/gimpui.h>

#include "dialog.h"
#include "selection.h"
#include "ui/preview/preview.h"
#include "live/state.h"
#include "live/trace.h"

/* Icons of the status line, for advice and for failures. */
#define CE_STATUS_ADVICE "dialog-information"
#define CE_STATUS_ERROR "dialog-warning"

/* The most stages of a filter. */
#define CE_MAX_STAGES 8

typedef struct _CeDialog CeDialog;

/* Shows a stage that the user clicked. */
typedef void (*CeDialogViewFunc)    (CeDialog *self, int stage);

/* Takes the result of a check of the layer: @same, whether pixels and selection are unchanged, and the (nullable) reason why
 * they cannot be read. */
typedef void (*CeDialogCheckedFunc) (CeDialog *self, gboolean same, const GError *error);

/* The members that all files read come first. Each struct after them belongs to its file; dialog.c frees their contents, and
 * dialog-layout.c places the boxes of rows and sides. */
struct _CeDialog
{
  GimpProcedureDialog  *dialog;
  GimpProcedureConfig  *config;
  const CeFilter       *filter;
  const CeDialogSource *source;
  CeRender             *render;
  CeSelection          *selection;
  CePreview            *preview;
  CeState               state;          /* for the next time; each file stores its changes here */
  CeParams              params;         /* the parameters of OK */
  gboolean              sets_all;       /* dialog-request.c: all parameters are being set */
  guint                 generation;     /* of the last request; dialog-request.c sets it */
  CePlace               place;          /* devices.c: where to compute */
  gboolean              refused;        /* dialog-current.c: OK is insensitive */
  char                 *refusal;        /* (nullable) the reason why OK would fail, or has failed */
  int                   viewed_stage;   /* dialog-appearance.c: the shown stage, if OK makes another one; else -1 */
  gboolean              is_folded;      /* dialog-sides.c: the preview is not shown */
  double                edge_share;     /* parts.c: percent of edge pixels; negative: unknown */

  struct                         /* dialog-request.c: the last request. */
  {
    guint       answered;          /* generation of the last event */
    gboolean    failed;
    gint64      begun;             /* monotonic time */
    CeLook      look;
    guint       timer;             /* shows progress */
    guint       canvas;            /* shows the result on GIMP's canvas later */
  } request;

  struct                         /* dialog-shown.c: the last result on the screen. */
  {
    guint       generation;
    guint       source;            /* reports it */
    gboolean    seen;              /* a result was on the screen */
  } shown;

  struct                         /* dialog-sides.c: both sides. */
  {
    GtkWidget  *preview;
    GtkWidget  *bottom;            /* below the preview, or the parameters: erased edges and the status line */
    GtkWidget  *status;            /* the status line */
    GtkWidget  *controls;          /* the side of the parameters */
    int         to_restore;        /* its width to restore; 0: its own request, -1: done */
    int         wanted_width;      /* its width as the user, or the first opening, has set it */
    int         width;             /* of both sides, when they were last allocated */
    gboolean    unfolding;         /* the user has just unfolded the advanced rows */
    GtkWidget  *help;
    int         x, y;              /* place of the window before that; 0, 0: unknown */
  } sides;

  struct                         /* controls.c: rows of the parameters. */
  {
    GtkWidget **widgets;           /* one per parameter */
    GtkWidget  *box;               /* of the scrolled rows */
    GtkWidget  *advanced;          /* of the rows that few users need */
    GtkWidget  *strip;             /* of the rows about OK's result */
    GtkWidget  *output;            /* the first row of the strip */
  } rows;

  struct                         /* radius.c: the radius of the picture's blur. */
  {
    GtkWidget  *text, *mark, *use; /* (nullable) words, the same on a button that marks @steps; the button that sets it */
    GArray     *steps;             /* (nullable) of CePoint */
    GtkWidget  *noise;             /* (nullable) the line of noise */
    gboolean    known;             /* what the edges tell */
    double      found;             /* pixels */
  } radius;

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
    GtkWidget  *time;              /* time and device of the last render */
  } status;

  struct                         /* help.c */
  {
    GtkWidget  *button;
    char       *manual;            /* (nullable) the filter's page, if it exists */
    GtkWidget  *failure;           /* the reason why it could not be opened */
  } help;

  struct                         /* devices.c: the menu of places. */
  {
    gboolean    placed;            /* the place is known */
    GtkWidget  *menu;
    GtkWidget  *notice;
    char       *cuda;              /* (nullable) the place that "cuda" means */
    guint       poll;              /* while GPUs are searched */
    gboolean    known;             /* the GPUs are in the menu */
  } devices;

  struct                         /* recipes.c */
  {
    GtkBuilder *layout;
    GPtrArray  *list;              /* of CeRecipe */
    char       *last;              /* (nullable) name of the recipe that was chosen last */
    const char *hint;              /* (nullable) what to do instead of the recipe that is chosen */
  } recipes;

  struct                         /* undo.c: the history. */
  {
    GtkWidget  *back;
    GtkWidget  *forth;
    GArray     *states;            /* of CeParams, the first one from the dialog's opening */
    guint       at;                /* index of the current one */
    const char *acted;             /* (nullable) the parameter that the user changed last */
    gint64      acted_at;          /* monotonic time of that change */
    gboolean    going;             /* undo or redo runs */
  } undo;

  struct                         /* histogram.c */
  {
    GtkWidget  *widget;
    double      bins[CE_HISTOGRAM_BINS];
    double      n_counted;         /* the sum of all bins */
    double      most;              /* the largest shown magnitude */
    double      lines[2];          /* low and high; filters other than Canny have the high one alone */
    int         dragged;           /* index of the dragged line */
    int         active;            /* index of the line that the arrow keys move */
  } histogram;

  struct                         /* parts.c: thresholds of Canny, and the radius of sharpening. */
  {
    CeParams    last;              /* values before the last change */
    double      low;               /* as the user set them, before one pushed the other */
    double      high;
    gboolean    pushing;           /* the dialog changes them, or the radius, not the user */
    double      taken;             /* the radius that has replaced one that was to be found, or 0 */
  } thresholds;

  struct                         /* edges.c */
  {
    GtkBuilder *layout;            /* (nullable): the number of edges by hand, and the popover of a clicked one */
    CeEdge      asked;             /* the edge of the popover */
  } edges;

  struct                         /* stages.c */
  {
    GtkWidget  *buttons[CE_MAX_STAGES];
    GtkWidget  *images[CE_MAX_STAGES];
    GtkWidget  *labels[CE_MAX_STAGES];
    int         n;
    gboolean    placed;            /* the stages show the right part */
    CeDialogViewFunc view;         /* shows a stage */
  } stages;

  struct                         /* compare.c: the open window that compares CPU and GPU. */
  {
    GtkWidget  *box;               /* (nullable) its contents */
    char       *report;            /* (nullable) the comparison's report */
  } compare;

  struct                         /* dialog-canvas.c: GIMP's canvas. */
  {
    GtkWidget  *check;             /* (nullable) whether the canvas shows the result, too */
    GtkWidget  *unfolded;          /* whether the preview is shown beside the canvas */
  } canvas;

  struct                         /* loader.c: the reading of the layer. */
  {
    CeSession  *session;           /* (nullable): the render thread's, until all of its rows have arrived */
    guint       source;            /* reads, or reads again */
    gboolean    complete;          /* all rows have arrived */
    int         y;                 /* rows that were read */
    int         x;                 /* columns of the next row of tiles that were read */
    double      tile_us;           /* time of one of the last tiles */
    gboolean    again;             /* the layer is being read again */
    CeDialogCheckedFunc checked;   /* takes the result of a check */
  } loader;

  struct                         /* dialog-current.c: the checks of the layer. */
  {
    gboolean    checking;          /* a check whether the layer is unchanged runs */
    gboolean    current;           /* the last check found it unchanged */
  } layer;

  struct                         /* source-label.c */
  {
    GtkWidget  *line;              /* about an earlier result above the layer */
  } hiding;

  struct                         /* within.c */
  {
    GtkWidget  *check;             /* whether only selected pixels count; hidden without a selection */
  } within;

  struct                         /* lines.c: the file for lines. */
  {
    GtkWidget  *file;              /* (nullable) */
    char       *told;              /* (nullable) the file that OK will replace, as the user was told */
  } lines;

  GdkMonitor *monitor;           /* screen-colors.c: the monitor whose colors the preview shows */
  GtkBuilder *tools;             /* tools.c */
};

/* dialog-request.c */
void        ce_dialog_set_params           (CeDialog *self, const CeParams *params);
void        ce_dialog_request              (CeDialog *self);
void        ce_dialog_follow_look          (CeDialog *self);
void        ce_dialog_fail                 (CeDialog *self, const char *message);
void        ce_dialog_canvas_end           (CeDialog *self);

/* dialog-layout.c */
void        ce_dialog_fill                 (CeDialog *self);

/* dialog-sides.c */
void        ce_dialog_fold                 (CeDialog *self, gboolean folded);
void        ce_dialog_show_all_rows        (CeDialog *self);
void        ce_dialog_follow_sides         (CeDialog *self, GtkWidget *sides);

/* dialog-appearance.c */
int         ce_dialog_get_stage            (CeDialog *self);
int         ce_dialog_get_viewed           (CeDialog *self);
void        ce_dialog_leave_stage          (CeDialog *self);
CeParams    ce_dialog_get_shown            (CeDialog *self);
gboolean    ce_dialog_shows_lines          (CeDialog *self, const CeParams *params);
void        ce_dialog_ask_lines            (CeDialog *self, CeRequest *request);
char       *ce_dialog_explain_viewed       (CeDialog *self);
CeLook      ce_dialog_get_look             (CeDialog *self, const CeParams *params);
const char *ce_dialog_explain_cut          (CeDialog *self);
const char *ce_dialog_explain_blend        (CeDialog *self);

/* dialog-current.c */
void        ce_dialog_check                (CeDialog *self);
void        ce_dialog_take_selection       (CeDialog *self);
gboolean    ce_dialog_is_current           (CeDialog *self);
void        ce_dialog_check_anew           (CeDialog *self);
void        ce_dialog_go_on_checking       (CeDialog *self);
void        ce_dialog_read_anew            (CeDialog *self);
void        ce_dialog_check_always         (CeDialog *self);

/* dialog-canvas.c */
void        ce_dialog_add_canvas           (CeDialog *self, GtkBox *box);
void        ce_dialog_recall_canvas        (CeDialog *self);

/* within.c */
GtkWidget  *ce_dialog_within_new           (CeDialog *self);
gboolean    ce_dialog_is_within            (CeDialog *self);
void        ce_dialog_show_within          (CeDialog *self);

/* dialog-shown.c */
void        ce_dialog_tell_places          (GtkWidget *dialog);
void        ce_dialog_shown                (CePreview *preview, guint generation, CeDialog *self);

/* dialog-state.c */
void        ce_dialog_recall               (CeDialog *self);
void        ce_dialog_show_detail          (CeDialog *self, const CeView *source);
void        ce_dialog_remember             (CeDialog *self, gboolean ok);

/* parts.c */
void        ce_dialog_show_params          (CeDialog *self);
void        ce_dialog_view_stage           (CeDialog *self, int stage);
char       *ce_dialog_explain_values       (CeDialog *self, const CeEvent *event);
gboolean    ce_dialog_is_pushing           (CeDialog *self);
void        ce_dialog_handle_parts         (CeDialog *self, const CeEvent *event);

/* histogram.c */
GtkWidget  *ce_dialog_histogram_new        (CeDialog *self);
void        ce_dialog_show_bins            (CeDialog *self, const guint64 *bins);
void        ce_dialog_show_histogram       (CeDialog *self);

/* stages.c */
GtkWidget  *ce_dialog_stages_new           (CeDialog *self, CeDialogViewFunc view);
void        ce_dialog_show_stages          (CeDialog *self, const GArray *pictures);
void        ce_dialog_mark_stages          (CeDialog *self);

/* edges.c */
GtkWidget  *ce_dialog_edges_new            (CeDialog *self);
void        ce_dialog_show_by_hand         (CeDialog *self);
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
gboolean    ce_dialog_check_pixels         (CeDialog *self, CeDialogCheckedFunc checked);

/* radius.c */
GtkWidget  *ce_dialog_radius_new           (CeDialog *self);
GtkWidget  *ce_dialog_noise_new            (CeDialog *self);
void        ce_dialog_seek_radius          (CeDialog *self, gboolean anew);
void        ce_dialog_miss_radius          (CeDialog *self, const char *text);
void        ce_dialog_tell_radius          (CeDialog *self, const CeEvent *event);

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

/* presets.c */
void        ce_dialog_write_presets        (const CeFilter *filter, GPtrArray *recipes, GPtrArray *plain);

/* undo.c */
void        ce_dialog_add_undo             (CeDialog *self, GtkButtonBox *box);
void        ce_dialog_show_undo            (CeDialog *self, gboolean shown);
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
void        ce_dialog_place_hiding         (CeDialog *self, GtkBox *box, int position);
void        ce_dialog_show_hiding          (CeDialog *self);

/* status.c */
GtkWidget  *ce_dialog_status_new           (CeDialog *self);
GtkWidget  *ce_dialog_time_new             (CeDialog *self);
void        ce_dialog_say                  (CeDialog *self, const char *icon, const char *text);
void        ce_dialog_show_time            (CeDialog *self, const CeEvent *event);
void        ce_dialog_set_progress         (CeDialog *self, double share);

/* tools.c */
GtkWidget  *ce_dialog_tools_new            (CeDialog *self);
