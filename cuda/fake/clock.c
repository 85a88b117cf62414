/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Time on a device that is a hundred times slower than an H200, of which 1e9 taps take a millisecond at most, on a bus ten
 * times slower: kernels take theirs by taps (launch.c), copies by bytes, the host takes none. With the driver's lock held.
 */
#include "fake.h"

#define BYTES_PER_MS 5e6

double fake_now_ms;             /* what the host has waited for; for tests, by dlsym() */

/* A step of a stream that takes so long. */
void
fake_clock_step (CUstream stream, double ms)
{
  stream->ends_ms = MAX (stream->ends_ms, fake_now_ms) + ms;
}

void
fake_clock_copy (CUstream stream, gsize size)
{
  fake_clock_step (stream, (double) size / BYTES_PER_MS);
}

void
fake_clock_wait (double until)
{
  fake_now_ms = MAX (fake_now_ms, until);
}
