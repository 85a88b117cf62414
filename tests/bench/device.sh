#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   device.sh CE-BENCH FOLDER [targets|all]
#
# For a machine with a GPU and nothing else: runs a static ce-bench (configured with
# -Dprefer_static=true -Dplugin=disabled) on the GPU, and on the processor beside it. Writes
# FOLDER/filters*.json, FOLDER/serial.json and FOLDER/transfers-*.json for report.py. "targets" (about two minutes)
# measures what has a target, "all" every size, sigma, stage and depth too.
set -euo pipefail
bench=$1 folder=$2 what=${3:-targets}
mkdir -p "$folder"

# One core is measured meanwhile: the GPU's times are its own.
serial ()
{
  CE_TESTING=threads=1 "$bench" --no-peer --backends cpu,cpu:plain --groups size --channels 1 --type u8 --sizes 2000x2000 \
    --rounds 3 --budget 0.1 --json "$folder/serial.json" >/dev/null
}

case $what in
  targets)
    "$bench" --no-peer --backends cuda --groups size,worst --sizes 512x512,10000x10000 --at 10000x10000 \
      --budget 1 --json "$folder/filters.json" ;;
  all)
    for group in size worst stage sigma; do
      name=filters-$group
      [ $group != size ] || name=filters
      "$bench" --no-peer --backends cpu,cuda --groups $group --at 10000x10000 --rounds 7 --budget "${BUDGET:-1}" \
        --sizes 256x256,512x512,1000x1000,2000x2000,6000x4000,10000x10000 --json "$folder/$name.json"
    done
    serial &
    for group in depth sharpen; do
      "$bench" --no-peer --backends cuda --groups $group --at 6000x4000 --rounds 7 --budget 0.1 --json "$folder/filters-$group.json"
    done
    wait ;;
  *) echo "device.sh: targets or all, not $what" >&2; exit 2 ;;
esac

# In each round a new session: the memory that is pinned is new every time.
for only in sobel-l2 canny-blurred unsharp; do
  "$bench" --backends cuda --groups size --sizes 10000x10000 --only "$only" --rounds 5 --transfers \
    --json "$folder/transfers-$only.json"
done
