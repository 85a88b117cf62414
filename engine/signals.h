/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The signals of a render: levels that are blurred and differentiated one beside the other. Each backend makes a plane or a
 * row of every signal, and compares their results.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most signals: three colors and alpha. */
#define CE_MAX_SIGNALS 4

/* The channel of a signal that is luma. */
#define CE_CHANNEL_LUMA (-1)

/**
 * CeSignal:
 * @channel: of the source, or %CE_CHANNEL_LUMA
 * @covered: its level is multiplied by the level of alpha
 */
typedef struct
{
  int      channel;
  gboolean covered;
} CeSignal;

/**
 * CeSignals:
 * @n: their number
 * @signal: a pixel has the result of the first one, or of a later one that is stronger there
 */
typedef struct
{
  int      n;
  CeSignal signal[CE_MAX_SIGNALS];
} CeSignals;

static inline gboolean
ce_signals_equal (const CeSignals *a, const CeSignals *b)
{
  gboolean equal = a->n == b->n;

  for (int i = 0; i < a->n && equal; i++)
    equal = a->signal[i].channel == b->signal[i].channel && a->signal[i].covered == b->signal[i].covered;

  return equal;
}

G_END_DECLS
