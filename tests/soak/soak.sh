#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# soak.sh SOURCES BUILD MINUTES: runs long tests in BUILD, under AddressSanitizer and UBSan: inputs of libFuzzer, random images,
# and refused threads and memory, a third of the time each; then the code between the engine and GIMP (adapters.sh), about ten
# minutes more. Ends at the first fault, and prints the work done. Without clang inputs are changed at random.
set -euo pipefail

sources=$(realpath "$1")
mkdir -p "$2"
build=$(realpath "$2")
minutes=$3
share=$((minutes * 60 / 3))
export ASAN_OPTIONS=abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export G_DEBUG=fatal-criticals CE_PATIENCE=${CE_PATIENCE:-10}

options=(-Dplugin=disabled -Dcuda=disabled -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false)
has_clang=
if echo 'int LLVMFuzzerTestOneInput (void) { return 0; }' |
   clang -fsanitize=fuzzer,address -x c - -o "$build/probe" 2>/dev/null; then
  has_clang=1
  export CC=clang
  options+=(-Dc_args=-fsanitize=fuzzer-no-link)
fi
[ -f "$build/build.ninja" ] || meson setup "$build" "$sources" "${options[@]}" >"$build/setup.log"
ninja -C "$build" tests/{parity,starved,session,keep} tests/fuzz/fuzz-{image,json,params,recipes,settings} \
  tests/ui/ui-{parts,live,edges,paint,looks,state,histogram} >"$build/ninja.log" ||
  { tail -n 30 "$build/ninja.log"; exit 1; }

# fuzz NAME SECONDS
fuzz ()
{
  local corpus=$build/corpus/$1

  mkdir -p "$corpus"
  if [ -n "$has_clang" ]; then
    "$build/tests/fuzz/fuzz-$1" "$corpus" "$sources/tests/fuzz/corpus/$1" -max_total_time="$2" -max_len=4096 -timeout=$((60 * CE_PATIENCE)) \
      -artifact_prefix="$build/" 2>"$build/fuzz-$1.log" || { tail -n 60 "$build/fuzz-$1.log"; exit 1; }
    echo "fuzz $1: $(grep -E 'DONE' "$build/fuzz-$1.log" | tail -n 1)"
  else
    repeat "$2" "$build/tests/fuzz/fuzz-$1" "$sources/tests/fuzz/corpus/$1" 500
  fi
}

# repeat SECONDS PROGRAM ARG…: as often as that fits, with another seed each time
repeat ()
{
  local end=$((SECONDS + $1)) n=0 log=$build/${2##*/}.log

  while [ "$n" = 0 ] || [ $SECONDS -lt $end ]; do
    "${@:2}" >"$log" 2>&1 || { grep -v '^ok' "$log" | tail -n 60; exit 1; }
    n=$((n + 1))
  done
  echo "${2##*/}: $n times, all as it should be"
}

# Parity takes its seed from the clock, or from what it is told.
echo "soaking for about $minutes minutes, in $build, with$([ -n "$has_clang" ] || echo out) libFuzzer"
[ -n "$has_clang" ] || echo "Inputs are changed blindly; apt-get install libclang-rt-dev (31 MB), in ./dev shell, gives libFuzzer."
for kind in json params recipes settings; do
  fuzz $kind $((share / 10))
done
fuzz image $((share / 2))
repeat "$share" "$build/tests/parity" --small --cases 50
export CE_TESTING=threads=5
repeat $((share / 2)) "$build/tests/starved"
repeat $((share / 2)) "$build/tests/keep"
for part in parts live edges paint looks state histogram; do
  repeat 1 "$build/tests/ui/ui-$part"
done
if [ -n "$has_clang" ]; then
  bash "$sources/tests/soak/blanks.sh" "$sources" "$build/blanks" $((minutes * 100)) | tee "$build/blanks.log"
  ! grep -q '^not ok' "$build/blanks.log"
fi
bash "$sources/tests/soak/adapters.sh" "$sources" "$build/adapters" | tee "$build/adapters.log"
! grep -q '^not ok' "$build/adapters.log"
