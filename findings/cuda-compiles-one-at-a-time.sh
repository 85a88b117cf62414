#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Software: NVIDIA's driver 580.159.04 on an H200, cuModuleLoadData() and cuLinkComplete() of PTX.
# Expected: eight threads that load eight texts of PTX with cuModuleLoadData() have them compiled beside each other, because
# compiling is work for a processor, and the texts have nothing to do with each other.
# Came: they are compiled one after the other, as by one thread. cuLinkComplete() of the same texts, one for each thread,
# compiles beside each other, and cuModuleLoadData() of what comes out takes no time. Both use the driver's cache, each
# for itself.
#
# Needs a GPU, four cores, Python's ctypes, and no package.
set -euo pipefail
grep -q libcuda.so.1 <<<"$(ldconfig -p)" || { echo "There is no NVIDIA driver."; exit 77; }
CUDA_CACHE_DISABLE=1 python3 - <<'END'
import ctypes
import os
import sys
import threading
import time

N, LINES = 8, 120
cuda = ctypes.CDLL("libcuda.so.1")
context, device, version = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int()


def check(result):
    if result:
        sys.exit(f"CUDA error {result}")


def text(number):
    """A kernel of a chain of sums that nothing shortens, another one for each number."""
    chain = "\n".join(f"fma.rn.f32 %f{1 + i % 7}, %f{1 + (i * 3 + number) % 7}, %f{1 + i % 5}, 0f3F8{(number * LINES + i) % 0xFFFFF:05X};"
                      f"\nsqrt.rn.f32 %f{1 + i % 7}, %f{1 + i % 7};" for i in range(LINES))
    return (f".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k{number} (.param .u64 p)\n{{\n.reg .f32 %f<8>;\n"
            ".reg .b64 %d<2>;\nld.param.u64 %d1, [p];\ncvta.to.global.u64 %d1, %d1;\n"
            + "\n".join(f"ld.global.f32 %f{i}, [%d1+{4 * i}];" for i in range(1, 8)) + f"\n{chain}\n"
            + "\n".join(f"st.global.f32 [%d1+{4 * i}], %f{i};" for i in range(1, 8)) + "\nret;\n}\n").encode()


def load(ptx):
    module = ctypes.c_void_p()
    check(cuda.cuModuleLoadData(ctypes.byref(module), ptx))


def link(ptx):
    state, binary, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
    check(cuda.cuLinkCreate_v2(0, None, None, ctypes.byref(state)))
    check(cuda.cuLinkAddData_v2(state, 1, ptx, ctypes.c_size_t(len(ptx) + 1), None, 0, None, None))
    check(cuda.cuLinkComplete(state, ctypes.byref(binary), ctypes.byref(size)))
    load(binary)
    cuda.cuLinkDestroy(state)


def seconds(how, texts, n_threads):
    def work(first):
        check(cuda.cuCtxPushCurrent_v2(context))
        for ptx in texts[first::n_threads]:
            how(ptx)
    threads = [threading.Thread(target=work, args=(i,)) for i in range(n_threads)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.monotonic() - begin


check(cuda.cuInit(0))
check(cuda.cuDeviceGet(ctypes.byref(device), 0))
check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
check(cuda.cuDriverGetVersion(ctypes.byref(version)))
load_all = [[text(N * k + i) for i in range(N)] for k in range(4)]
alone, beside = seconds(load, load_all[0], 1), seconds(load, load_all[1], N)
linked_alone, linked = seconds(link, load_all[2], 1), seconds(link, load_all[3], N)
print(f"Driver of CUDA {version.value // 1000}.{version.value % 1000 // 10}, {os.cpu_count()} cores, {N} texts of PTX:")
print(f"expected: cuModuleLoadData() by {N} threads takes a fraction of the time of one")
print(f"came: {alone:.2f} s by one thread, {beside:.2f} s by {N}; cuLinkComplete() {linked_alone:.2f} and {linked:.2f} s")
sys.exit(not (beside > 0.7 * alone and linked < 0.6 * linked_alone))
END
