#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   gimp-bench.sh BUILD FOLDER [SIZE…]
#
# Times one call on a loaded image in gimp-console, from the call to the flushed result: the
# filters, a plug-in that only copies, and GIMP's own filters, interleaved. A SIZE is like 6000x4000. With a GPU it also times
# the automatic choice over a sweep of sigma at every size. BENCH_ROUNDS and BENCH_SWEEP_ROUNDS are the numbers of rounds.
# BENCH_OLD is the executable of an older plug-in, which is called before and after ours at sizes with GIMP's own filters.
# Writes FOLDER/gimp.tsv, a line for each call. BUILD needs plugin/cuda-edges and, in tests/bench, ce-bench, bench-copier and
# bench-meter; nothing else, so you can copy it to another machine.
set -euo pipefail
build=$(realpath "$1") folder=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bench=$build/tests/bench
rounds=${BENCH_ROUNDS:-7} sweep=${BENCH_SWEEP_ROUNDS:-3} sigmas=
[ $# -gt 0 ] || set -- 1000x1000 2000x2000 6000x4000 10000x10000

mkdir -p "$folder"
folder=$(realpath "$folder")
table=$folder/gimp.tsv
log=$folder/gimp.log
: >"$log"
: >"$table.new"

fail () { printf 'gimp-bench: %s; see %s\n' "$*" "$log" >&2; exit 1; }

# gimp BUILD CONFIG EXPRESSION
gimp ()
{
  mkdir -p "$2/plug-ins/bench-copier"
  cp -u "$bench/bench-copier" "$2/plug-ins/bench-copier/"
  bash "$here/../../tools/run-gimp" "$@" 2>>"$log"
}

# measure WHAT SIZE ROUNDS GEGL BACKEND…: appends rows to the table.
measure ()
{
  local what=$1 size=$2 n=$3 gegl=$4 from=$build config=$folder/gimp
  shift 4

  case $what in
    memory) from=$folder/meter config=$folder/gimp-meter ;;
    old) from=$folder/old config=$folder/gimp-old ;;
  esac
  gimp "$from" "$config" "(begin (define photo \"$folder/$size.ppm\") (define what \"$what\")
    (define backends '($(printf '"%s" ' "$@"))) (define rounds $n) (define with-gegl $gegl)
    (define sigmas '($sigmas)) (define with-core $core)
    (load \"$here/gimp-bench.scm\"))" >"$folder/out" || fail "GIMP did not run $what at $size"
  grep -a '^row' "$folder/out" >"$folder/rows" || fail "$what at $size gave no times"
  if [ "$what" = memory ]; then add_memory; fi
  cat "$folder/rows" >>"$table.new"
  grep -ac . "$folder/rows" | sed "s/^/$what at $size: /; s/$/ calls/"
}

# The copier is not metered; of the others, peaks are in the order of the rows.
add_memory ()
{
  grep -av $'\tcopier\t' "$folder/rows" | paste - "$folder/peaks" >"$folder/metered"
  mv "$folder/metered" "$folder/rows"
}

meter ()
{
  mkdir -p "$folder/meter/plugin"
  cp "$bench/bench-meter" "$folder/meter/plugin/cuda-edges"
  : >"$folder/peaks"
  BENCH_METER_TARGET=$build/plugin/cuda-edges BENCH_METER_LOG=$folder/peaks measure memory "$1" 1 '#f' "${@:2}"
}

report=$(gimp "$build" "$folder/gimp" '(begin (display (car (plug-in-cuda-edges-info))) (newline))') ||
  fail "GIMP did not run the plug-in"
backends=(cpu)
flat=$(tr -d ' \n' <<<"$report")
case $flat in *'"cuda":{"usable":true'*) backends=(cpu cuda auto) ;; esac
printf 'Filters run on: %s\n' "${backends[*]}"
core='#f'
[ ! -e "$build/operation/cuda-edges-operations.so" ] || core='#t'
old=$(((rounds + 1) / 2))
if [ -n "${BENCH_OLD:-}" ]; then
  mkdir -p "$folder/old/plugin"
  cp "$BENCH_OLD" "$folder/old/plugin/cuda-edges"
fi

for size in "$@"; do
  [ -f "$folder/$size.ppm" ] || "$bench/ce-bench" --sizes "$size" --picture "$folder/$size.ppm"
  gegl='#f'
  case $size in 6000x4000|10000x10000) gegl='#t' ;; esac
  if [ -n "${BENCH_OLD:-}" ] && [ $gegl = '#t' ]; then measure old "$size" "$old" '#f' "${backends[@]}"; fi
  measure calls "$size" "$rounds" "$gegl" "${backends[@]}"
  if [ -n "${BENCH_OLD:-}" ] && [ $gegl = '#t' ]; then measure old "$size" "$old" '#f' "${backends[@]}"; fi
  # With a GPU there is a choice, and it has to be right for each size and sigma.
  sigmas='0 1.4 5 20'
  case $size in 6000x4000) sigmas='0 1.4 3 5 10 20' ;; esac
  case $size,${#backends[@]} in 6000x4000,*|*,3) measure sigma "$size" "$sweep" '#f' "${backends[@]}" ;; esac
  case $size in 6000x4000|10000x10000) meter "$size" "${backends[@]}" ;; esac
  rm -f "$folder/$size.ppm"
done
mv "$table.new" "$table"
