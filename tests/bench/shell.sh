#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   shell.sh BUILD PHOTO [COPIES [ROUNDS]]
#
# Measures Canny of a folder of photos in a shell, images per second: the gegl command with our operation, and with none,
# under GNU parallel; cuda-edges; ImageMagick under parallel; and OpenCV in Python, with one process for each photo and with
# one for all. Rounds are interleaved, figures are medians. All write PNGs of 8 bits and level 1. BENCH_PYTHON is a Python
# with OpenCV, by default python3. A missing program is left out, with the reason.
set -euo pipefail
for program in gegl parallel; do
  type -P "$program" >/dev/null || { printf 'shell.sh: there is no %s here; Debian has a package of that name\n' "$program" >&2; exit 1; }
done
build=$(realpath "$1") photo=$(realpath "$2") copies=${3:-16} rounds=${4:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/data/gegl-0.4/plug-ins" "$folder/in"
cp "$build/operation/cuda-edges-operations.so" "$folder/data/gegl-0.4/plug-ins/"
export XDG_DATA_HOME=$folder/data XDG_CACHE_HOME=$folder/cache GEGL_USE_OPENCL=no folder
for ((i = 0; i < copies; i++)); do cp "$photo" "$folder/in/$i.${photo##*.}"; done

python_canny='import sys, cv2
for path in sys.argv[1:]:
    gray = cv2.GaussianBlur(cv2.imread(path, cv2.IMREAD_GRAYSCALE), (0, 0), 1.4)
    cv2.imwrite(path + ".png", cv2.Canny(gray, 40, 80, L2gradient=True), [cv2.IMWRITE_PNG_COMPRESSION, 1])'
export python_canny
magick=$(type -P magick || type -P convert || true)
export magick
export python=${BENCH_PYTHON:-python3}

gegl_canny () { parallel gegl {} -- cuda-edges:canny sigma=1.4 png-save path={}.png bitdepth=8 compression=1 ::: "$folder"/in/*; }
gegl_only ()  { parallel gegl {} -- png-save path={}.png bitdepth=8 compression=1 ::: "$folder"/in/*; }
folders ()    { "$build/batch/cuda-edges" canny --sigma 1.4 --format png -o "$folder/out" "$folder/in"; }
imagemagick () { parallel "$magick" {} -colorspace Gray -canny 0x1.4+15%+30% -quality 10 {}.png ::: "$folder"/in/*; }
opencv_each () { parallel "$python" -c '"$python_canny"' {} ::: "$folder"/in/*; }
opencv_all ()  { "$python" -c "$python_canny" "$folder"/in/*; }

# joins CONDITION REASON CONTENDER…
joins ()
{
  if eval "$1"; then contenders+=("${@:3}"); else printf '%-12s left out: %s\n' "$3" "$2"; fi
}

contenders=(gegl_canny gegl_only)
joins '[ -x "$build/batch/cuda-edges" ]' 'batch/cuda-edges was not built' folders
joins '[ -n "$magick" ]' 'there is no magick and no convert (apt install imagemagick)' imagemagick
joins '"$python" -c "import cv2" 2>/dev/null' \
  "$python has no cv2 (apt install python3-opencv, or pip install opencv-python-headless)" opencv_each opencv_all

for ((round = 0; round <= rounds; round++)); do
  for contender in "${contenders[@]}"; do
    mkdir -p "$folder/out"
    begin=$(date +%s%N)
    "$contender" >"$folder/log" 2>&1 || { printf 'shell.sh: %s failed\n' "$contender" >&2; tail -5 "$folder/log" >&2; exit 1; }
    end=$(date +%s%N)
    found=$(find "$folder/in" "$folder/out" -name '*.png' | wc -l)
    [ "$found" -ge "$copies" ] || { printf 'shell.sh: %s wrote %d of %d\n' "$contender" "$found" "$copies" >&2; exit 1; }
    rm -rf "$folder/out"
    find "$folder/in" -name "*.*.png" -delete
    [ "$round" -eq 0 ] || printf '%s\t%d\n' "$contender" "$(((end - begin) / 1000))" >>"$folder/times"
  done
done
for contender in "${contenders[@]}"; do
  grep -P "^$contender\t" "$folder/times" | sort -k 2 -n -t $'\t' | awk -F '\t' -v n="$copies" -v name="$contender" \
    '{ t[NR] = $2 } END { printf "%-12s %6.2f images per second\n", name, n * 1e6 / t[int((NR + 1) / 2)] }'
done
