/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine of CUDA Edges: edge filters, sharpening, line art and lines of pictures in memory, on a GPU through CUDA or on
 * the processor, with the same result to the last bit.
 *
 * A program renders in four steps: a filter and its parameters (ce_filter_find(), ce_params_parse()), a session for one
 * source (ce_session_new()), its rows (ce_session_put_rows()), a result (ce_session_render(), ce_session_get_result()).
 * Parameters change, and the source stays. Each function has its arguments, units and errors where it is written. Other
 * folders and programs include this header of the engine alone; it brings the types of params.h, types.h and catalogue.h.
 */
#ifndef CE_CUDA_EDGES_H
#define CE_CUDA_EDGES_H

#include "catalogue.h"

G_BEGIN_DECLS

/* Pictures: rows of samples, interleaved. */

static inline gsize
ce_type_size (CeType type)
{
  return type == CE_U8 ? 1 : type == CE_U16 ? sizeof (guint16) : sizeof (float);
}

static inline gpointer
ce_view_row (const CeView *view, int y)
{
  return view->data + (gsize) y * view->stride;
}

/* Returns the pixel in column @x of row @y. */
static inline guint8 *
ce_view_pixel (const CeView *view, int x, int y)
{
  return (guint8 *) ce_view_row (view, y) + (gsize) x * view->channels * ce_type_size (view->type);
}

/* Returns a rectangle of @view as a picture in the same memory. */
static inline CeView
ce_view_part (const CeView *view, const CeArea *area)
{
  CeView part = *view;

  part.data = ce_view_pixel (view, area->x, area->y);
  part.width = area->width;
  part.height = area->height;

  return part;
}

/* Errors: each message is one sentence for a user. */

#define CE_ERROR (ce_error_quark ())

GQuark   ce_error_quark          (void);
gboolean ce_error_is_unavailable (const GError *error);

/* The catalogue of filters. */

const CeFilter *ce_filter_get        (CeFilterId id);
const CeFilter *ce_filter_find       (const char *name);
const CeParam  *ce_filter_find_param (const CeFilter *filter, const char *name);
CeResultKind    ce_filter_get_kind   (const CeFilter *filter, const CeParams *params);
char           *ce_filter_describe   (const CeFilter *filter, const CeParams *params, const CeFound *found);

/* Parameters, as numbers and as text. */

void      ce_params_init            (CeParams *params, const CeFilter *filter);
double    ce_params_get             (const CeParams *params, const CeParam *param);
void      ce_params_put             (CeParams *params, const CeParam *param, double value);
void      ce_params_put_text        (CeParams *params, const CeParam *param, const char *text);
gboolean  ce_params_set_text        (CeParams *params, const CeParam *param, const char *text, GError **error);
gboolean  ce_params_parse           (CeParams *params, const CeFilter *filter, const char *text, GError **error);
char     *ce_params_to_text         (const CeParams *params, const CeFilter *filter);
char     *ce_params_value_to_text   (const CeParams *params, const CeParam *param);
char     *ce_param_default_to_text  (const CeFilter *filter, const CeParam *param);
void      ce_params_quantize        (CeParams *params, const CeFilter *filter);
gboolean  ce_params_follow          (CeParams *params, const CeParams *before, const CeFilter *filter);
gboolean  ce_params_applies         (const CeParams *params, const CeFilter *filter, const CeParam *param);
CeStep    ce_params_first_step      (const CeParams *before, const CeParams *after, CeFilterId filter);
GArray   *ce_params_parse_erased    (const char *text, CePoint *size, GError **error);
void      ce_params_take_thresholds (CeParams *params, const guint64 *bins);
CeCost    ce_params_get_cost        (const CeParams *params, const CeFilter *filter, const CeView *source);

/* What a render found. */

void  ce_found_init    (CeFound *found, const CeParams *params, const char *text);
char *ce_found_to_text (const CeFound *found);
char *ce_found_note    (const CeFound *found);

double ce_noise_estimate (const CeView *view);

/* Where to compute. */

CePlace   ce_place         (CeBackendChoice choice);
gboolean  ce_place_parse   (CePlace *place, const char *text, GError **error);
char     *ce_place_to_text (const CePlace *place);
CePlace   ce_choose_place  (const CePlace *wanted, const CeFilter *filter, const CeParams *params, const CeView *source,
                            CeUse use);
gboolean  ce_place_start   (const CePlace *place, CeStart how, GError **error);
void      ce_place_wait    (void);
GArray   *ce_devices_list  (gboolean wait, gboolean *complete);

/* A session: one source, any number of results. */

typedef struct _CeSession CeSession;

CeSession  *ce_session_new            (const CeFilter *filter, const CePlace *place,
                                       int width, int height, int channels, CeType type,
                                       GError **error);
void        ce_session_keep_stages    (CeSession *session);
gboolean    ce_session_open           (CeSession *session, GError **error);
void        ce_session_set_origin     (CeSession *session, CePoint origin, CePoint size);
void        ce_session_finish         (CeSession *session);
void        ce_session_free           (CeSession *session);

const CeView *ce_session_get_source   (CeSession *session);
void        ce_session_rows_arrived   (CeSession *session, int y, int n_rows);
void        ce_session_put_rows       (CeSession *session, int y, int n_rows,
                                       gconstpointer rows, gsize stride);

