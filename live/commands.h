/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a dialog would do, as text for a script or a shell.
 */
#ifndef CE_COMMANDS_H
#define CE_COMMANDS_H

#include "engine/filters.h"

/* The image that a command is for. */
typedef struct
{
  int         id;               /* in the GIMP that runs now */
  const char *name;             /* that GIMP shows */
  const char *path;             /* (nullable): its file, UTF-8; NULL: it has none yet */
  gboolean    imported;         /* @path is not its own, it was imported from there */
  const char *svg;              /* (nullable): path of the file that lines go to */
} CeCommandImage;

char *ce_command_script_fu (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);
char *ce_command_python    (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);
char *ce_command_shell     (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);

#endif
