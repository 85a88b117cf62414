#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adapters.sh SOURCES BUILD: tests pixels/, operation/, plugin/, live/ and the dialog under AddressSanitizer and UBSan, as TAP:
# the operations in graphs of their own, calls in a GIMP and two tests of a dialog. GIMP is not built with sanitizers, so their
# library is preloaded. Only soak.sh's programs look for leaks, because GIMP, GTK and Python have leaks of their own.
set -euo pipefail

sources=$(realpath "$1")
mkdir -p "$2"
build=$(realpath "$2")
export CE_PATIENCE=${CE_PATIENCE:-10}

if ! pkg-config --exists gimp-3.0 || ! echo 'int main (void) { return 0; }' | cc -fsanitize=address,undefined -x c - -o "$build/probe"; then
  echo "1..0 # SKIP GIMP's headers or the sanitizers are missing"
  exit 0
fi
[ -f "$build/build.ninja" ] ||
  CC=cc meson setup "$build" "$sources" -Dplugin=enabled -Dcuda=disabled -Dbuildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false >"$build/setup.log"
ninja -C "$build" tests/operation/operation-{operation,blocks,catalogue} tests/{render,curve} operation/cuda-edges-operations.so \
  plugin/cuda-edges plugin/cuda-edges-dialog.so >"$build/ninja.log" || { tail -n 30 "$build/ninja.log" >&2; exit 1; }
rm -f "$build"/report.*
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:log_path=$build/report
# GCC 14's stacks for uses after return are not aligned to the 64 bytes that its own code for AVX-512 stores to.
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=1:log_path=$build/report

# run NAME COMMAND…: without a report of any process that it starts
n=0
run ()
{
  local status=0 log=$build/$1.log

  n=$((n + 1))
  "${@:2}" >"$log" 2>&1 || status=$?
  if [ $status = 0 ] && ! compgen -G "$build/report.*" >/dev/null && ! grep -q '^not ok\|^Bail out' "$log"; then
    echo "ok $n - $1"
  else
    echo "not ok $n - $1: status $status"
    { grep '^not ok\|^Bail out' "$log" || tail -n 5 "$log"; cat "$build"/report.* 2>/dev/null; } | sed -n '1,60s/^/# /p'
    rm -f "$build"/report.*
  fi
}

for kind in operation blocks catalogue; do
  CE_TESTING=$([ $kind != blocks ] || echo soon) run $kind "$build/tests/operation/operation-$kind" "$build/operation"
done
preload=(env "LD_PRELOAD=$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so)")
module=$build/operation/cuda-edges-operations.so
photo=$sources/data/photos/astronaut.png
run calls "${preload[@]}" python3 "$sources/tests/pdb/run.py" "$build/plugin/cuda-edges" "$module" "$build/tests/render" \
  "$build/tests/curve" results choices placement refusals
for kind in files clicked; do
  run "dialog $kind" "${preload[@]}" python3 "$sources/tests/ui/$kind.py" "$build/plugin/cuda-edges" "$photo"
done
echo "1..$n"