gboolean    ce_session_render         (CeSession *session, const CeParams *params,
                                       CeProgressFunc progress, gpointer data, GError **error);
const CeView *ce_session_get_result   (CeSession *session);
gboolean    ce_session_render_part    (CeSession *session, const CeParams *params, const CeArea *area, CePart kind,
                                       const CeView *view, CeProgressFunc progress, gpointer data, GError **error);
gboolean    ce_session_histogram      (CeSession *session, const CeParams *params,
                                       CeHistogram counted, const CeView *mask, guint64 *bins,
                                       CeProgressFunc progress, gpointer data, GError **error);

const CeStatus *ce_session_get_status   (CeSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeSession, ce_session_free)

/* Lines: edges, or middles of drawn lines, as curves below the pixel. */

/* The most edge pixels that paths are made of. */
#define CE_LINES_MOST_PIXELS 10000000

/**
 * CeLinesParams:
 * @tolerance: the largest distance of a point from its curve, 0.05 to 10 pixels
 * @least_length: pixels; paths of fewer go, 0 to 10000
 * @gap: pixels between two ends that are joined, 0 to 10
 *
 * What paths are made of edges with.
 */
typedef struct
{
  double tolerance;
  int    least_length;
  int    gap;
} CeLinesParams;

#define CE_LINES_DEFAULTS { .tolerance = 0.25, .least_length = 8, .gap = 0 }

/* A point, in pixels from the image's corner. */
typedef struct { double x, y; } CeVec;

/**
 * CeBezier:
 * @is_line: it is straight, and the handles are its ends
 * @handle: of the begin and of the end of a cubic Bézier curve
 * @to: its end; it begins where the one before it ends
 */
typedef struct
{
  gboolean is_line;
  CeVec    handle[2];
  CeVec    to;
} CeBezier;

/**
 * CePath:
 * @from: where its first curve begins
 * @first: number of its first curve
 * @n: its curves, at least one
 * @n_pixels: edge pixels that it was made of
 * @length: pixels
 * @width: of the drawn line whose middle it is, pixels; 0 of an edge
 * @is_closed: its last curve ends at @from
 * @is_butt: its line has butt ends, at its own; the ends of others are round, half a width beyond
 */
typedef struct
{
  CeVec    from;
  guint    first;
  guint    n;
  guint    n_pixels;
  double   length;
  double   width;
  gboolean is_closed;
  gboolean is_butt;
} CePath;

/**
 * CeLines:
 * @width, @height: of the image, pixels
 * @n_pixels: edge pixels
 * @n_chains: chains between nodes, and loops
 * @n_dots: of middles: pieces of ink that are too short for a line; 0 of edges and of line art
 * @paths: @n_paths of them, in the order of their first pixels
 * @curves: @n_curves of them, those of one path behind those of the one before
 * @length: of all paths, pixels
 *
 * Counted.
 */
typedef struct
{
  int       width;
  int       height;
  guint     n_pixels;
  guint     n_chains;
  guint     n_dots;
  guint     n_paths;
  guint     n_curves;
  CePath   *paths;
  CeBezier *curves;
  double    length;
} CeLines;

/**
 * CePen:
 * @order: (array): numbers of paths, twice, plus 1 if the path is drawn backwards
 * @travel: way without drawing, pixels, from the image's corner on
 *
 * The order in which a pen draws the paths.
 */
typedef struct
{
  guint *order;
  double travel;
} CePen;

/**
 * CeSvg:
 * @x_dpi, @y_dpi: pixels per inch; 0 if they are not known
 * @is_one: all paths are one element, without a pen the last one first, as GIMP merges elements
 * @pen: (nullable): the order; else that of the paths
 * @progress: (nullable): about what is written
 */
typedef struct
{
  double           x_dpi;
  double           y_dpi;
  gboolean         is_one;
  const CePen     *pen;
  const CeProgress *progress;
} CeSvg;

CeLines      *ce_lines_find       (CeSession *session, const CeParams *params, const CeLinesParams *lines,
                                   const CeView *selection, CeProgressFunc progress, gpointer data, GError **error);
CeLines      *ce_lines_of_edges   (CeSession *session, const CeLinesParams *lines, const CeView *selection,
                                   CeProgressFunc progress, gpointer data, GError **error);
CeLines      *ce_lines_ref        (CeLines *lines);
void          ce_lines_unref      (CeLines *lines);
CePen        *ce_pen_new          (const CeLines *lines, const CeProgress *progress, GError **error);
void          ce_pen_free         (CePen *pen);
GString      *ce_lines_to_svg     (const CeLines *lines, const CeSvg *svg);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeLines, ce_lines_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CePen, ce_pen_free)

/* Memory of pictures, and tasks on all cores. */

gpointer   ce_memory_alloc    (gsize size, GError **error);
void       ce_memory_free     (gpointer memory, gsize size);
gboolean   ce_memory_take     (CeView *view, int width, int height, GError **error);
void       ce_memory_put      (CeView *view);
void       ce_release         (gboolean devices);
gboolean   ce_threads_run     (int n_tasks, CeTask task, gpointer data, const CeProgress *progress, GError **error);
gboolean   ce_progress_report (const CeProgress *progress, double share, GError **error);

CeTesting *ce_testing         (void);

G_END_DECLS

#endif
