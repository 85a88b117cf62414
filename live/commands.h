/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a user pastes to do the same without the dialog.
 */
#ifndef CE_COMMANDS_H
#define CE_COMMANDS_H

#include "engine/filters.h"

G_BEGIN_DECLS

char *ce_command_script_fu (const CeFilter *filter, const CeParams *params);
char *ce_command_python    (const CeFilter *filter, const CeParams *params);
char *ce_command_shell     (const CeFilter *filter, const CeParams *params);

G_END_DECLS

#endif
