#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: ptxas of CUDA 13.5 (nvidia-cuda-nvcc 13.5.37). No GPU is needed; machine code is counted.
# Expected: mul.f32 and add.f32 of PTX round to nearest even, as PTX says of instructions that name no rounding, so they
# are mul.rn.f32 and add.rn.f32, and the product is rounded before the sum.
# Came: ptxas makes one fused multiply-add of the pair without .rn, which rounds once, and leaves the pair with .rn alone.
# A kernel whose compiler did not fuse, and whose PTX shows a multiplication and an addition, gives other bits than the
# CPU; --fmad=false of ptxas, not only of nvcc, or .rn keeps them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --no-deps nvidia-cuda-nvcc==13.5.37
venv/bin/python <<'END'
import glob
import struct
import subprocess
import sys

KERNEL = """.version 8.0
.target sm_80
.address_size 64
.visible .entry kernel(.param .u64 p)
{
  .reg .f32 a, b, c; .reg .u64 q;
  ld.param.u64 q, [p]; ld.global.f32 a, [q]; ld.global.f32 b, [q+4]; ld.global.f32 c, [q+8];
  mul%s.f32 a, a, b; add%s.f32 a, a, c; st.global.f32 [q], a; ret;
}
"""
OPCODES = {0x20: "multiplication", 0x21: "addition", 0x23: "fused multiply-add"}


def instructions(rounding, *options):
    """The floating-point instructions of the machine code, 16 bytes each, in the ELF section .text.kernel."""
    with open("kernel.ptx", "w") as file:
        file.write(KERNEL % (rounding, rounding))
    ptxas = glob.glob("venv/lib/python3*/site-packages/nvidia/cu*/bin/ptxas")[0]
    subprocess.run([ptxas, "-arch=sm_80", *options, "kernel.ptx", "-o", "kernel"], check=True)
    code = open("kernel", "rb").read()
    start, count, names = struct.unpack_from("<Q", code, 40)[0], *struct.unpack_from("<HH", code, 60)
    sections = [struct.unpack_from("<IIQQQQ", code, start + 64 * i) for i in range(count)]
    found = []
    for name, _, _, _, place, size in sections:
        if code[sections[names][4] + name:].startswith(b".text.kernel\0"):
            words = (struct.unpack_from("<Q", code, place + i)[0] & 0x1ff for i in range(0, size, 16))
            found += [OPCODES[word] for word in words if word in OPCODES]
    return " and ".join(found)


plain, rounded, kept = instructions(""), instructions(".rn"), instructions("", "--fmad=false")
print("ptxas of CUDA 13.5, mul.f32 and add.f32, which round to nearest even where nothing else is said:")
print("expected: multiplication and addition, as of mul.rn.f32 and add.rn.f32")
print(f"came: {plain}; with .rn: {rounded}; with --fmad=false: {kept}")
sys.exit(not (plain == "fused multiply-add" and rounded == kept == "multiplication and addition"))
END
