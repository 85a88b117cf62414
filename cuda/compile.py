# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the kernels, embedded in a C file: with nvcc to one fat binary, with
clang, which needs no toolkit, to PTX of each kernel, which the driver compiles.

--probe prints three lines: the folder of cuda.h, the options the compiler needs
here (architectures, a host compiler nvcc accepts), and the oldest architecture.
Otherwise compiles the input with --options.
"""
import argparse
import itertools
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

# Bit-exact results: no contraction, correctly rounded division and root.
EXACT = ["--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false"]

# For clang: PTX that drivers have taken since CUDA 11.0, of the first architecture whose threads
# progress by themselves. cuda/clang stands for the toolkit's headers.
CLANG = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx70",
         "-nocudainc", "-nocudalib", "-ffp-contract=off", "-std=c++17", "-Wno-unknown-cuda-version", "-Wno-cuda-compat"]
CLANG_OLDEST = 70

# nvcc refuses host compilers newer than it knows; it hardly needs one here.
HOSTS = [[], *(["-ccbin", name] for name in ("g++-15", "g++-14", "g++-13", "g++-12", "g++-11", "clang++")),
         ["-allow-unsupported-compiler"]]
# glibc 2.42 and later declare rsqrt as well, for _GNU_SOURCE alone, and not as CUDA 13.0 does.
GLIBC = [[], ["-U_GNU_SOURCE"]]

# Boards whose processor is not an x86 one: Jetson, Drive, Thor, DGX Spark.
BOARDS = {53, 62, 72, 87, 88, 101, 110, 121}
# GPUs that run the machine code of an older one, 8.0 or 10.0, because each would add a seventh to the size. Made for 8.6 the
# kernels have 0.999 times the instructions, a kernel 0.966 to 1.00 times, and at most 5 registers more or fewer (nvcc 13.0).
SERVED = {86, 89, 103}


def architectures(nvcc, wanted):
    """Machine code for each wanted architecture, and PTX of the newest."""
    if wanted == "all":
        listed = subprocess.run([nvcc, "--list-gpu-code"], check=True, capture_output=True, text=True).stdout
        numbers = sorted({int(n) for n in re.findall(r"^sm_(\d+)$", listed, re.M)}
                         - SERVED - (BOARDS if platform.machine() == "x86_64" else set()))
    else:
        numbers = sorted(int(n) for n in re.split(r"[ ,;]+", wanted))
    options = [f"-gencode=arch=compute_{n},code=sm_{n}" for n in numbers]
    if wanted == "all":
        options.append(f"-gencode=arch=compute_{numbers[-1]},code=compute_{numbers[-1]}")
    return options, numbers[0]


def works(nvcc, options):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "probe.cu")
        with open(source, "w") as file:
            file.write('extern "C" __global__ void probe (float *v) { *v = 1; }\n')
        run = subprocess.run([nvcc, *options, "-fatbin", "-o", source + ".fatbin", source],
                             capture_output=True, text=True)
        return run.returncode == 0, run.stderr + run.stdout


def headers(nvcc):
    here = os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
    for folder in (os.path.join(here, "include"), os.path.join(here, "targets/x86_64-linux/include"),
                   "/usr/local/cuda/include", "/usr/include"):
        if os.path.exists(os.path.join(folder, "cudaTypedefs.h")):
            return folder
    sys.exit("The toolkit's header cudaTypedefs.h was not found.")


def version(nvcc):
    said = subprocess.run([nvcc, "--version"], check=True, capture_output=True, text=True).stdout
    return tuple(int(n) for n in re.search(r"release (\d+)\.(\d+)", said).groups())


def probe(nvcc, wanted):
    if version(nvcc) < (12, 0):
        sys.exit("CUDA 12.0 or newer is needed, this is {}.{}.".format(*version(nvcc)))
    gencode, oldest = architectures(nvcc, wanted)
    for compiler, glibc in itertools.product(HOSTS, GLIBC):
        if len(compiler) == 2 and not shutil.which(compiler[1]):
            continue
        host = compiler + glibc
        fine, output = works(nvcc, host + gencode[:1])
        if fine:
            break
    else:
        sys.exit(output)
    options = host + gencode
    smaller = "--compress-mode=size"            # since CUDA 12.8
    options.append(smaller if works(nvcc, host + gencode[:1] + [smaller])[0] else "-Xfatbin=-compress-all")
    print(headers(nvcc), shlex.join(options), oldest, sep="\n")


def embed(binary, name, output):
    """An array of 64-bit numbers: the compiler reads it in a second."""
    data = binary + bytes(-len(binary) % 8)
    words = memoryview(data).cast("Q") if sys.byteorder == "little" else None
    with open(output, "w") as file:
        file.write(f"/* Made by compile.py. */\nconst unsigned long long {name}[] __attribute__ ((aligned (64))) = {{\n")
        for i in range(0, len(words), 8):
            file.write(",".join(f"{w:#x}" for w in words[i:i + 8]) + ",\n")
        file.write("};\n")


def in_clang(include):
    """The options for the folders of the kernels and of the toolkit's substitute."""
    return [*CLANG, "-include", os.path.join(include, "cuda/clang/device.h"), "-I", include, "-I", os.path.join(include, "cuda")]


