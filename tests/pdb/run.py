#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the PDB tests in a real gimp-console with a configuration of its own.

run.py PLUG-IN OPERATIONS RENDER CURVE [PART...]: the executable and the module
to test, the tools that render with the engine alone and convert between
encodings, and the parts (files of this folder; all by default). Prints TAP.
One GIMP runs all parts, because its start takes longer than most of them;
another runs some of them without the module, so that the plug-in computes."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import known_plugins  # noqa: E402
import patience  # noqa: E402

HERE = Path(__file__).resolve().parent
PARTS = ["results", "choices", "erased", "sharpness", "placement", "refusals", "reports", "core", "defaults", "kills", "tried", "foreign", "lines", "stacks"]
ALONE = ["results", "erased", "sharpness", "placement", "stacks", "alone"]
PERTURB = "MALLOC_PERTURB_"
LIMIT_S = patience.limit(int(os.environ.get("CE_LONG_S", 1200)))


def find_gimp():
    for name in ("gimp-console-3.0", "gimp-console-3.2", "gimp-console-3", "gimp-console"):
        if shutil.which(name):
            return shutil.which(name)
    print("1..0 # SKIP there is no gimp-console here")
    sys.exit(0)


def environment(folder):
    """Nothing of the user's GIMP is read or changed, and no window can open. Meson has the C library fill memory, which takes
    a quarter of GIMP's time; where the plug-in computes it does so."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", PERTURB)}
    home = str(folder / "home")
    return kept | {"GIMP3_DIRECTORY": str(folder), "HOME": home, "XDG_CONFIG_HOME": home,
                   "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home, "NO_AT_BRIDGE": "1", "LC_ALL": "C.UTF-8"}


def build_of(plug_in):
    return Path(plug_in).absolute().parents[1]


def put_operations(folder, operations):
    """The folder of the user's operations of GEGL."""
    own = folder / "home" / "gegl-0.4" / "plug-ins"
    own.mkdir(parents=True, exist_ok=True)
    shutil.copy(operations, own)


def run(folder, plug_in, tools, parts, extra):
    """Runs some parts in one GIMP. Returns their lines of TAP and GIMP's messages."""
    own = folder / "plug-ins" / "cuda-edges"
    own.mkdir(parents=True, exist_ok=True)
    (folder / "home").mkdir(exist_ok=True)
    if not (own / "cuda-edges").exists():
        shutil.copy(plug_in, own / "cuda-edges")
    known_plugins.recall(folder, build_of(plug_in))
    tap = folder / "tap"
    script = (f"import sys; sys.path[:0] = {[str(HERE), str(HERE.parent / 'support')]!r}; sys.dont_write_bytecode = True; "
              f"import inside; inside.main({str(tap)!r}, {tools[0]!r}, {tools[1]!r}, {parts!r})")
    with open(folder / "log", "wb") as log:
        try:
            status = subprocess.run([find_gimp(), "-i", "--quit", "--batch-interpreter=python-fu-eval", "-b", script],
                                    env=environment(folder) | extra, stdin=subprocess.DEVNULL, stdout=log,
                                    stderr=subprocess.STDOUT, timeout=LIMIT_S, check=False).returncode
        except subprocess.TimeoutExpired:
            status = "none in time"
    known_plugins.keep(folder, build_of(plug_in))
    lines = tap.read_text(encoding="utf-8").splitlines() if tap.exists() else []
    said = (folder / "log").read_text(encoding="utf-8", errors="replace")
    if status != 0 or "# end" not in lines:
        print("\n".join(lines))
        print(said[-6000:], file=sys.stderr)
        print(f"Bail out! GIMP ended with status {status}{'' if '# end' in lines else ' before the end'}")
        sys.exit(0)
    return lines, said


def run_with_failing_gpu(folder, plug_in, tools, gpu):
    """A GPU that fails at some step: the same result, said once by GIMP, or a refusal that changes nothing."""
    if gpu is None:
        return ["ok - fallback # SKIP there is no GPU and no driver for tests"]
    lines = []
    for step in ("start", "memory", "launch"):
        more, said = run(folder, plug_in, tools, ["fallback"], gpu | {"CE_TESTING": "cuda-fail=" + step})
        times = said.count("The GPU could not be used")
        lines += [line.replace("fallback:", f"fallback, failing {step}:", 1) for line in more]
        lines.append(f"{'ok' if times == 1 else 'not ok'} - fallback, failing {step}: said {times} times")
    return lines


