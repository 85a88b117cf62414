#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what a user feels of two builds, interleaved: felt.py OLD NEW RESULTS [PASSES [KIND…]]

OLD and NEW are build folders, each with plugin/, operation/, tests/bench/ and tests/ui/ui-pace. KIND is any of kernels
(filters without GIMP, beside OpenCV where it is), slider (from a slider to the screen, without a window), calls (in GIMP,
24 megapixels, with cpu, cuda and auto; calls:EXPRESSION takes those whose label it is found in) and size (of the stripped
plug-in). Each pass runs both builds, the other one first each time, and a line names each backend that could not be
measured, and why. Writes a table to RESULTS.md and every measured time to RESULTS.json. It judges nothing; the column
"allowed" has the project's limits."""
import configparser
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
PHOTO = (6000, 4000)
FILTERS = ("canny", "sobel", "laplacian", "sharpen", "line-art")
WIDE = {"gray": "(gimp-image-convert-grayscale image)", "16 bits": "(gimp-image-convert-precision image PRECISION-U16-NON-LINEAR)",
        "float": "(gimp-image-convert-precision image PRECISION-FLOAT-LINEAR)"}


def recipes():
    """Name, filter and parameters of each shipped recipe, for a photo of this size."""
    ini = configparser.ConfigParser(interpolation=None)
    ini.read(TOP / "data" / "recipes" / "recipes.ini", encoding="utf-8")
    for name in ini.sections():
        one = ini[name]
        values = dict(pair.split("=") for pair in one.get("parameters", "").split())
        for scaled in filter(None, one.get("scaled", "").split(";")):
            grown = float(values.get(scaled, 1)) * max(PHOTO) / one.getfloat("size")
            values[scaled] = str(round(grown)) if scaled == "width" else f"{grown:g}"
        yield name, one["filter"], values


def call(name, values, output, on):
    arguments = "".join(f' #:{key} {value}' if re.fullmatch(r"[-\d.]+", value) else f' #:{key} "{value}"'
                        for key, value in ({"backend": on, "output": output} | values).items())
    return f"(plug-in-cuda-{name} #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector layer){arguments})"


def of_calls(usable):
    """Label, the preparation of the image, and the call."""
    for on in usable:
        for name in FILTERS:
            for output in ("new-layer", "replace"):
                yield f"{name}, {output}, {on}", "", call(name, {}, output, on)
        for recipe, name, values in recipes():
            yield f"{recipe}, new-layer, {on}", "", call(name, values, "new-layer", on)
        each = {"channels": "rgb"}
        yield f"sharpen each channel, new-layer, {on}", "", call("sharpen", each, "new-layer", on)
        for kind, convert in WIDE.items():
            for name in ("canny", "sharpen"):
                yield f"{name}, {kind}, new-layer, {on}", convert, call(name, {}, "new-layer", on)


SCRIPT = """
(define (seconds) (let* ((now (gettimeofday))) (+ (car now) (/ (cadr now) 1000000))))
(define (measure label convert run)
  (let* ((image (car (gimp-file-load RUN-NONINTERACTIVE "{photo}"))) (base (vector-ref (car (gimp-image-get-layers image)) 0)))
    (gimp-image-undo-disable image)
    (convert image)
    (let loop ((round 0))
      (if (< round 4)
          (let* ((layer (car (gimp-layer-copy base))))
            (gimp-image-insert-layer image layer 0 -1)
            (gimp-displays-flush)
            (let* ((begin-s (seconds)))
              (run image layer)
              (gimp-displays-flush)
              (let* ((end-s (seconds)))
                (display "row\\t") (display (if (= round 0) (string-append "first: " label) label))
                (display "\\t") (display (* 1000 (- end-s begin-s))) (newline)))
            (let remove ((all (car (gimp-image-get-layers image))))
              (if (> (vector-length all) 1)
                  (begin (gimp-image-remove-layer image (vector-ref all 0)) (remove (car (gimp-image-get-layers image))))))
            (loop (+ round 1)))))
    (gimp-image-delete image)))
"""


def leave_out(kind, name, on, why, said=set()):
    """Says, once for all passes, what of a build is not measured."""
    line = f"{kind} of the {name} build: {on} is left out: {why}"
    if line not in said:
        said.add(line)
        print(line, flush=True)


def usable(build, name, folder):
    """Backends that GIMP can use here; where that is not all of them, a line says why."""
    out = gimp(build, folder, "(begin (display (car (plug-in-cuda-edges-info))) (newline))")
    cuda = json.loads(out[out.index("{"):out.rindex("}") + 1])["cuda"]
    if cuda["usable"]:
        return ("cpu", "cuda", "auto")
    leave_out("calls", name, "cuda", cuda.get("reason"))
    return ("cpu", "auto")


def gimp(build, folder, expression):
    run = subprocess.run(["bash", str(TOP / "tools" / "run-gimp"), str(build), str(folder), expression], stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, errors="replace", check=True)
    return run.stdout