def probe_clang(clang, include):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "probe.cu")
        with open(source, "w") as file:
            file.write('extern "C" __global__ void probe (float *v) { *v = __fsqrt_rn (*v + threadIdx.x); }\n')
        run = subprocess.run([clang, *in_clang(include), "-S", "-o", source + ".ptx", source], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    print(os.path.join(include, "cuda/clang"), "", CLANG_OLDEST, sep="\n")


def functions_of(text):
    """Splits PTX into the text outside of functions, the kernels by their names, and other functions."""
    outside, kernels, others, part = [], {}, [], []
    for line in text.splitlines():
        line = line.split("//")[0].rstrip()
        if not part and not re.match(r"\.[^\"]*\.?(entry|func)\b", line):
            outside.append(line)
            continue
        part.append(line)
        if line == "}":
            name = re.search(r"\.entry (\w+)", part[0])
            (kernels.__setitem__(name.group(1), part) if name else others.extend(part))
            part = []
        elif line.endswith(";") and "{" not in part:
            outside += part                     # only declared
            part = []
    return outside, kernels, others


def split_ptx(text):
    """For each kernel a module with the functions and the shared memory that it uses."""
    outside, kernels, others = functions_of(text)
    for name, part in kernels.items():
        used = set(re.findall(r"\w+", "\n".join(others + part)))
        kept = [line for line in outside if ".shared" not in line or re.search(r"(\w+)\[\d*\];$", line).group(1) in used]
        yield name, "\n".join(line.strip() for line in kept + others + part if line) + "\n"


def embed_ptx(text, output):
    with open(output, "w") as file:
        file.write("/* Made by compile.py. */\nconst struct { const char *name; const char *text; } ce_cuda_ptx[] = {\n")
        for name, part in split_ptx(text):
            lines = part.replace("\\", "\\\\").replace('"', '\\"').splitlines()
            file.write(f'{{ "{name}",\n' + "\n".join(f'"{line}\\n"' for line in lines) + " },\n")
        file.write("{ 0, 0 } };\n")


def compile_with_clang(clang, include, source, output, name):
    """Each kernel's PTX by its name, or the whole PTX for an array with one entry."""
    ptx = output + ".ptx"
    subprocess.run([clang, *in_clang(include), "-O3", "-S", "-o", ptx, source], check=True)
    with open(ptx) as file:
        text = file.read()
    if name:
        embed(text.encode() + b"\0", name, output)
    else:
        embed_ptx(text, output)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc")
    parser.add_argument("--clang")
    parser.add_argument("--include", required=True)
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("--architectures")
    parser.add_argument("--options", default="")
    parser.add_argument("--output")
    parser.add_argument("--name", help="of the array")
    parser.add_argument("input", nargs="?")
    args = parser.parse_args()
    if args.clang and args.probe:
        probe_clang(args.clang, args.include)
        return
    if args.clang:
        compile_with_clang(args.clang, args.include, args.input, args.output, args.name)
        return
    if args.probe:
        probe(args.nvcc, args.architectures)
        return
    fatbin = args.output + ".fatbin"
    subprocess.run([args.nvcc, *shlex.split(args.options), *EXACT, "-O3", "--threads", "2", "-I", args.include,
                    "-I", os.path.join(args.include, "cuda"), "-fatbin", "-o", fatbin, args.input], check=True)
    with open(fatbin, "rb") as file:
        embed(file.read(), args.name or "ce_cuda_fatbin", args.output)


main()
