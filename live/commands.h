/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dialog's call as text for a script or a shell.
 */
#pragma once

#include "engine/cuda-edges.h"

/* The image of a command. */
typedef struct
{
  int         id;               /* in the running GIMP */
  const char *name;             /* its name in GIMP */
  const char *path;             /* (nullable): its file, UTF-8; NULL: it has none yet */
  gboolean    imported;         /* @path is a file that it was imported from, not its own */
  const char *svg;              /* (nullable): path of the file for lines */
} CeCommandImage;

char *ce_command_script_fu (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);
char *ce_command_python    (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);
char *ce_command_shell     (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);
