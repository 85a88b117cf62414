/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Translates sentences for users. The program that links the engine binds the catalogue of translations: the plug-in, the
 * module of operations and the batch program.
 */
#pragma once

#define GETTEXT_PACKAGE "cuda-edges"

#include <glib/gi18n-lib.h>
