#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   install.sh PROJECT
#
# What ./dev install says of the GIMPs that a machine has, and where it refuses, as TAP.
set -uo pipefail
top=$1
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT

say ()  { printf '%s\n' "$*"; }
fail () { printf 'dev: %s\n' "$*" >&2; exit 1; }
source "$top/tools/install.sh"

# Nothing of the machine that runs this is to be found.
mkdir -p "$base/tools"
for tool in timeout grep head readlink sort sed cat bash env; do ln -s "$(type -P $tool)" "$base/tools/"; done

n=0
# machine NAME: an empty one, whose home is $home and whose programs are in $home/bin.
machine ()
{
  home=$base/$1
  mkdir -p "$home/bin"
}

# program NAME VERSION
program ()
{
  printf '#!/usr/bin/env bash\necho "GNU Image Manipulation Program version %s"\n' "$2" >"$home/bin/$1"
  chmod +x "$home/bin/$1"
}

# expect NAME STATUS WORD: what check_gimps says there has WORD.
expect ()
{
  local said status
  said=$(HOME=$home XDG_CONFIG_HOME='' XDG_DATA_HOME='' PATH=$home/bin:$base/tools FLATPAK_SYSTEM_DIR=$home/flatpak \
         SNAP_FOLDER=$home/snap check_gimps 2>&1)
  status=$?
  n=$((n + 1))
  if [ $status = "$2" ] && { [ -z "$3" ] && [ -z "$said" ] || { [ -n "$3" ] && grep -q -e "$3" <<<"$said"; }; }; then
    echo "ok $n - $1"
  else
    printf 'not ok %s - %s\n# status %s, said: %s\n' $n "$1" $status "${said//$'\n'/$'\n'# }"
  fi
}

machine native; program gimp-3.0 3.0.4
expect "GIMP 3 of the distribution needs no word" 0 ''
machine old; program gimp 2.10.34
expect "GIMP 2 alone is refused" 1 'nothing was installed'
program gimp-console-3.2 3.2.6
expect "beside GIMP 3 it is only told of" 0 'GIMP 2 is here, too'
machine flatpak; mkdir -p "$home/.local/share/flatpak/app/org.gimp.GIMP" "$home/.config/GIMP/3.0"
expect "GIMP from Flatpak alone is refused, also if it has been used" 1 'nothing was installed'
expect "with the extension named" 1 org.gimp.GIMP.Plugin.CudaEdges.json
machine system-flatpak; mkdir -p "$home/flatpak/app/org.gimp.GIMP"
expect "that of all users, too" 1 flatpak-builder
program gimp 3.0.4
expect "beside the distribution's it is told of" 0 'GIMP from Flatpak'
machine snap; mkdir -p "$home/snap/gimp"
expect "GIMP from Snap alone is refused" 1 'from Snap'
machine appimage; mkdir -p "$home/Downloads"; touch "$home/Downloads/GIMP-3.0.4-x86_64.AppImage"
expect "an AppImage reads the folder" 0 AppImage
machine none
expect "where there is none, that is said" 0 'No GIMP 3 was found'
echo "1..$n"
