#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# blanks.sh SOURCES BUILD [CASES]: checks that no result is or depends on uninitialized memory: engine and CPU under clang's
# MemorySanitizer, as TAP. GLib is built without it, so blank.c marks GLib's memory.
set -euo pipefail

sources=$(realpath "$1")
mkdir -p "$2"
build=$(realpath "$2")
cases=${3:-100}
programs=(known known-lines hysteresis parity)

if ! echo 'int main (void) { return 0; }' | clang -fsanitize=memory -x c - -o "$build/probe" 2>"$build/probe.log" ||
   ! "$build/probe" 2>>"$build/probe.log"; then
  echo "1..0 # SKIP clang or its MemorySanitizer is missing"
  exit 0
fi
[ -f "$build/build.ninja" ] ||
  CC=clang meson setup "$build" "$sources" -Dplugin=disabled -Dcuda=disabled -Dbuildtype=debugoptimized -Db_sanitize=memory \
    -Db_lundef=false -Dc_args=-fsanitize-memory-track-origins >"$build/setup.log"
ninja -C "$build" "${programs[@]/#/tests/}" >"$build/ninja.log" || { tail -n 30 "$build/ninja.log" >&2; exit 1; }

# run ARG…: one program without a report
n=0
run ()
{
  local status=0 log=$build/$n.log

  n=$((n + 1))
  CE_TESTING=threads=3 timeout $((600 * ${CE_PATIENCE:-1})) "$build/tests/$1" "${@:2}" >"$log" 2>&1 || status=$?
  if [ $status = 0 ]; then
    echo "ok $n - ${*}"
  else
    echo "not ok $n - ${*}: status $status"
    grep -v '^ok' "$log" | sed -n '1,60s/^/# /p'
  fi
}

run known
run known-lines
run hysteresis
run parity --small --cases "$cases"
echo "1..$n"
