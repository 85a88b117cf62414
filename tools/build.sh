# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# The commands of ./dev that need GIMP 3 and the tools.

# One build folder per distribution: a private root and the machine around it share the checkout.
build_folder ()
{
  # shellcheck disable=SC1091
  (. /etc/os-release && printf '%s/build/%s-%s\n' "$top" "$ID" "${VERSION_ID:-${VERSION_CODENAME:-rolling}}")
}

# Prints the inputs of the configuration beside the meson.build files; a change of them needs a new configuration.
configuration ()
{
  printf '%s\n' "$(meson --version)" "$(cc -dumpfullversion)" "$(pkg-config --modversion gimp-3.0)" "nvcc: $toolkit" \
    "clang: $(clang -dumpversion 2>/dev/null || true)" "$*"
  # shellcheck disable=SC2046
  ! type -P dpkg-query >/dev/null || dpkg-query -W $(packages_for test) 2>/dev/null || true
}

configure ()
{
  if [ -f "$build/build.ninja" ] && meson setup --reconfigure --clearcache "$build" "$top" -Dplugin=enabled "$@"; then
    return
  fi
  rm -rf "$build"
  meson setup "$build" "$top" -Dplugin=enabled "$@"
}

do_build ()
{
  prepare "$@"
  ninja -C "$build"
}

# Lists the files of a build that a GIMP needs, and the other files that ./dev install copies.
plugin_targets=(plugin/cuda-edges plugin/cuda-edges-dialog.so operation/cuda-edges-operations.so)

do_parts ()
{
  prepare "$@"
  # shellcheck disable=SC2046
  ninja -C "$build" "${plugin_targets[@]}" cuda-edges-gmo docs/manual/help \
    $(sed -n 's/^build \(batch\/cuda-edges\): .*/\1/p' "$build/build.ninja")
}

# Sets build, and configures it if necessary; the arguments are meson's.
prepare ()
{
  local wanted toolkit

  build=$(build_folder)
  [ -d "$build" ] || need_space "$build" 800
  toolkit=$(find_toolkit)
  [ -z "$toolkit" ] || export PATH="$toolkit/bin:$PATH" CUDA_HOME="$toolkit"
  wanted=$(configuration "$@")
  if [ ! -f "$build/build.ninja" ] || [ "$wanted" != "$(cat "$build/configuration" 2>/dev/null)" ]; then
    logged "$top/build/configure.log" "Configuring" configure "$@"
    printf '%s\n' "$wanted" >"$build/configuration"
  fi
  if clang_may_help && (install_packages echo clang); then
    prepare "$@"
    return
  fi
  sed -n 's/^Message: \(Building for .*\)/\1/p' "$build/meson-logs/meson-log.txt"
}

# Tells the user that a toolkit is installed but does not work.
clang_may_help ()
{
  [ -z "$here" ] && ! grep -q cuda/kernels.c "$build/build.ninja" && wants_cuda && type -P apt-get >/dev/null &&
    ! type -P clang >/dev/null
}

do_test ()
{
  local status=0 all=

  [ "${1:-}" != --all ] || { all=1; shift; }
  do_build
  say "Running the tests."
  rm -f "$build/meson-logs/testlog.json"
  # Two more than there are processors, because tests of dialogs wait. meson's own summary counts programs; tools/summary.py
  # counts their cases.
  meson test -C "$build" --no-rebuild --print-errorlogs --num-processes $(($(nproc) + 2)) "$@" || status=$?
  python3 "$top/tools/summary.py" "$build/meson-logs/testlog.json" || status=1
  [ -z "$all" ] || python3 "$top/tools/must_run.py" "$top/tests/must-run.txt" "$build/meson-logs/testlog.json" || status=1
  return $status
}

do_soak ()
{
  if [ "${1:-}" = life ]; then
    do_build
    bash "$top/tests/soak/life.sh" "$top" "$build" "${@:2}"
    return
  fi
  if [ "${1:-}" = large ]; then
    prepare
    ninja -C "$build" tests/large
    mkdir -p "$top/build/large"
    python3 "$top/tests/support/photos.py" "$top/data/photos" "$top/build/large"
    "$build/tests/large" --seconds "${2:-300}" "$top"/build/large/*.ppm
    return
  fi
  if [ "${1:-}" = --desktop ]; then
    do_build
    mkdir -p "$top/build/desktop"
    python3 "$top/tests/ui/wander.py" "$build/plugin/cuda-edges" "$top/data/photos" "${2:-480}" "${3:-$RANDOM}" "$top/build/desktop"
    return
  fi
  bash "$top/tests/soak/soak.sh" "$top" "$top/build/soak" "${1:-30}"
}

do_shell ()
{
  say "GIMP 3 and the tools are here. Leave with exit."
  exec "${SHELL:-/bin/bash}"
}

do_demo ()
{
  prepare
  ninja -C "$build" "${plugin_targets[@]}"
  bash "$top/tools/demo.sh" "$build" "$top/build/demo" "${1:-$top/data/photos/coffee.png}"
}