def run_calls(build, name, folder, expression):
    """Milliseconds of each call, of one GIMP; the first call of a case is a row of its own, which only the first case keeps."""
    photo = folder / "photo.ppm"
    if not photo.exists():
        subprocess.run([build / "tests/bench/ce-bench", "--sizes", "{}x{}".format(*PHOTO), "--picture", photo], check=True)
    config = folder / name
    cases = [case for case in of_calls(usable(build, name, config)) if re.search(expression, case[0])]
    script = folder / "felt.scm"
    script.write_text(SCRIPT.replace("{photo}", str(photo)) + "".join(
        f'(measure "{label}" (lambda (image) {convert or "#t"}) (lambda (image layer) {text}))\n' for label, convert, text in cases))
    out = gimp(build, config, f'(load "{script}")')
    rows = [line.split("\t")[1:] for line in out.splitlines() if line.startswith("row\t")]
    first = "first: " + cases[0][0]
    return [(label, float(ms)) for label, ms in rows if label == first or not label.startswith("first: ")]


def run_kernels(build, name, folder, _expression):
    rows = []
    for options in (["--at", "6000x4000", "--sizes", "6000x4000", "--groups", "size,depth,sharpen"],
                    ["--sizes", "10000x10000", "--groups", "size", "--channels", "1", "--type", "u8"]):
        file = folder / "kernels.json"
        run = subprocess.run([build / "tests/bench/ce-bench", "--backends", "cpu,cpu:v3,cuda", "--rounds", "5", "--budget", "0.3",
                              *options, "--json", file], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for on, why in re.findall("^(.+) is left out: (.+)$", run.stderr, re.M):
            leave_out("kernels", name, on, why)
        rows += json.loads(file.read_text())["rows"]
    return [(f'{row["case"]} {row["group"]} {row["type"]}×{row["channels"]} {row["width"]}x{row["height"]}, {row["on"]}', row["compute_ms"])
            for row in rows if row["kind"] != "floor"]


def run_slider(build, name, _folder, _expression):
    out = subprocess.run([build / "tests/ui/ui-pace", "{}x{}".format(*PHOTO), "cpu", "cuda"], check=True, capture_output=True,
                         text=True).stdout
    for on, why in re.findall("^# (cpu|cuda): (.+)$", out, re.M):
        leave_out("sliders", name, on, why)
    found = re.findall(r"^# (\S+) +(\S+) +(\S+) +(fit|100 %) +median +([\d.]+) ms", out, re.M)
    return [(f"slider {of} {slider} at {zoom}, {on}", float(ms)) for on, of, slider, zoom, ms in found]


def run_size(build, _name, folder, _expression):
    """Megabytes, not milliseconds; the same in each pass."""
    stripped = folder / "stripped"
    subprocess.run(["strip", "-o", stripped, build / "plugin/cuda-edges"], check=True)
    return [("stripped plug-in, MB", stripped.stat().st_size / 1e6)]


KINDS = {"kernels": run_kernels, "slider": run_slider, "calls": run_calls, "size": run_size}


def allowed(kind, label, old):
    """The allowed ratio of the new figure to the old one."""
    if kind == "kernels":
        return 1 + 0.1 / old if label.endswith("cuda") and "deconvolve" not in label else 1.05
    if kind == "calls":
        return 1.25 if re.search("each channel|gray|16 bits|float", label) else 1.05
    return {"slider": 1.10, "size": 1.0}[kind]


def table(figures):
    lines = ["| felt | old | new | new / old | allowed |", "|---|---|---|---|---|"]
    for (kind, label), both in figures.items():
        if both["old"] and both["new"]:
            old, new = statistics.median(both["old"]), statistics.median(both["new"])
            lines.append(f"| {label} | {old:.4g} | {new:.4g} | {new / old:.2f} | {allowed(kind, label, old):.2f} |")
        else:
            lines.append(f"| {label} | {'' if not both['old'] else 'gone in the new'} | | | |")
    return "\n".join(lines) + "\n"


def main(old, new, results, passes="3", *kinds):
    builds = {"old": Path(old).resolve(), "new": Path(new).resolve()}
    figures = {}
    with tempfile.TemporaryDirectory(prefix="cuda-edges-felt-") as folder:
        for n in range(int(passes)):
            for word in kinds or KINDS:
                kind, _, expression = word.partition(":")
                for name in ("old", "new") if n % 2 == 0 else ("new", "old"):
                    for label, figure in KINDS[kind](builds[name], name, Path(folder), expression):
                        figures.setdefault((kind, label), {"old": [], "new": []})[name].append(figure)
            Path(results + ".json").write_text(json.dumps([{"kind": kind, "what": label} | both
                                                           for (kind, label), both in figures.items()], indent=1) + "\n")
            Path(results + ".md").write_text(table(figures))
    print(table(figures), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
