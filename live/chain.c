/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain.h"

#include <string.h>

#include "piece.h"

/* Side of what is followed at a time, pixels. */
#define TILE 256

typedef struct
{
  CeArea   area;
  guint8   classes[TILE * TILE];
  gboolean member[TILE * TILE];
  gboolean touched;                  /* has members */
  gboolean strong;                   /* some of them */
} Tile;

typedef struct { int x, y; } Pixel;

typedef struct
{
  const CeFilter        *filter;
  const CeChainQuestion *question;
  CeProgressFunc         progress;
  gpointer               data;
  gboolean               failed;
  double                 low;        /* of the chain */
  double                 high;
  GHashTable            *tiles;      /* by number */
  GArray                *open;       /* of Pixel, to be visited */
  gint64                 n_members;
} Search;

static gboolean
open_piece (Search *search, CePiece *piece, const CeArea *area)
{
  if ((search->progress && ! search->progress (0, search->data))
      || ! ce_piece_open (piece, search->filter, search->question->source, &search->question->params, area))
    search->failed = TRUE;

  return ! search->failed;
}

static Tile *
get_tile (Search *search, int x, int y)
{
  const CeView *source = search->question->source;
  int           column = x / TILE, row = y / TILE;
  gpointer      key = GINT_TO_POINTER (row * (source->width / TILE + 1) + column);
  Tile         *tile = g_hash_table_lookup (search->tiles, key);
  CePiece       piece = { 0 };

  if (tile)
    return tile;

  tile = g_new0 (Tile, 1);
  tile->area = (CeArea) { column * TILE, row * TILE, MIN (TILE, source->width - column * TILE),
                        MIN (TILE, source->height - row * TILE) };
  if (open_piece (search, &piece, &tile->area) && ce_piece_classify (&piece, search->low, search->high))
    memcpy (tile->classes, piece.classes, (gsize) tile->area.width * tile->area.height);
  ce_piece_close (&piece);
  g_hash_table_insert (search->tiles, key, tile);

  return tile;
}

static void
visit (Search *search, int x, int y)
{
  const CeView *source = search->question->source;
  Pixel         pixel = { x, y };
  Tile         *tile;
  int           i;

  if (x < 0 || y < 0 || x >= source->width || y >= source->height)
    return;

  tile = get_tile (search, x, y);
  i = (y - tile->area.y) * tile->area.width + x - tile->area.x;
  if (! tile->classes[i] || tile->member[i])
    return;

  tile->member[i] = TRUE;
  tile->touched = TRUE;
  tile->strong |= tile->classes[i] == CE_PIECE_STRONG;
  search->n_members++;
  g_array_append_val (search->open, pixel);
}

/* All that hangs together with a pixel, at search->low. Returns whether some of
 * it is strong. */
static gboolean
follow (Search *search, int x, int y)
{
  GHashTableIter iter;
  gpointer       tile;
  gboolean       strong = FALSE;

  g_hash_table_remove_all (search->tiles);
  g_array_set_size (search->open, 0);
  search->n_members = 0;
  visit (search, x, y);

  while (search->open->len && ! search->failed)
    {
      Pixel pixel = g_array_index (search->open, Pixel, search->open->len - 1);

      g_array_set_size (search->open, search->open->len - 1);
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          visit (search, pixel.x + dx, pixel.y + dy);
    }

  g_hash_table_iter_init (&iter, search->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &tile))
    strong |= ((Tile *) tile)->strong;

  return strong;
}

/* Of all members, in steps. A tile without a strong member cannot have the
 * strongest if another has one. */
static int
find_strongest_member (Search *search, gboolean strong)
{
  int            strongest = 0;
  GHashTableIter iter;
  gpointer       value;

  g_hash_table_iter_init (&iter, search->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &value) && ! search->failed)
    {
      Tile   *tile = value;
      CePiece piece = { 0 };

      if (! tile->touched || (strong && ! tile->strong))
        continue;

      if (open_piece (search, &piece, &tile->area))
        strongest = ce_piece_find_strongest (&piece, tile->member, strongest);
      ce_piece_close (&piece);
    }

  return strongest;
}

static CeArea
get_reach (const CeChainQuestion *question)
{
  int left = MAX (question->x - question->reach, 0), top = MAX (question->y - question->reach, 0);
  int right = MIN (question->x + question->reach + 1, question->source->width);
  int bottom = MIN (question->y + question->reach + 1, question->source->height);

  return (CeArea) { left, top, right - left, bottom - top };
}

