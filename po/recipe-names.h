/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For translators, not compiled: the names in data/recipes/recipes.ini, which
 * xgettext cannot read. tools/checks.py holds the two together.
 */
N_("Line art for coloring")
N_("Technical drawing")
N_("Laser cutting")
N_("Lines for print")
N_("ControlNet map")
N_("Soft outlines")
N_("Laser engraving")
N_("Plotter")
N_("Ink drawing")
N_("Contours for measuring")
N_("Pencil sketch")
N_("Relief")
N_("Fine ink lines")
N_("Where is it in focus?")
N_("For the screen")
N_("For print")
N_("Portrait, gentle")
N_("Local contrast")
N_("Scan, soft lens")
N_("Phone photo, gentle")
N_("For print, without halos")
N_("Downscaled for the web")
