#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the dialogs' features beside parameters, in a real GIMP, as TAP.
Usage: features.py PLUG-IN PHOTO"""
import json
import math
import re
import shutil
import subprocess
import sys

import desktop
from checking import WITH_TOP, Exact, main
from desktop import numpy
from dialog import Dialogs

# A copy of the photo on top, so that replacing it does no harm.
ADD_COPY = """(let ((copy (car (gimp-layer-copy layer))))
    (gimp-image-insert-layer image copy 0 0)
    (if {alpha} (gimp-layer-add-alpha copy)))"""
# Feathered, and neither a rectangle nor in one piece.
SELECT = """(gimp-image-select-ellipse image CHANNEL-OP-REPLACE 60 40 300 380)
  (gimp-image-select-rectangle image CHANNEL-OP-ADD 390 310 90 150)
  (gimp-selection-feather image 20)"""
SAVE_TOP = """(let* ((top (vector-ref layers 0))
         (copy (car (gimp-image-new (car (gimp-drawable-get-width top)) (car (gimp-drawable-get-height top)) RGB))))
    (gimp-image-insert-layer copy (car (gimp-layer-new-from-drawable top copy)) -1 0)
    (gimp-file-save RUN-NONINTERACTIVE copy "{file}" -1)
    (gimp-image-delete copy)
    (gimp-image-remove-layer image top))"""

SAVE_ALL = """(let* ((copy (car (gimp-image-duplicate image))))
    (gimp-image-flatten copy)
    (gimp-file-save RUN-NONINTERACTIVE copy "{file}" -1)
    (gimp-image-delete copy))"""


class Features(Exact, Dialogs):
    def run_exact(self, name, alpha, output, style, which=("plug-in-cuda-canny", "CUDA Canny"), opacity="100"):
        gimp = self.gimp
        gimp.finish(WITH_TOP.format(body=ADD_COPY.format(alpha="TRUE" if alpha else "FALSE")))
        gimp.finish(WITH_TOP.format(body=SELECT))
        ended = self.open_top(*which)
        gimp.keys("alt+u")
        self.choose("output", "Down" if output == "replace" else "Up", 2, output)
        gimp.keys("alt+y")
        self.choose("style", "Down" if style == "lines" else "Up", 3, style)
        if output == "new-layer":
            self.fill((("alt+v", opacity),))
        seen, area = self.see()
        self.close_with_ok(ended)
        file = gimp.folder / "exact.png"
        if output == "new-layer":       # over what is below it, as GIMP shows the image
            gimp.finish(WITH_TOP.format(body=SAVE_ALL.format(file=file)))
            gimp.finish(WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))
            gimp.finish(WITH_TOP.format(body="(gimp-image-remove-layer image layer)"))
        else:
            gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        self.compare_picture(name, seen, area, file, (512, 512))
        gimp.finish(WITH_TOP.format(body="(gimp-selection-none image)"))

    def run_overlay(self, photo):
        """Edges over the photo, whatever their style, in a color that is seen on it."""
        gimp = self.gimp
        self.call("plug-in-cuda-canny", "#:low 40 #:high 80")
        file = gimp.folder / "edges.png"
        gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        edges, below = gimp.picture(file), gimp.picture(photo)[..., :3].astype(int)
        red, green, blue = numpy.moveaxis(below, -1, 0)
        is_pink = (red > 159) & (green < 156) & (abs(blue - 160) < 96) & (blue > green + 32)
        ink = numpy.where(is_pink[..., None], (0, 255, 160), (255, 60, 160))
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.fill((("alt+w", "40"), ("alt+i", "80"), ("alt+v", "100")))
        for style, steps in (("white-on-black", "Up"), ("black-on-white", "Down")):
            gimp.keys("alt+y")
            self.choose("style", steps, 3, style)
            self.see()
            area = self.place_of("preview")
            gimp.click(area[0] + 8, area[1] + 8)
            self.press("v", "show=3")
            seen, area = self.look_at_preview()
            left, top = (area[2] - 512 + 1) // 2, (area[3] - 512 + 1) // 2
            expected = numpy.where(edges[..., :1] > 0, ink, below)
            n_bad = (abs(seen[top:top + 512, left:left + 512] - expected) > 1).sum()
            self.check(n_bad == 0, f"the overlay of {style} is its edges over the photo", f"{n_bad} samples differ")
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def value(self, name):
        """The value of a parameter, as the dialog last logged it."""
        return dict(pair.split("=") for pair in self.gimp.logged(r"trace: values (.*)")[-1].split())[name]

    def run_search(self):
        """GIMP's own search finds the filters by their common names."""
        gimp = self.gimp
        shown = len(gimp.logged("first result"))
        gimp.activate("GIMP$")
        gimp.keys("slash")
        gimp.rest()
        gimp.type("cuda gpu")
        gimp.rest()
        gimp.keys("Down", "Return")
        found = desktop.happens(lambda: len(gimp.logged("first result")) > shown, 20)
        self.check(found and gimp.windows("^CUDA "), "GIMP's search finds the filters by “gpu”")
        gimp.keys("Escape")
        desktop.happens(lambda: not gimp.windows("^CUDA "), 10)
        self.check("cuda-edges.svg" in (gimp.folder / "gimp" / "pluginrc").read_text(encoding="utf-8", errors="replace"),
                   "and they have an icon of their own")

    def run_within(self):
        """Thresholds found in a selection alone; OK gives the result of a call with these numbers."""
        gimp = self.gimp
        gimp.finish(WITH_TOP.format(body="(gimp-image-select-rectangle image CHANNEL-OP-REPLACE 300 20 190 90)"))
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        gimp.keys("alt+t")
        self.choose("thresholds", "Down", 3, "otsu")
        self.drawn()
        whole = re.search(r"#:low (\S+) #:high (\S+)", self.copy_command("s")).groups()
        n = len(gimp.logged("trace: values"))
        self.click_until("within", lambda: len(gimp.logged("trace: values")) > n)
        self.drawn()
        command = self.copy_command("s")
        low, high = re.search(r"#:low (\S+) #:high (\S+)", command).groups()
        self.check((low, high) != whole and '"manual"' in command,
                   "in the selection other thresholds are found, and what is copied has them", f"{whole}\n{command}")
        self.close_with_ok(ended)
        file = gimp.folder / "within.png"
        gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        shown = gimp.picture(file)
        self.call("plug-in-cuda-canny", f"#:low {low} #:high {high}")
        gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        self.check(numpy.array_equal(gimp.picture(file), shown), "and OK does what they do", f"{low}, {high}")
        gimp.finish(WITH_TOP.format(body="(gimp-selection-none image)"))

    def move_line(self, fields, name, moved, *keys):
        """Types values, takes a line of the histogram by a click and moves it by keys; again if a busy machine lost one."""
        for _ in range(3):
            self.fill(fields)
            self.scroll_to("histogram")
            x, y, _, height = self.place_of("histogram")
            self.gimp.click(x + 10, y + height - 10)
            self.gimp.keys(*keys)
            if desktop.happens(lambda: self.has_value(name, moved), 3):
                return True
        return False

    def run_axis(self, title, name, wide):
        """The axis of the open dialog's histogram, which ends behind the picture's responses and the line."""
        level = lambda: float(self.value(name)) if name == "threshold" else 255 / float(self.value(name))
        reach = lambda: float(self.gimp.logged(r"trace: histogram to (\S+)")[-1])
        self.check(level() < reach() < 1200, f"{title}: the axis ends behind the responses", str(reach()))
        x, y, width, height = self.place_of("histogram")
        for share in (0.5, 0.98):
            scale = width / math.log1p(reach())
            self.gimp.drag(x + math.log1p(level()) * scale, y + height / 2, x + share * width, y + height / 2)
            self.check(desktop.happens(lambda: abs(math.log1p(level()) * scale / width - share) < 0.02, 3),
                       f"{title}: a line that is dragged to {share:.0%} is there", f"{level()}, {scale}")
        self.fill((wide,))
        self.check(desktop.happens(lambda: level() > 800 and reach() > level(), 3), f"{title}: the line has room", str(reach()))

    def run_levels(self):
        """The histograms of Sobel and Laplacian, with the arrow keys."""
        gimp = self.gimp
        for procedure, title, name, typed, wide, moved in (
                ("plug-in-cuda-laplacian", "CUDA Laplacian of Gaussian", "threshold", ("alt+t", "5"), ("alt+t", "1000"), "16"),
                ("plug-in-cuda-sobel", "CUDA Sobel", "gain", ("alt+i", "2.55"), ("alt+i", "0.3"), "2.3")):
            ended = self.open_top(procedure, title)
            self.check(self.move_line((typed,), name, moved, "shift+Right", "Right"), f"{title}: the line moves the {name}",
                       self.value(name))
            self.run_axis(title, name, wide)
            gimp.keys("Escape")
            desktop.wait_for(ended.exists, "end of the call")

    def run_sides(self):
        """A window that was small and grows again."""
        gimp = self.gimp
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        widths, hints = [self.place_of("histogram")[2]], [self.place_of("erased")[2]]
        for size in ((700, 560), (1240, 860)):
            gimp.resize(*size)
            gimp.rest()
            widths.append(self.place_of("histogram")[2])
            hints.append(self.place_of("erased")[2])
        self.check(widths[1] < widths[0] - 10 and abs(widths[2] - widths[0]) < 3, "sliders grow back with the window", str(widths))
        self.check(len(set(hints)) == 1, "that an edge can be clicked is said in a small window, too", str(hints))
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_mask(self):
        """Sharpen's mask among its stages, and its histogram, which comes with the mask."""
        gimp = self.gimp
        ended = self.open_top("plug-in-cuda-sharpen", "CUDA Sharpen")
        _, y, _, height = self.place_of("advanced")
        hole = self.place_of("strip")[1] - y - height
        self.check(hole < 100, "no hole is between its rows and what OK will do", f"{hole} px")
        x, y, width, height = self.place_of("stages")
        row = (x, y, width, height)
        before = gimp.pixels(*row)
        self.fill((("alt+g", "60"),))
        self.drawn()
        self.check(gimp.pixels(*row) != before, "the stages of sharpening follow its parameters")
        self.look(x + 0.5 * width, y + height / 2, "mask")
        self.check(self.value("stage") == "result", "the mask is one of them, to look at", self.value("stage"))
        output = self.value("output")
        gimp.keys("alt+u")
        self.check(gimp.answers_keys(gimp.screen.active()) and self.has_value("output", output), "a letter takes the focus and chooses nothing")
        gimp.keys("alt+e")
        radius = self.value("radius")
        self.choose("method", "Down", 3, "deconvolve")
        self.check(radius == "3" and desktop.happens(lambda: self.value("radius") == "1", 10),
                   "the radius follows the method", f"{radius}, {self.value('radius')}")
        gimp.keys("ctrl+z")
        self.check(desktop.happens(lambda: self.value("radius") == "3" and self.value("method") != "deconvolve", 10),
                   "both are one step to undo", f"{self.value('method')}, {self.value('radius')}")
        gimp.keys("ctrl+y")
        self.check(desktop.happens(lambda: self.value("radius") == "1" and self.value("method") == "deconvolve", 10),
                   "and one to do again", f"{self.value('method')}, {self.value('radius')}")
        said = len(gimp.logged("status: Deconvolution takes back"))
        self.fill((("alt+i", "8"),))
        self.check(not said and desktop.happens(lambda: gimp.logged("status: Deconvolution takes back"), 10),
                   "a radius that deconvolution does not know is said")
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def look(self, x, y, stage):
        """A click on the small picture of a stage, which the preview then shows."""
        n = len(self.gimp.logged("trace: looks at"))
        for _ in range(3):
            self.gimp.click(x, y)
            if desktop.happens(lambda: len(self.gimp.logged("trace: looks at")) > n, 3):
                break
        self.check(self.gimp.logged("trace: looks at (.*)")[n:] == [stage],
                   f"a click on the picture of {stage} shows it", str(self.gimp.logged("trace: looks at (.*)")))
        self.drawn()

    def run_looking(self):
        """OK neither makes nor remembers a stage that is only shown."""
        gimp = self.gimp
        file = gimp.folder / "looked.png"
        for procedure, title, n_stages, at, stage, result in (
                ("plug-in-cuda-canny", "CUDA Canny", 7, 2, "magnitude", "edges"),
                ("plug-in-cuda-sharpen", "CUDA Sharpen", 3, 1, "mask", "result")):
            tops = []
            for is_looked_at in (True, False):
                ended = self.open_top(procedure, title)
                self.check(self.value("stage") == result, f"{title} opens with what OK makes", self.value("stage"))
                if is_looked_at:
                    x, y, width, height = self.place_of("stages")
                    before = gimp.pixels(*self.place_of("preview"))
                    self.look(x + (at + 0.5) * width / n_stages, y + height / 2, stage)
                    self.check(gimp.pixels(*self.place_of("preview")) != before, "which the preview shows")
                    self.check(desktop.happens(lambda: "to look at; OK makes" in gimp.logged("trace: status: (.*)")[-1], 3),
                               "and what OK makes is said", gimp.logged("trace: status: (.*)")[-1])
                    self.press("a", "show=1")           # not in the preview: a small picture has the focus
                self.close_with_ok(ended)
                gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
                tops.append(gimp.picture(file).tobytes())
            self.call(procedure, "")
            gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
            self.check(tops[0] == tops[1] == gimp.picture(file).tobytes(), f"{title}: OK made the {result} both times")

    def run_memory(self):
        """Zoom, position, the shown pane and the split are restored, but not for an image of another size."""
        gimp = self.gimp
        pictures = []
        for keys in (("1", "s", "plus", "plus", "Right", "Down", "comma", "comma", "comma"), ("x", "x"), ("0", "a")):
            ended = self.open_top("plug-in-cuda-sobel", "CUDA Sobel")
            area = self.place_of("preview")
            gimp.click(area[0] + 2, area[1] + 2)
            gimp.keys(*keys)
            gimp.leave()
            pictures.append(gimp.pixels(*area))
            gimp.keys("Escape")
            desktop.wait_for(ended.exists, "end of the call")
        self.check(pictures[0] == pictures[1] and pictures[1] != pictures[2], "the view is that of the last time",
                   " ".join(str(pictures.index(picture)) for picture in pictures))
        state = (gimp.folder / "gimp" / "cuda-edges-dialogs.ini").read_text(encoding="utf-8")
        self.check("split=0.43999" in state and "show=2" in state and "zoom=0\n" in state and "controls=" in state,
                   "it is in the file", state)

    def run_lost_gpu(self):
        """The last values say GPU, the dialog remembers which one, and it is not there."""
        gimp = self.gimp
        ended = self.open_top("plug-in-cuda-sobel", "CUDA Sobel")
        self.fill((("alt+v", "100"),))
        self.close_with_ok(ended)
        file = gimp.folder / "top.png"
        gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        settings = gimp.folder / "gimp" / "plug-in-settings" / "GimpProcedureConfigRun-plug-in-cuda-sobel.last"
        values = settings.read_text(encoding="utf-8")
        # The image has them as well, and they go first.
        gimp.finish(WITH_TOP.format(body="""(for-each (lambda (name) (gimp-image-detach-parasite image name))
            (car (gimp-image-get-parasite-list image)))"""))
        settings.write_text(values.replace('(backend "auto")', '(backend "cuda")'), encoding="utf-8")
        self.check('(backend "auto")' in values, "the device is among the last values", values)
        state = gimp.folder / "gimp" / "cuda-edges-dialogs.ini"
        state.write_text("[devices]\ngpu=NVIDIA Imaginary 1\n", encoding="utf-8")
        ended = self.open_top("plug-in-cuda-sobel", "CUDA Sobel")
        self.check(self.value("backend") == "auto", "a GPU that is gone gives way to automatic", self.value("backend"))
        self.check(gimp.logged("notice: .*Imaginary.*"), "and a line says so")
        self.unfold()
        gimp.keys("alt+m", "Down")
        self.check(self.has_value("backend", "cpu"), "the processor follows in the menu", self.value("backend"))
        self.close_with_ok(ended)
        gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))

    def run_histogram_keys(self):
        """The histogram's lines with the arrow keys."""
        gimp = self.gimp
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        moved = self.move_line((("alt+w", "40"), ("alt+i", "80")), "high", "91", "Up", "Right", "shift+Right")
        self.check(moved, "right and Shift with right move the high threshold", self.value("high"))
        gimp.keys("Down", "Left")
        self.check(desktop.happens(lambda: self.has_value("low", "39"), 3), "down takes the low one", self.value("low"))
        gimp.keys("alt+t")
        self.choose("thresholds", "Down", 3, "otsu")
        self.drawn()
        self.choose("thresholds", "Up", 3, "percentile")    # which says what was found
        low, high = self.value("low"), float(self.value("high"))
        self.choose("thresholds", "Down", 3, "otsu")
        self.drawn()
        self.scroll_to("histogram")
        x, y, width, height = self.place_of("histogram")
        at = x + math.log1p(high) / math.log1p(1500) * width
        gimp.drag(at, y + height / 2, at + 40, y + height / 2)
        self.check(desktop.happens(lambda: self.has_value("thresholds", "manual"), 3) and self.has_value("low", low),
                   "a found threshold that is dragged becomes manual", gimp.logged("trace: values (.*)")[-1])
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_compare(self):
        """The CPU with its own plain variant, and the report on the clipboard."""
        gimp = self.gimp
        ended = self.open_top("plug-in-cuda-canny", "CUDA Canny")
        self.unfold()
        self.open_by("compare", "CPU and GPU Compared")
        for _ in range(20):
            gimp.keys("alt+c")
            if desktop.happens(lambda: "different-pixels" in gimp.clipboard(), 1):
                break
        text = gimp.clipboard()
        report = json.loads(text)
        self.check(report["different-pixels"] == 0 and min(report["cpu-runs"], report["cpu-ms"], report["cuda-ms"]) > 0
                   and report["automatic"] in ("cpu", "cuda"),
                   "“Copy Report” copies times, what automatic takes, and that no pixel differs", text)
        gimp.keys("Escape")
        desktop.happens(lambda: not gimp.windows("CPU and GPU Compared"), 5)
        gimp.activate("^CUDA Canny$")
        gimp.keys("Escape")
        desktop.wait_for(ended.exists, "end of the call")

    def run_commands(self, photo):
        """Python and shell commands, pasted into GIMPs of their own, give the pixels of OK."""
        gimp = self.gimp
        ended = self.open_top("plug-in-cuda-sharpen", "CUDA Sharpen")
        self.fill((("alt+i", "2.5"), ("alt+a", "1.25")))
        python, shell = self.copy_command("p"), self.copy_command("c")
        self.close_with_ok(ended)
        file = gimp.folder / "command.png"
        gimp.finish(WITH_TOP.format(body=SAVE_TOP.format(file=file)))
        expected = gimp.picture(file).tobytes()

        folder = gimp.folder / "work"
        folder.mkdir()
        shutil.copy(photo, folder / "photo.png")
        (folder / "shell.sh").write_text(shell, encoding="utf-8")
        done = subprocess.run(["sh", "shell.sh"], cwd=folder, env=gimp.environment, capture_output=True, text=True, timeout=desktop.patience.limit(120),
                              check=False)
        same = (folder / "result.png").exists() and gimp.picture(folder / "result.png").tobytes() == expected
        self.check(same, "the shell command does the same", shell + done.stderr[-500:])
        self.check("stray image" not in done.stderr + done.stdout, "and leaves no image behind", done.stderr[-500:])

        before = ("from gi.repository import Gio\nloaded = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, "
                  f"Gio.File.new_for_path('{photo}'))\n")
        after = ("\nGimp.file_save(Gimp.RunMode.NONINTERACTIVE, loaded, "
                 f"Gio.File.new_for_path('{folder}/python.png'), None)\n")
        (folder / "command.py").write_text(before + python + after, encoding="utf-8")
        console = next(name for name in ("gimp-console-3.0", "gimp-console-3", "gimp-console") if shutil.which(name))
        done = subprocess.run([console, "--no-interface", "--quit", "--batch-interpreter=python-fu-eval", "--batch",
                               f"exec(open('{folder}/command.py').read())"], env=gimp.environment, capture_output=True,
                              text=True, timeout=desktop.patience.limit(120), check=False)
        same = (folder / "python.png").exists() and gimp.picture(folder / "python.png").tobytes() == expected
        self.check(same, "the Python command does the same", python + done.stderr[-500:])

    def run_all(self, photo):
        self.run_looking()      # with the default values, which dialogs before have not changed
        self.run_within()
        self.run_exact("lines in place", False, "replace", "lines")
        self.run_exact("lines in place of a layer with alpha", True, "replace", "lines")
        self.run_exact("edges in place", False, "replace", "black-on-white")
        self.run_exact("lines in a new layer", False, "new-layer", "lines")
        sobel = ("plug-in-cuda-sobel", "CUDA Sobel")
        self.run_exact("gray lines in a new layer", False, "new-layer", "lines", sobel)
        self.run_exact("lines in a new layer that is half opaque", False, "new-layer", "lines", opacity="50")
        self.run_exact("edges in a new layer", False, "new-layer", "white-on-black", sobel)
        self.run_exact("edges in a new layer that is half opaque", False, "new-layer", "white-on-black", sobel, "40")
        self.run_overlay(photo)
        self.run_histogram_keys()
        self.run_levels()
        self.run_sides()
        self.run_mask()
        self.run_compare()
        self.run_commands(photo)
        self.run_search()
        self.run_lost_gpu()
        self.run_memory()


if __name__ == "__main__":
    sys.exit(main(Features, CE_TESTING="trace compare-with=cpu:plain"))
