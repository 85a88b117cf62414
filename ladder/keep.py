#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""keep.py FOLDER: makes the results of ./dev ladder small enough to keep, in place.

Rows lose values that follow from others; passes.ppm becomes a PNG; ncu.csv, the output of
    ncu --csv --page raw --metrics "$(ladder/keep.py --metrics)" build/*/ladder/ladder --parts rungs --check --once
and sass.txt, lines of a kernel's name, instructions, loads of shared and of global memory, become profile.json."""
import csv
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/support"))
import photos  # noqa: E402

METRICS = {"us": "gpu__time_duration.sum", "instructions": "smsp__inst_executed.sum",
           "warps": "sm__warps_active.avg.pct_of_peak_sustained_active",
           "threads": "smsp__thread_inst_executed_per_inst_executed.ratio", "dram": "dram__bytes.sum",
           "l1": "l1tex__t_sector_hit_rate.pct", "issue": "smsp__issue_active.avg.pct_of_peak_sustained_active",
           "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "written": "lts__t_sectors_op_write.sum"}


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def read_profile(folder):
    """The first launch of each kernel, on 512x512 pixels."""
    kernels, path = {}, folder / "ncu.csv"
    if path.exists():
        lines = list(csv.reader(line for line in path.read_text().splitlines() if line.startswith('"')))
        head, units = lines[0], lines[1]
        for line in lines[2:]:
            name = line[head.index("Kernel Name")].removeprefix("ladder_")
            values = {key: number(line[head.index(metric)]) for key, metric in METRICS.items() if metric in head}
            if units[head.index(METRICS["us"])] in ("ns", "nsecond"):
                values["us"] = round(values["us"] / 1e3, 3)
            kernels.setdefault(name, values)
    path = folder / "sass.txt"
    if path.exists():
        for name, *counts in (line.split() for line in path.read_text().splitlines()):
            if re.match(r"ladder_\w+$", name):
                kernels.setdefault(name.removeprefix("ladder_"), {})["code"] = [int(count) for count in counts]
    return kernels


def pack(path):
    data = json.loads(path.read_text())
    for row in data.get("rows", []):
        for key in ("picture", "rounds", "by_clock", "row_ms", "filter"):
            if not row.get(key) or key in ("picture", "rounds") and row["group"] != "worst" or key == "filter":
                row.pop(key, None)
        for key in ("compute_ms", "cold_ms", "row_ms"):
            if key in row:
                row[key] = float(f"{row[key]:.4g}")
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    path.write_text(re.sub(r"\},\{", "},\n{", text) + "\n", encoding="utf-8")


def main(folder):
    for path in folder.glob("*.json"):
        if path.name.startswith(("ladder", "serial")):
            pack(path)
    kernels = read_profile(folder)
    if kernels:
        about = json.loads((folder / "ladder.json").read_text())
        kernels["about"] = [about["device"], about["date"]]
        (folder / "profile.json").write_text("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(values)}" for name, values
                                             in sorted(kernels.items())) + "\n}\n")
    for name in ("ncu.csv", "sass.txt"):
        (folder / name).unlink(missing_ok=True)
    if (folder / "passes.ppm").exists():
        photos.write_png(folder / "passes.png", *photos.read_ppm(folder / "passes.ppm"))
        (folder / "passes.ppm").unlink()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--metrics":
        print(",".join(METRICS.values()))
    else:
        main(Path(sys.argv[1]))
