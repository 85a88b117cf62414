# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# ./dev bench: measures speed, beside other programs and beside the machine's limits.

bench_usage ()
{
  cat <<'END'
Usage: ./dev bench [--quick] [--no-gimp] [--no-peer] [--large] | --peers | --deconvolution

  --quick     few rounds, up to 24 megapixels (three minutes instead of about 15)
  --no-gimp   the filters alone, without GIMP
  --no-peer   without OpenCV and GEGL
  --large     400 megapixels too
  --peers     instead, other libraries beside ours, from Python's package index (500 MB to 2 GB)
  --deconvolution  instead, ours beside scikit-image's and G'MIC's (150 MB): how far apart, how fast
END
}

# Measure on an idle machine, because other work shows in every figure. Root can raise the priority.
bench_run ()
{
  # The C library would otherwise hand the peers' buffers back to the system after every call.
  GLIBC_TUNABLES=glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=8589934592 "$@"
}

do_bench ()
{
  local folder=$top/build/bench sizes=512x512,1000x1000,2000x2000,6000x4000,10000x10000
  local only gimp_sizes="512x512 1000x1000 2000x2000 6000x4000 10000x10000" options=() rounds=7 gimp=1

  while [ $# -gt 0 ]; do
    case $1 in
      --quick)
        sizes=512x512,2000x2000,6000x4000
        gimp_sizes="1000x1000 6000x4000"
        options+=(--rounds 5 --budget 0.5)
        rounds=3 ;;
      --large)
        sizes+=,20000x20000
        gimp_sizes+=" 20000x20000" ;;
      --no-gimp) gimp= ;;
      --no-peer) options+=(--no-peer) ;;
      --peers) prepare_peers; return ;;
      --deconvolution) do_build; return ;;
      *) bench_usage >&2; exit 2 ;;
    esac
    shift
  done

  do_build
  mkdir -p "$folder"
  bench_run "$build/tests/bench/ce-bench" --backends cpu,cpu:v3,cuda --sizes "$sizes" --json "$folder/filters.json" \
    ${options[@]+"${options[@]}"}
  CE_TESTING=threads=1 "$build/tests/bench/ce-bench" --no-peer --backends cpu,cpu:plain --groups size --channels 1 --type u8 \
    --sizes 2000x2000 --rounds 3 --json "$folder/serial.json"
  if grep -q '"on": "cuda", "device"' "$folder/filters.json"; then
    for only in sobel-l2 canny-blurred unsharp; do
      "$build/tests/bench/ce-bench" --backends cuda --groups size --sizes 10000x10000 --only "$only" --rounds 5 \
        --transfers --json "$folder/transfers-$only.json"
    done
  fi
  rm -f "$folder/gimp.tsv"
  if [ -n "$gimp" ]; then
    # shellcheck disable=SC2086
    BENCH_ROUNDS=$rounds bash "$top/tests/bench/gimp-bench.sh" "$build" "$folder" $gimp_sizes
  fi
  python3 "$top/tests/bench/report.py" "$folder" "$folder/performance.md"
  say "The tables are in $folder/performance.md, the plots beside it."
}

# Makes the inputs of the peers where the project is built; the peers themselves need nothing of the project.
prepare_peers ()
{
  do_build
  bench_run bash "$top/tests/bench/peers-prepare.sh" "$build/tests/bench/ce-bench" "$build/tests/render" \
    "$top/build/bench/peers" 512x512 6000x4000 10000x10000
  python3 "$top/tests/bench/peers_lines.py" "$folder/lines" "$build/tests/lines" "$build/tests/render" "$top/data/photos"
}

# Installs each available library in a virtual environment, outside the private root, because that has no pip.
measure_peers ()
{
  local folder=$top/build/bench venv=$top/build/bench/venv list=$top/tests/bench/peers.txt

  if [ -e /dev/nvidiactl ]; then list+=" $top/tests/bench/peers-gpu.txt"; fi
  # shellcheck disable=SC2046,SC2086
  get_libraries $(grep -hv '^#' $list)
  bench_run "$venv/bin/python" "$top/tests/bench/peers.py" "$folder/peers" "$folder/peers.json"
  # Another version of the same library needs a folder, and a process, of its own.
  if "$venv/bin/pip" install --quiet --upgrade --target "$folder/opencv-4.14" opencv-python-headless==4.14.0.94; then
    PYTHONPATH=$folder/opencv-4.14 bench_run "$venv/bin/python" "$top/tests/bench/peers.py" "$folder/peers" "$folder/peers.json" \
      OpenCV OpenCVGradient
  fi
  "$venv/bin/python" "$top/tests/bench/peers_lines.py" "$folder/lines" "$folder/lines.json" || say "Tracers were not measured."
  say "What was measured is in $folder/peers.json and lines.json."
  measure_deconvolution
}

get_libraries ()
{
  local venv=$top/build/bench/venv package

  python3 -m venv "$venv" || fail "Python's venv is needed: on Debian and Ubuntu, install python3-venv."
  for package in "$@"; do
    "$venv/bin/pip" install --quiet --prefer-binary "$package" || say "$package cannot be had here."
  done
}

# Programs that were built in the private root need the root's libraries.
measure_deconvolution ()
{
  local folder=$top/build/bench loader='' root

  get_libraries numpy scikit-image gmic
  build=$(build_folder)
  if [ ! -d "$build" ]; then
    root=$(root_folder)
    loader="$root/lib64/ld-linux-x86-64.so.2 --library-path $root/usr/lib/x86_64-linux-gnu"
    build=$(ls -d "$top"/build/debian-*)
  fi
  bench_run "$folder/venv/bin/python" "$top/tests/bench/deconvolution.py" "$folder/deconvolution.json" \
    "$loader $build/tests/render" "$loader $build/tests/bench/ce-bench"
  say "What was measured is in $folder/deconvolution.json."
}

# Puts the sources of an older commit, for comparison, beside this tree. Sets commit to its whole name. Inside a private root,
# which has no git, the sources are there already.
keep_commit ()
{
  commit=${1:-none}
  [ ! -e "$top/build/felt/$commit/dev" ] || return 0
  commit=$(git -C "$top" rev-parse --verify --quiet "$commit^{commit}") || fail "./dev felt takes the commit to compare with."
  [ ! -e "$top/build/felt/$commit/dev" ] || return 0
  mkdir -p "$top/build/felt/$commit.part"
  git -C "$top" archive "$commit" | tar x -C "$top/build/felt/$commit.part"
  mv "$top/build/felt/$commit.part" "$top/build/felt/$commit"
}

# Builds both with the options of this tree's build.
do_felt ()
{
  local old=$top/build/felt/$1 option options=() targets=(plugin/cuda-edges operation/cuda-edges-operations.so tests/bench/ce-bench
                                                          tests/ui/ui-pace)

  prepare
  for option in cuda cuda-compiler cuda-architectures; do
    options+=("-D$option=$(meson introspect --buildoptions "$build" |
      python3 -c "import json, sys; print(next(o['value'] for o in json.load(sys.stdin) if o['name'] == '$option'))")")
  done
  [ -e "$old/build/build.ninja" ] || logged "$old/configure.log" "Configuring $1" meson setup "$old/build" "$old" -Dplugin=enabled "${options[@]}"
  logged "$old/build.log" "Building $1" ninja -C "$old/build" "${targets[@]}"
  ninja -C "$build" "${targets[@]}"
  bench_run python3 "$top/tests/bench/felt.py" "$old/build" "$build" "$top/build/felt/felt" "${@:2}"
  say "The table is in $top/build/felt/felt.md, every time in felt.json beside it."
}
