#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   gpu.sh BUILD OUT [PART…]
#
# Runs the tests that need a real GPU. Prints lines "PART: COMMAND: status, ok, not ok" and writes logs to OUT. BUILD is a build
# folder, or one with its programs alone: tests/, tests/ui/ui-live, plugin/cuda-edges, operation/cuda-edges-operations.so. PART is
# any of
#   tests      each program that takes a GPU, and faults at start, memory and launch
#   parity     10,000 random renders against plain C, whole, small, cut into ranges, and with little memory
#   slow       the same while two other programs keep the GPU busy, so that kernels are slow
#   large      pictures of 80 megapixels and more for SECONDS (480): 10^11 pixels on an H200
#   sanitizers compute-sanitizer's four tools on small images; SANITIZER says where it is
#   gimp       in a real GIMP: equal pixels, faults, an idle GPU, 1,000 calls, images of 524,288 rows and columns;
#              one case takes a font
# Exits with 1 if any line is not ok.
set -uo pipefail
build=$(realpath "$1") out=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- tests parity slow large sanitizers gimp
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
seconds=${SECONDS_LARGE:-480} sanitizer=${SANITIZER:-compute-sanitizer}
n=0 wrong=0

# try PART COMMAND…
try ()
{
  local part=$1 status=0 log

  n=$((n + 1)) log=$out/$part-$n.log
  shift
  timeout 1200 "$@" >"$log" 2>&1 || status=$?
  if [ $status != 0 ] || grep -q '^not ok\|^Bail out\|# SKIP.*GPU' "$log"; then wrong=1; grep '^not ok\|^Bail out\|# SKIP' "$log" | sed -n 1,5p; fi
  printf '%s: %s: status %d, %d ok, %d not ok\n' "$part" "${*#"$build"/}" $status "$(grep -c '^ok' "$log")" "$(grep -c '^not ok' "$log")"
}

parities ()
{
  local part=$1 seed=$2 cases=$3

  try "$part" "$build/tests/parity" --backend cuda --cases "$cases" --seed "$seed"
  CE_TESTING=cuda-taps=300000 try "$part" "$build/tests/parity" --backend cuda --small --cases "$cases" --seed $((seed + 2))
  CE_TESTING=cuda-memory=10000 try "$part" "$build/tests/parity" --backend auto:cuda --small --cases "$cases" --seed $((seed + 3))
}

for part in "$@"; do
  case $part in
    tests)
      for name in known ties words signals sharpness hysteresis session keep transfers; do try tests "$build/tests/$name" cuda; done
      for what in start memory launch; do try tests "$build/tests/failures" $what; done
      try tests "$build/tests/lost"
      try tests "$build/tests/ui/ui-live" cuda ;;
    parity)
      for seed in 1000 2000 3000; do parities parity $seed 200; done ;;
    slow)
      for i in 1 2; do "$build/tests/large" --seconds 1200 --first cuda --second cuda >"$out/busy-$i.log" 2>&1 & done
      sleep 10
      try slow "$build/tests/transfers" cuda
      parities slow 4000 60
      kill %1 %2 ;;
    large) try large "$build/tests/large" --seconds "$seconds" --first cpu --second cuda ;;
    sanitizers)
      for tool in memcheck racecheck synccheck initcheck; do
        try sanitizers "$sanitizer" --tool $tool --error-exitcode 9 "$build/tests/parity" --small --backend cuda --cases 5 --seed 9
      done ;;
    gimp)
      mkdir -p "$out/flat"
      cp "$build"/{plugin/cuda-edges,operation/cuda-edges-operations.so,tests/render,tests/curve} "$out/flat/"
      try gimp python3 "$here/../pdb/prove.py" "$out/flat" "$out/prove.tsv" equal photos parts idle growth
      CE_SHAPES_BACKEND=cuda try gimp python3 "$here/../pdb/run.py" "$out"/flat/{cuda-edges,cuda-edges-operations.so,render,curve} shapes ;;
    *) echo "gpu.sh: there is no part $part" >&2; exit 2 ;;
  esac
done
exit $wrong
