#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   device.sh CE-BENCH FOLDER [targets|all]
#
# For a machine with a GPU and nothing else: runs a static ce-bench (configured with
# -Dprefer_static=true -Dplugin=disabled) on the GPU, and on the processor beside it. Writes
# FOLDER/filters.json and FOLDER/transfers-*.json for report.py. "targets" (about two minutes) measures
# what has a target, "all" every size, sigma and stage too.
set -euo pipefail
bench=$1 folder=$2 what=${3:-targets}
mkdir -p "$folder"

case $what in
  targets)
    "$bench" --no-peer --backends cuda --groups size,worst --sizes 512x512,10000x10000 --at 10000x10000 \
      --budget 1 --json "$folder/filters.json" ;;
  all)
    "$bench" --no-peer --backends cpu,cuda --groups size,worst,stage,sigma \
      --sizes 256x256,512x512,1000x1000,2000x2000,6000x4000,10000x10000 --at 10000x10000 \
      --budget 1 --json "$folder/filters.json" ;;
  *) echo "device.sh: targets or all, not $what" >&2; exit 2 ;;
esac

# In each round a new session: the memory that is pinned is new every time.
for only in sobel-l2 canny-blurred unsharp; do
  "$bench" --backends cuda --groups size --sizes 10000x10000 --only "$only" --rounds 5 --transfers \
    --json "$folder/transfers-$only.json"
done
