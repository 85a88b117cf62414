/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Another library that does the same work, timed in the same run.
 */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include "engine/image.h"

G_BEGIN_DECLS

const char *bench_peer_name  (void);
void        bench_peer_init  (int threads);

/* Makes @operation on @image ready; FALSE if the peer has nothing like it. */
gboolean    bench_peer_begin (const char *operation, const CeView *image);
void        bench_peer_run   (void);
void        bench_peer_end   (void);

G_END_DECLS

#endif
