#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   demo.sh BUILD FOLDER PHOTO
#
# Runs the built plug-in's filters on PHOTO in a gimp-console of its own (nothing of
# the user's GIMP is read or changed) and leaves the pictures in FOLDER.
set -euo pipefail
build=$1 folder=$2 photo=$3
source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
log=$folder/gimp.log

fail () { printf 'demo: %s\n' "$*" >&2; [ ! -f "$log" ] || { tail -n 20 "$log"; echo "All of it: $log"; } >&2; exit 1; }

# Prints a Scheme string.
quoted () { local text=${1//\\/\\\\}; printf '"%s"' "${text//\"/\\\"}"; }

batch () { "$source_folder/run-gimp" "$build" "$folder/gimp" "$1" 2>>"$log"; }

[ -f "$photo" ] || fail "there is no file $photo"
photo=$(realpath "$photo")
mkdir -p "$folder"
rm -f "$folder"/*.png "$log"
[ -x "$build/plugin/cuda-edges" ] || fail "the plug-in is not built"

printf 'Starting GIMP … '
report=$(batch '(begin (display (car (plug-in-cuda-edges-info))) (newline))') ||
  fail "GIMP did not run the plug-in"
echo "done"

# The GPU takes part if the plug-in can use one.
backends='"cpu"'
reason=$(python3 "$source_folder/demo_report.py" reason <<<"$report")
[ -n "$reason" ] || backends='"cpu" "cuda"'

echo "Running the filters on $photo …"
rows=$(batch "(begin (define photo $(quoted "$photo")) (define folder $(quoted "$folder"))
  (define backends '($backends)) (load $(quoted "$source_folder/demo.scm")) (demo))") || fail "a filter failed"
python3 "$source_folder/demo_report.py" table "$folder" <<<"$rows"
[ -f "$folder/side-by-side.png" ] || fail "GIMP wrote no side-by-side picture"
[ -z "$reason" ] || printf 'All of it ran on the processor. %s\n' "$reason"
cat <<END

The pictures are in $folder; look at side-by-side.png first.
To try them on a photo in GIMP: ./dev gimp PHOTO; to have them in your own GIMP 3: ./dev install
END
