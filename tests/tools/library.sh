#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   library.sh PROJECT BUILD SANITIZER
#
# Installs the library, its one header and its pkg-config file into a folder of its own, builds the program of docs/library.md
# with them alone, and runs it, as TAP.
set -uo pipefail
top=$1 build=$2 sanitizer=$3
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT

n=0
# check NAME COMMAND…
check ()
{
  local name=$1
  shift
  n=$((n + 1))
  if "$@" >"$base/said" 2>&1; then echo "ok $n - $name"; else printf 'not ok %s - %s\n' $n "$name"; sed 's|^|# |' "$base/said"; fi
}

# Installs below $base/root, and says so in the pkg-config file, as a prefix of that folder would.
put ()
{
  DESTDIR=$base/root meson install -C "$build" --no-rebuild --tags devel || return 1
  config=$(find "$base/root" -name cuda-edges.pc)
  sed -i "s|^prefix=|prefix=$base/root|" "$config" && [ "$(find "$base/root" -name '*.h' -printf '%f ')" = 'cuda-edges.h ' ]
}

# Prints the program in the page, between the lines of its code.
program ()
{
  sed -n '/^```c$/,/^```$/{/^```/!p}' "$top/docs/library.md"
}

compile ()
{
  local flags
  flags=$(PKG_CONFIG_PATH=$(dirname "$config") pkg-config --cflags --libs cuda-edges) || return 1
  [ "$sanitizer" = none ] || flags="-fsanitize=$sanitizer $flags"
  program >"$base/edges.c"
  cc -Wall -Wextra -Werror -o "$base/edges" "$base/edges.c" $flags
}

run ()
{
  [ "$("$base/edges")" = "76 edge pixels of 4096, thresholds 40 and 80" ] || { "$base/edges"; return 1; }
}

check 'the library, its one header and its pkg-config file are installed' put
check 'the program of docs/library.md builds with them alone' compile
check 'it finds the edges of a square' run
echo "1..$n"
