#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   peers-prepare.sh CE-BENCH RENDER FOLDER SIZE…
#
# Makes the inputs of peers.py: for each size the gray and the colored picture, the exact results, and our times.
set -euo pipefail
bench=$1 render=$2 folder=$3
shift 3
mkdir -p "$folder"

exact ()
{
  local size=$1 name=$2 filter=$3 parameters=$4 channels=${5:-1} colors=${5:+-rgb}
  "$render" "$filter" cpu "$parameters" "${size%x*}" "${size#*x}" "$channels" u8 "$folder/$size$colors.raw" \
    "$folder/$size-$name$colors.raw"
}

for size in "$@"; do
  "$bench" --sizes "$size" --picture "$folder/$size.pgm"
  tail -c "$((${size%x*} * ${size#*x}))" "$folder/$size.pgm" >"$folder/$size.raw"
  exact "$size" canny-l2 canny "sigma=0 low=50 high=100"
  exact "$size" canny-l1 canny "sigma=0 low=50 high=100 norm=l1"
  exact "$size" canny-blurred canny "sigma=1.4 low=25 high=50"
  exact "$size" sobel-l2 sobel ""
  exact "$size" sharpen-kernel sharpen "method=kernel amount=1"
  exact "$size" unsharp sharpen "radius=1.4 amount=0.5"
  exact "$size" laplacian laplacian "sigma=1.4 threshold=5"
  "$bench" --sizes "$size" --picture "$folder/$size.ppm"
  tail -c "$((3 * ${size%x*} * ${size#*x}))" "$folder/$size.ppm" >"$folder/$size-rgb.raw"
  rm "$folder/$size.ppm"
  exact "$size" canny-blurred canny "sigma=1.4 low=25 high=50 channel=luma-601" 3
  exact "$size" sharpen-kernel sharpen "method=kernel amount=1 channels=rgb" 3
  exact "$size" unsharp sharpen "radius=1.4 amount=0.5 channels=rgb" 3
  exact "$size" line-art line-art "channel=luma-601" 3
done
sizes=$*
of=(--groups size --channels 1 --type u8 --sizes "${sizes// /,}")
"$bench" "${of[@]}" --backends cpu,cpu:v3,cuda --rounds 7 --budget 1 --json "$folder/ours.json"
if grep -q '"on": "cuda", "device"' "$folder/ours.json"; then
  "$bench" "${of[@]}" --backends cuda --rounds 3 --transfers --json "$folder/transfers.json"
fi
