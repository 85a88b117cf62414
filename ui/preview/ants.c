/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ants.h"

#include "engine/threads.h"
#include "live/mailbox.h"

#define STRIPE 4                        /* black, then white, logical pixels */

typedef struct
{
  CeWork           work;
  CeAnts          *ants;
  CeOutlineArea    area;
  int              n_rows;
  int              factor;
  int              serial;
  cairo_surface_t *surface;             /* (nullable) A8 */
} Job;

struct _CeAnts
{
  CeView       mask;
  CeAntsFunc   func;
  gpointer     data;
  CeMailbox   *mail;
  int          serial;                  /* of the newest job, atomic */
  GMutex       lock;
  GCond        idle;
  int          n_running;               /* jobs, under the lock */
  Job         *last;                    /* what the newest job was or will be */
  Job         *shown;                   /* (nullable) */
};

static void
free_job (gpointer data)
{
  Job *job = data;

  if (! job)
    return;

  g_clear_pointer (&job->surface, cairo_surface_destroy);
  g_free (job);
}

static void
paint (Job *job)
{
  CeAnts *ants = job->ants;

  job->surface = cairo_image_surface_create (CAIRO_FORMAT_A8, job->area.width, job->area.height);
  if (cairo_surface_status (job->surface) == CAIRO_STATUS_SUCCESS)
    ce_outline_paint (&ants->mask, job->n_rows, &job->area, job->factor,
                      cairo_image_surface_get_data (job->surface), cairo_image_surface_get_stride (job->surface));
  cairo_surface_mark_dirty (job->surface);
  ce_mailbox_post (ants->mail, job);
}

/* What was overtaken is not done. */
static void
work (CeWork *data)
{
  Job    *job = (Job *) data;
  CeAnts *ants = job->ants;

  if (job->serial == g_atomic_int_get (&ants->serial))
    paint (job);
  else
    free_job (job);

  g_mutex_lock (&ants->lock);
  ants->n_running--;
  g_cond_signal (&ants->idle);
  g_mutex_unlock (&ants->lock);
}

/* CeMailFunc. */
static void
done (gpointer message, gpointer data)
{
  CeAnts *ants = data;
  Job    *job = message;

  if (ants->shown && ants->shown->serial > job->serial)
    return;

  free_job (ants->shown);
  ants->shown = g_memdup2 (job, sizeof *job);
  job->surface = NULL;
  ants->func (ants->data);
}

/**
 * ce_ants_new:
 * @mask: one byte for each pixel; must outlive the outline
 * @func: told when there is something to draw
 * @data: for @func
 *
 * Returns: (transfer full): an outline
 */
CeAnts *
ce_ants_new (const CeView *mask, CeAntsFunc func, gpointer data)
{
  CeAnts *ants = g_new0 (CeAnts, 1);

  ants->mask = *mask;
  ants->func = func;
  ants->data = data;
  ants->last = g_new0 (Job, 1);
  ants->mail = ce_mailbox_new (done, ants, free_job);
  g_mutex_init (&ants->lock);
  g_cond_init (&ants->idle);

  return ants;
}

/**
 * ce_ants_free:
 * @ants: (nullable): an outline
 *
 * Afterwards nobody reads the mask.
 */
void
ce_ants_free (CeAnts *ants)
{
  if (! ants)
    return;

  g_atomic_int_inc (&ants->serial);
  g_mutex_lock (&ants->lock);
  while (ants->n_running > 0)
    g_cond_wait (&ants->idle, &ants->lock);
  g_mutex_unlock (&ants->lock);
  ce_mailbox_free (ants->mail);
  free_job (ants->last);
  free_job (ants->shown);
  g_mutex_clear (&ants->lock);
  g_cond_clear (&ants->idle);
  g_free (ants);
}

static gboolean
same_job (const Job *a, const Job *b)
{
  return a->area.scale == b->area.scale && a->area.x == b->area.x && a->area.y == b->area.y
         && a->area.width == b->area.width && a->area.height == b->area.height
         && a->n_rows == b->n_rows && a->factor == b->factor;
}

/**
 * ce_ants_ask:
 * @ants: an outline
 * @area: what part is wanted
 * @n_rows: rows of the mask that are known
 * @factor: of the display: device pixels per logical pixel
 *
 * Makes it, on another thread where one can be had; what was asked for before is forgotten.
 */
void
ce_ants_ask (CeAnts *ants, const CeOutlineArea *area, int n_rows, int factor)
{
  Job *job = g_new0 (Job, 1);

  job->work.func = work;
  job->ants = ants;
  job->area = *area;
  job->n_rows = n_rows;
  job->factor = factor;
  if (same_job (job, ants->last))
    {
      g_free (job);
      return;
    }

  *ants->last = *job;
  job->serial = g_atomic_int_add (&ants->serial, 1) + 1;
  g_mutex_lock (&ants->lock);
  ants->n_running++;
  g_mutex_unlock (&ants->lock);
  if (! ce_threads_push (&job->work))
    work (&job->work);
}

/* Diagonal, so that it is seen on lines of every direction. */
static cairo_pattern_t *
new_stripes (int factor)
{
  cairo_pattern_t *stripes = cairo_pattern_create_linear (0, 0, STRIPE * factor, STRIPE * factor);

  cairo_pattern_add_color_stop_rgb (stripes, 0, 0, 0, 0);
  cairo_pattern_add_color_stop_rgb (stripes, 0.5, 0, 0, 0);
  cairo_pattern_add_color_stop_rgb (stripes, 0.5, 1, 1, 1);
  cairo_pattern_add_color_stop_rgb (stripes, 1, 1, 1, 1);
  cairo_pattern_set_extend (stripes, CAIRO_EXTEND_REPEAT);

  return stripes;
}

/**
 * ce_ants_draw:
 * @ants: an outline
 * @cr: where to, in device pixels
 * @x, @y: where the picture's first pixel is
 * @scale: device pixels per pixel of the picture
 * @factor: of the display
 *
 * Draws what is there, in black and white, which is seen on any picture. One
 * of another zoom is not drawn.
 */
void
ce_ants_draw (CeAnts *ants, cairo_t *cr, double x, double y, double scale, int factor)
{
  const Job       *job = ants->shown;
  cairo_pattern_t *stripes;

  if (! job || job->area.scale != scale)
    return;

  cairo_save (cr);
  cairo_translate (cr, x + job->area.x, y + job->area.y);
  stripes = new_stripes (factor);
  cairo_set_source (cr, stripes);
  cairo_mask_surface (cr, job->surface, 0, 0);
  cairo_pattern_destroy (stripes);
  cairo_restore (cr);
}
