#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# life.sh SOURCES BUILD [CALLS [KILLS [DIALOGS]]]: a long life in one GIMP each: calls, calls that are killed, and dialogs
# opened and closed. Prints what GIMP has of memory, descriptors and threads on the way, and whether that stays.
set -euo pipefail

sources=$(realpath "$1")
build=$(realpath "$2")
calls=${3:-10000} kills=${4:-153} dialogs=${5:-1000}

CE_LONG="$calls $kills" CE_LONG_S=$((calls + 10 * kills + 600)) python3 "$sources/tests/pdb/run.py" "$build/plugin/cuda-edges" \
  "$build/operation/cuda-edges-operations.so" "$build/tests/render" "$build/tests/curve" long
python3 "$sources/tests/ui/long.py" "$build/plugin/cuda-edges" "$sources/data/photos/coffee.png" "$dialogs"
