#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# races.sh SOURCES BUILD: runs the tests with threads and without a window under ThreadSanitizer, as TAP. locks.c replaces GLib's
# locks by those that ThreadSanitizer understands.
set -euo pipefail

sources=$(realpath "$1")
mkdir -p "$2"
build=$(realpath "$2")
export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1"
programs=(threads session parity ui/ui-live)

if ! echo 'int main (void) { return 0; }' | cc -fsanitize=thread -x c - -o "$build/probe" 2>"$build/probe.log" ||
   ! "$build/probe" 2>>"$build/probe.log"; then
  echo "1..0 # SKIP the compiler or this machine has no ThreadSanitizer"
  exit 0
fi
[ -f "$build/build.ninja" ] ||
  meson setup "$build" "$sources" -Dplugin=disabled -Dcuda=disabled -Dbuildtype=debugoptimized -Db_sanitize=thread \
    -Db_lundef=false >"$build/setup.log"
ninja -C "$build" "${programs[@]/#/tests/}" >"$build/ninja.log" || { tail -n 30 "$build/ninja.log" >&2; exit 1; }
# shellcheck disable=SC2046
cc -fsanitize=thread -shared -fPIC -O1 $(pkg-config --cflags glib-2.0) -o "$build/locks.so" "$sources/tests/soak/locks.c" -pthread

# run ARG…: one program without a report
n=0
run ()
{
  local status=0 log=$build/$n.log

  n=$((n + 1))
  LD_PRELOAD=$build/locks.so CE_TESTING=threads=5 timeout $((300 * ${CE_PATIENCE:-1})) "$build/tests/$1" "${@:2}" >"$log" 2>&1 || status=$?
  if [ $status = 0 ] && ! grep -q "WARNING: ThreadSanitizer" "$log"; then
    echo "ok $n - ${*}"
  else
    echo "not ok $n - ${*}: status $status"
    grep -v '^ok' "$log" | sed -n '1,60s/^/# /p'
  fi
}

run threads
run session
run parity --small --cases 15 --seed 7
run ui/ui-live
echo "1..$n"