def run_notes(folder, plug_in, tools):
    """What GIMP is told, by its log. The log has the sentences of a case after its name."""
    lines, said = run(folder, plug_in, tools, ["notes"], {"CUDA_VISIBLE_DEVICES": ""})
    for part in said.split("\nnotes: ")[1:]:
        first, rest = part.split("\n", 1)
        name, wanted = json.loads(first)
        for sentence, n in wanted.items():
            found = rest.count(sentence)
            lines.append(f"{'ok' if found == n else 'not ok'} - notes: {name}: “{sentence}” {found} times, {n} wanted")
    return lines


def run_on_gpu(folder, plug_in, tools, gpu):
    """A GPU that is named computes in GIMP's core, all calls of it in one context."""
    if gpu is None:
        return ["ok - gpu # SKIP there is no GPU and no driver for tests"]
    lines, said = run(folder, plug_in, tools, ["gpu"], gpu | {"G_MESSAGES_DEBUG": "cuda-edges"})
    calls = said.count("computed in GIMP's core")
    here = said.count("computed in the plug-in")
    at_once = said.count("computed in GIMP's core, at once")
    return lines + [f"{'ok' if calls and not here else 'not ok'} - gpu: {calls} calls in the core, {here} in the plug-in",
                    f"{'ok' if at_once == 3 else 'not ok'} - gpu: {at_once} of 4 replacements at once: all but the first call"]


def run_file_alone(folder, plug_in, tools):
    """A file with an effect that "core" saved, where the operations are not there."""
    (folder / "home" / "gegl-0.4" / "plug-ins" / "cuda-edges-operations.so").unlink()
    lines, said = run(folder, plug_in, tools, ["file_alone"], {"CE_TEST_FILE": str(folder / "home" / "effect.xcf")})
    told = "cuda-edges:canny" in said and "not installed" in said
    return lines + [f"{'ok' if told else 'not ok'} - file_alone: GIMP says what is missing"]


def run_refused(folder, plug_in, tools):
    """A GIMP whose calls get no thread or no memory, or end before a request."""
    library = os.environ.get("CE_REFUSE_LIBRARY")
    if not library:
        return ["ok - refused # SKIP CE_REFUSE_LIBRARY is not set"]
    control = folder / "refuse"
    control.write_bytes(bytes(84))
    lines, said = run(folder, plug_in, tools, ["requests", "refused", "reverted"], {"LD_PRELOAD": library, "CE_REFUSE": str(control)})
    return lines + ["# " + line for line in said.splitlines() if line.startswith("refused: ")]


def run_limited(folder, plug_in, tools):
    """A GIMP whose plug-in is started by a shell with the ulimit that a file says."""
    own, control = folder / "plug-ins" / "cuda-edges", folder / "limit"
    own.mkdir(parents=True)
    control.touch()
    shell = own / "cuda-edges"
    shell.write_text(f'#!/bin/sh\n[ ! -s "{control}" ] || ulimit $(cat "{control}")\n'
                     f'exec "{os.path.abspath(plug_in)}" "$@"\n')
    shell.chmod(0o755)
    lines, said = run(folder, plug_in, tools, ["limits"], {"CE_LIMIT": str(control)})
    return lines + ["# " + line for line in said.splitlines() if line.startswith("limits: ")]