static gboolean
is_shown (const CeChainQuestion *question, int x, int y)
{
  const CeView *edges = question->edges;
  gpointer      row = ce_view_row (edges, y);
  gboolean      bright = edges->type == CE_U8 ? ((guint8 *) row)[x] > 127 : ((float *) row)[x] > 0.5f;

  return bright != (question->params.style == CE_STYLE_BLACK_ON_WHITE);
}

/* The nearest pixel that is shown (no @classes) or of a class. */
static gboolean
find_nearest (const CeChainQuestion *question, const guint8 *classes, CeChain *chain)
{
  CeArea area = get_reach (question);
  int    nearest = G_MAXINT;

  for (int y = 0; y < area.height; y++)
    for (int x = 0; x < area.width; x++)
      {
        int dx = area.x + x - question->x, dy = area.y + y - question->y;

        if (dx * dx + dy * dy >= nearest || dx * dx + dy * dy > question->reach * question->reach
            || ! (classes ? classes[y * area.width + x] : is_shown (question, area.x + x, area.y + y)))
          continue;

        nearest = dx * dx + dy * dy;
        chain->x = area.x + x;
        chain->y = area.y + y;
      }

  return nearest < G_MAXINT;
}

/* The nearest edge that is shown; else the nearest that low lets through; else
 * the strongest below low, which then tells its strength in steps. */
static gboolean
find_edge (Search *search, CeChain *chain, int *below_low)
{
  const CeChainQuestion *question = search->question;
  CeArea                 area = get_reach (question);
  gboolean               found = FALSE;
  CePiece                piece = { 0 };

  *below_low = -1;
  if (question->edges && find_nearest (question, NULL, chain))
    return TRUE;

  if (open_piece (search, &piece, &area) && ce_piece_classify (&piece, search->low, search->high))
    found = find_nearest (question, piece.classes, chain);
  if (! found && ! search->failed && ce_piece_is_any_above (&piece, NULL, 0))
    {
      *below_low = ce_piece_find_strongest (&piece, NULL, 0);
      found = ce_piece_classify (&piece, (double) *below_low / CE_PIECE_STEPS, search->high)
              && find_nearest (question, piece.classes, chain);
    }
  ce_piece_close (&piece);

  return found && ! search->failed;
}

static void
propose (Search *search, CeChain *chain, int below_low)
{
  int strongest;

  if (below_low >= 0)
    chain->new_low = search->low = (double) below_low / CE_PIECE_STEPS;
  chain->kept = follow (search, chain->x, chain->y);
  strongest = find_strongest_member (search, chain->kept);
  chain->n_pixels = search->n_members;
  chain->strongest = (double) strongest / CE_PIECE_STEPS;
  chain->possible = TRUE;

  if (below_low >= 0 && chain->kept)
    chain->kept = FALSE;             /* as soon as low lets it through */
  else if (chain->kept)
    {
      chain->new_high = (double) (strongest + 1) / CE_PIECE_STEPS;
      chain->possible = strongest < CE_PIECE_MAX_STEPS;
    }
  else
    chain->new_high = chain->strongest;
}

/**
 * ce_chain_find:
 * @canny: the filter
 * @question: which edge
 * @progress: (nullable): returning %FALSE cancels
 * @data: for @progress
 * @chain: (out): the answer
 *
 * Finds the edge near a pixel, the pixels that hang together with it, and the
 * thresholds that drop or keep it: a kept edge is dropped by a high threshold
 * that none of its pixels is above, a dropped one is kept by one that its
 * strongest is above, or by a low one if it is below low. Blocks; the time it
 * takes grows with the length of the chain.
 *
 * Returns: %FALSE if it was cancelled or memory did not suffice
 */
gboolean
ce_chain_find (const CeFilter *canny, const CeChainQuestion *question, CeProgressFunc progress, gpointer data,
               CeChain *chain)
{
  Search search = { .filter = canny, .question = question, .progress = progress, .data = data };
  int    below_low;

  memset (chain, 0, sizeof *chain);
  chain->new_low = chain->low = search.low = MIN (question->params.low, question->params.high);
  chain->new_high = chain->high = search.high = MAX (question->params.low, question->params.high);
  search.tiles = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  search.open = g_array_new (FALSE, FALSE, sizeof (Pixel));

  chain->found = find_edge (&search, chain, &below_low);
  if (chain->found)
    propose (&search, chain, below_low);

  g_array_unref (search.open);
  g_hash_table_unref (search.tiles);

  return ! search.failed;
}
