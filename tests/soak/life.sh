#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# life.sh SOURCES BUILD [CALLS [KILLS [DIALOGS]]]: runs three GIMPs for a long time: with calls, with killed calls, and with
# dialogs that open and close. Prints GIMP's memory, descriptors and threads meanwhile, and whether they grow.
set -euo pipefail

sources=$(realpath "$1")
build=$(realpath "$2")
calls=${3:-10000} kills=${4:-153} dialogs=${5:-1000}

CE_LONG="$calls $kills" CE_LONG_S=$((calls + 10 * kills + 600)) python3 "$sources/tests/pdb/run.py" "$build/plugin/cuda-edges" \
  "$build/operation/cuda-edges-operations.so" "$build/tests/render" "$build/tests/curve" long
python3 "$sources/tests/ui/long.py" "$build/plugin/cuda-edges" "$sources/data/photos/coffee.png" "$dialogs"