def run_orphan(folder, plug_in):
    """A plug-in that stands still ends with its GIMP."""
    own = folder / "plug-ins" / "cuda-edges"
    own.mkdir(parents=True)
    (folder / "home").mkdir()
    shutil.copy(plug_in, own)
    known_plugins.recall(folder, build_of(plug_in))
    script = (f"import sys; sys.path[:0] = {[str(HERE), str(HERE.parent / 'support')]!r}; sys.dont_write_bytecode = True; import tools; "
              "image = tools.new_image(9000, 7000, 'GRAY'); layer = tools.new_layer(image, 9000, 7000); "
              "tools.call('canny', image, [layer], backend='cpu', sigma=50.0, stage='blurred')")
    gimp = subprocess.Popen([find_gimp(), "-i", "--batch-interpreter=python-fu-eval", "-b", script],
                            env=environment(folder) | {"CE_TESTING": "threads=4"}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    orphan = None
    for _ in range(patience.limit(2400)):
        calls = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if is_call(pid, own)]
        orphan = next(filter(computes, calls), None)
        if orphan or gimp.poll() is not None:
            break
        time.sleep(0.05)
    if orphan:
        os.kill(orphan, signal.SIGSTOP)
    gimp.kill()
    gimp.wait()
    for _ in range(patience.limit(400)):
        if not orphan or not is_call(orphan, own):
            break
        time.sleep(0.05)
    ended = orphan and not is_call(orphan, own)
    if orphan and not ended:
        os.kill(orphan, signal.SIGKILL)
    return [f"{'ok' if ended else 'not ok'} - a plug-in that stands still ends with its GIMP"]


def is_call(pid, own):
    """Whether a running process is a call of that plug-in."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[0] == os.fsencode(own / "cuda-edges") and b"-run" in words


def computes(pid):
    """Whether threads of the engine have begun."""
    try:
        return any(name.read_bytes().startswith(b"ce-") for name in Path(f"/proc/{pid}/task").glob("*/comm"))
    except OSError:
        return False


def run_rule(folder, plug_in, tools):
    """Compares the place that computed each call of a part with the place that the part expects."""
    lines, said = run(folder, plug_in, tools, ["rule"], {"G_MESSAGES_DEBUG": "cuda-edges", "CE_TESTING": "threads=2"})
    found = re.findall(r"computed in (?:GIMP's )?(core|the plug-in)", said)
    wanted = [line.split(": computed in ", 1)[1] for line in lines if line.startswith("ok") and "# SKIP" not in line]
    agree = found == wanted
    return lines + ([] if agree else [f"# {found}"]) + [f"{'ok' if agree else 'not ok'} - rule: {len(wanted)} calls"]


def main():
    plug_in, operations, parts = sys.argv[1], sys.argv[2], sys.argv[5:]
    tools = [os.path.abspath(path) for path in sys.argv[3:5]]
    lines = []
    with tempfile.TemporaryDirectory(prefix="cuda-edges-pdb-") as folder:
        put_operations(Path(folder), operations)
        chosen = [part for part in parts if part not in ("alone", "refused", "limits", "notes")]
        if chosen or not parts:
            told, said = run(Path(folder), plug_in, tools, chosen or PARTS, {})
            lines += told + ["# " + line for line in said.splitlines() if line.startswith("long: ")]
        if not parts or "notes" in parts:
            lines += run_notes(Path(folder), plug_in, tools)
        if not parts or "refused" in parts:
            lines += run_refused(Path(folder), plug_in, tools)
        if not parts:
            lines += run_rule(Path(folder), plug_in, tools)
            real = any(line.startswith("ok") and "on the GPU" in line and "# SKIP" not in line for line in lines)
            fake = os.environ.get("CE_FAKE_CUDA")
            gpu = {} if real else {"LD_LIBRARY_PATH": fake, "FAKE_CUDA_RUNS": "1"} if fake and os.path.isdir(fake) else None
            lines += run_on_gpu(Path(folder), plug_in, tools, gpu)
            lines += run_with_failing_gpu(Path(folder), plug_in, tools, gpu)
            lines += run_file_alone(Path(folder), plug_in, tools)
    if not parts and sys.platform == "linux":
        with tempfile.TemporaryDirectory(prefix="cuda-edges-pdb-") as folder:
            lines += run_orphan(Path(folder), plug_in)
    if not parts or "limits" in parts:
        with tempfile.TemporaryDirectory(prefix="cuda-edges-pdb-") as folder:
            lines += run_limited(Path(folder), plug_in, tools)
    if not parts or "alone" in parts:
        with tempfile.TemporaryDirectory(prefix="cuda-edges-pdb-") as folder:
            alone = run(Path(folder), plug_in, tools, ALONE, {PERTURB: os.environ.get(PERTURB, "85")})[0]
            lines += [line.replace("ok - ", "ok - without the module, ", 1) for line in alone]
    count = 0
    for line in lines:
        if line.startswith(("ok", "not ok")):
            count += 1
            line = line.replace("ok -", f"ok {count} -", 1)
        print(line)
    print(f"1..{count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
