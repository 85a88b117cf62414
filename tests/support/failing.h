/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

enum { FAILING_ONE, FAILING_FROM, FAILING_KILLED, FAILING_TAKEN };

/* The file CE_FAILING, which a test writes and reads. */
typedef struct
{
  int32_t turn;                 /* the call that fails, from 0 */
  int32_t how;                  /* alone, with all after it, by ending the process, or not: see renameat2() */
  int32_t error;                /* errno */
  int32_t asked;                /* calls so far */
  char    folder[1024];         /* calls below it fail; "" for none */
} Failing;
