/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sentences for users, in their language where the program that links the engine has bound the
 * catalogue: the plug-in, the module of operations and the program for folders do.
 */
#ifndef CE_TEXT_H
#define CE_TEXT_H

#define GETTEXT_PACKAGE "cuda-edges"

#include <glib/gi18n-lib.h>

#endif
