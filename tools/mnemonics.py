# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the mnemonics of labels: no two in one window may be the same in any language."""
import ast
import re
import subprocess

# The mnemonics of GIMP's own buttons, as libgimp 3.0 translates them: OK, Cancel, Reset, and two for hidden settings.
GIMP = {"": "ocrl", "cs": "ocrls", "de": "oczg", "es": "acrg", "fr": "vnr", "zh_CN": "ocrl"}
LABEL = re.compile(r'\b(?:CHOICE|NUMBER|NUMBER_BY|INTEGER) \((?:"[\w-]+"|name), N_\("([^"]+)"\)|\b(\w+_ROW)\b')
# The other windows and menus, each with all its labels.
WINDOWS = {
    "Save Recipe": ("_Cancel", "_Save", "_Name"),
    "Replace Recipe": ("_Cancel", "_Replace", "_Name"),
    "Delete Recipe": ("_Cancel", "_Delete"),
    "CPU and GPU Compared": ("_Copy Report", "C_lose"),
    "Copy As": ("_Script-Fu", "_Python", "Shell _Command"),
}
IN_EVERY_DIALOG = ("Copy A_s",)
IN_ONE_DIALOG = {"lines": ("_File",)}
# A button of one method's rows, its filter, and labels that are not shown with it.
USE = "Use i_t"
NOT_WITH = {"sharpen": ("_Threshold", "Threshold t_ype", "Radius _from")}


def filter_labels(source):
    """The labels of each filter's parameters, by the name of its table in the catalogue."""
    rows = {name: re.findall(r'N_\("([^"]+)"\)', text)[:1] if "TEXT (" not in text else []
            for name, text in re.findall(r"#define (\w+_ROW(?:_OF)?)(?:\([\w., ]*\))? ((?:.*\\\n)*.*)", source)}
    rows.update({name: rows[other] for name, other in re.findall(r"#define (\w+_ROW) (\w+_ROW_OF) ", source)})
    for name, body in re.findall(r"static const CeParam (\w+)_params\[\] = \{(.*?)\n\};", source, re.DOTALL):
        labels = []
        for label, row in LABEL.findall(body):
            labels += [label] if label else rows[row]
        yield name, labels


def read_catalogue(path):
    """msgid to msgstr, of messages without plural forms."""
    text = subprocess.run(["msgcat", "--no-wrap", "--no-location", str(path)], capture_output=True, encoding="utf-8",
                          check=True).stdout
    pairs = re.findall(r'^msgid (".*")\nmsgstr (".*")$', text, re.MULTILINE)
    return {ast.literal_eval(one): ast.literal_eval(other) for one, other in pairs}


def letter(label):
    found = re.search(r"_(\w)", label)
    return found[1].casefold() if found else None


def clashes(window, labels, taken, language, translations):
    used = {own: "one of GIMP's buttons" for own in taken}
    for label in labels:
        text = translations.get(label, label)
        key = letter(text)
        if key is None:
            yield f"{language or 'en'}, {window}: “{text}” has no letter"
        elif key in used:
            yield f"{language or 'en'}, {window}: “{text}” has the letter of {used[key]}"
        else:
            used[key] = f"“{text}”"


def problems(top):
    source = (top / "engine/catalogue.c").read_text(encoding="utf-8")
    for language in [""] + (top / "po/LINGUAS").read_text(encoding="utf-8").split():
        translations = read_catalogue(top / f"po/{language}.po") if language else {}
        for name, labels in filter_labels(source):
            own = [*labels, *IN_EVERY_DIALOG, *IN_ONE_DIALOG.get(name, ())]
            yield from clashes(name, own, GIMP[language], language, translations)
            if name in NOT_WITH:
                own = [USE, *(label for label in own if label not in NOT_WITH[name])]
                yield from clashes(name, own, GIMP[language], language, translations)
        for window, labels in WINDOWS.items():
            yield from clashes(window, labels, "", language, translations)
