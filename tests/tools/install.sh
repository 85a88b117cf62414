#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   install.sh PROJECT
#
# Tests the messages and refusals of ./dev install for the GIMPs of a machine, as TAP.
set -uo pipefail
top=$1
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT

say ()  { printf '%s\n' "$*"; }
fail () { printf 'dev: %s\n' "$*" >&2; exit 1; }
source "$top/tools/install.sh"
plugin_targets=(plugin/cuda-edges plugin/cuda-edges-dialog.so operation/cuda-edges-operations.so)
place=here
where () { printf '%s\n' "$place"; }

# The test hides everything of the machine that runs it.
mkdir -p "$base/tools"
for tool in timeout grep head readlink sort sed cat bash env; do ln -s "$(type -P $tool)" "$base/tools/"; done

n=0
# machine NAME: makes an empty machine; its home is $home, and its programs are in $home/bin.
machine ()
{
  home=$base/$1
  mkdir -p "$home/bin"
}

# gimp NAME VERSION
gimp ()
{
  printf '#!/usr/bin/env bash\necho "GNU Image Manipulation Program version %s"\n' "$2" >"$home/bin/$1"
  chmod +x "$home/bin/$1"
}

# expect NAME STATUS WORD: checks that check_gimps exits with STATUS and prints WORD.
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

# check NAME COMMAND…
check ()
{
  local name=$1
  shift
  n=$((n + 1))
  if "$@"; then echo "ok $n - $name"; else printf "not ok %s - %s\n# %s\n" $n "$name" "${missing:-}"; sed "s|^|# |" "$base/said"; fi
}

machine native; gimp gimp-3.0 3.0.4
expect "GIMP 3 of the distribution needs no word" 0 ''
machine old; gimp gimp 2.10.34
expect "GIMP 2 alone is refused" 1 'nothing was installed'
gimp gimp-console-3.2 3.2.6
expect "beside GIMP 3 it is only told of" 0 'GIMP 2 is here, too'
machine flatpak; mkdir -p "$home/.local/share/flatpak/app/org.gimp.GIMP" "$home/.config/GIMP/3.0"
expect "GIMP from Flatpak alone is refused, also if it has been used" 1 'nothing was installed'
expect "with the extension named" 1 org.gimp.GIMP.Plugin.CudaEdges.json
machine system-flatpak; mkdir -p "$home/flatpak/app/org.gimp.GIMP"
expect "that of all users, too" 1 flatpak-builder
gimp gimp 3.0.4
expect "beside the distribution's it is told of" 0 'GIMP from Flatpak'
machine snap; mkdir -p "$home/snap/gimp"
expect "GIMP from Snap alone is refused" 1 'from Snap'
expect "with the interface that it has" 1 gimp-plugins
machine appimage; mkdir -p "$home/Downloads"; touch "$home/Downloads/GIMP-3.0.4-x86_64.AppImage"
expect "an AppImage reads the folder" 0 AppImage
expect "but has no effects" 0 'without effects'
machine none
expect "where there is none, that is said" 0 'No GIMP 3 was found'
place=root
expect "where the distribution has none, nothing is installed" 1 'nothing was installed, because this distribution has no GIMP 3; ./dev gimp'
gimp gimp-3.0 3.0.4
expect "one from elsewhere may load what the private root builds" 0 ''
place=here

# Without a screen ./dev gimp says so; the private root gets a locale's name only if it has UTF-8.
source "$top/tools/gimp.sh"
screenless () { said=$( (unset DISPLAY WAYLAND_DISPLAY; need_screen) 2>&1); [ $? = 1 ] && grep -q '^dev: GIMP needs a screen' <<<"$said"; }
languages ()
{
  local name
  for name in de_DE.UTF-8 sr_RS.utf8@latin ../x.UTF-8 de_DE POSIX; do LC_ALL='' LC_MESSAGES='' LANG=$name session_variables | grep -az '^LANG='; done |
    tr '\0' ' '
}
missing=
check "without a screen there is no GIMP, in one sentence" screenless
check "the user's language goes along" [ "$(languages 2>/dev/null)" = "LANG=de_DE.UTF-8 LANG=sr_RS.utf8@latin $(printf 'LANG=C.UTF-8 %.0s' 1 2 3)" ]

# Checks the files that an installation makes, and that an uninstallation leaves none.
machine whole; gimp gimp-3.0 3.0.4
real=$top top=$base/project
for file in plugin/cuda-edges plugin/cuda-edges-dialog.so operation/cuda-edges-operations.so batch/cuda-edges docs/manual/help/en/index.html \
            po/de/LC_MESSAGES/cuda-edges.mo; do
  mkdir -p "$top/build/debian-13/$(dirname $file)"
  echo $file >"$top/build/debian-13/$file"
done
# A newer build of another Debian in the same checkout is not what is installed.
mkdir -p "$top/build/debian-forky/plugin"; echo forky >"$top/build/debian-forky/plugin/cuda-edges"
suite=trixie
build_folder () { printf '%s\n' "$top/build/debian-13"; }
mkdir -p "$top/data" "$top/batch"; cp "$real/data/cuda-edges.svg" "$top/data/"; cp "$real/batch"/completion.* "$top/batch/"
cache=$home/.cache/cuda-edges
run () { (export HOME=$home XDG_CONFIG_HOME='' XDG_DATA_HOME='' PATH=$home/bin:$PATH; "$1") >"$base/said" 2>&1; }
# A system that lacks libgegl, then one whose libc is too old, for the shell program alone or for all.
loader () { printf '#!/usr/bin/env bash\ncase $1 in %s) cat <<"END"\n%s\nEND\nesac\n' "$1" "$2" >"$home/bin/ldd"; chmod +x "$home/bin/ldd"; }
old="/lib/libc.so.6: version \`GLIBC_2.38' not found (required by $top/build/debian-13/batch/cuda-edges)"
untouched () { [ "$(grep -c '^dev: ' "$base/said")" = 1 ] && [ -z "$(find "$home" -type f -not -path "$home/bin/*" -not -name '*.AppImage')" ]; }
refuses () { ! run install_plugin && untouched && grep -q "nothing was installed, because this system cannot load .* ($1); ./dev gimp" "$base/said"; }
place=root
loader '*/plugin/cuda-edges-dialog.so' '        libgegl-0.4.so.0 => not found'
check "what the private root built and this system cannot load is not installed" refuses 'libgegl-0.4.so.0 => not found'
rm "$home/bin/gimp-3.0"; touch "$home/GIMP-3.0.4.AppImage"
loader '*/operation/*' "$old"
check "nor for an AppImage, if the libc is too old" refuses "version .GLIBC_2.38' not found"
rm -r "$home/GIMP-3.0.4.AppImage"; gimp gimp-3.0 3.0.4
loader '*/batch/*' "$old"
run install_plugin
check "a shell program that cannot be loaded is left out" [ ! -e "$home/.local/bin/cuda-edges" ]
check "and the reason is said" grep -q "cannot load cuda-edges, .* (version .GLIBC_2.38' not found); ./dev edges runs it" "$base/said"
place=here
rm "$home/bin/ldd"
run install_plugin
folder=$home/.config/GIMP/$(gimp_version)/plug-ins/cuda-edges data=$home/.local/share
missing=
for file in "$folder"/{cuda-edges,cuda-edges-dialog.so,cuda-edges.svg,help/en/index.html,locale/de/LC_MESSAGES/cuda-edges.mo} \
            "$data"/{gegl-0.4/plug-ins/cuda-edges-operations.so,locale/de/LC_MESSAGES/cuda-edges.mo} "$home/.local/bin/cuda-edges" \
            "$data"/{bash-completion/completions/cuda-edges,zsh/site-functions/_cuda-edges}; do
  [ -f "$file" ] || missing+=" $file"
done
check "install puts each file where it is looked for" [ -z "$missing" ]
for file in .local/bin gegl-0.4/plug-ins locale bash-completion/completions zsh/site-functions; do
  grep -qF "$file\`" "$real/docs/security.md" || missing+=" $file"
done
others=$(cd "$home" && find . -type f | grep -v -e '/plug-ins/cuda-edges/' -e '^./bin/gimp' -e /.local/bin/ -e /gegl-0.4/plug-ins/ -e /locale/ \
  -e /bash-completion/completions/ -e /zsh/site-functions/)
check "in the folders that docs/security.md names, and in no other" [ -z "$missing$others" ]
check "and says how to see that it worked" grep -q 'To see that it worked' "$base/said"
mkdir -p "$home/.config/GIMP/3.0/cuda-edges/recipes"
filters=$home/.config/GIMP/3.2/filters; mkdir -p "$filters"
mine='(GimpGegl-cuda-edges-canny-config "Mine"
    (sigma 7))'
ours='(GimpGegl-cuda-edges-canny-config "For print (CUDA Edges)"
    (sigma 2))'
printf '%s\n' "$ours" "$mine" "$ours" >"$filters/GimpGegl-cuda-edges-canny-config.settings"
printf '%s\n' "$ours" >"$filters/GimpGegl-cuda-edges-sobel-config.settings"
printf '%s\n\n\n' "$mine" >"$base/kept.settings"; ln -s "$base/kept.settings" "$filters/GimpGegl-cuda-edges-laplacian-config.settings"
cat "$base/kept.settings" <(printf '%s\n' "$ours") >"$base/linked.settings"; chmod 640 "$base/linked.settings"
ln -s "$base/linked.settings" "$filters/GimpGegl-cuda-edges-sharpen-config.settings"
before=$(cd "$filters" && tail -n +1 -- *)
no_room () { ulimit -f 0; remove_presets; }
(export HOME=$home XDG_CONFIG_HOME=''; trap '' XFSZ; no_room) >/dev/null 2>&1
check "without room GIMP's presets stay as they were" [ "$(cd "$filters" && tail -n +1 -- *)" = "$before" ]
(export HOME=$home XDG_CONFIG_HOME=''; no_room) >/dev/null 2>&1
check "and so they do where uninstall is killed as it writes" [ "$(cd "$filters" && tail -n +1 -- *.settings)" = "$before" ]
run uninstall_plugin
check "of GIMP's presets uninstall removes ours" [ "$(cat "$filters"/*canny*)" = "$mine" ]
check "and nothing else" [ "$(ls "$filters" | wc -l) $(stat -c %a "$base/linked.settings")" = "3 640" ]
check "nor a line of the user's" cmp -s "$base/kept.settings" "$base/linked.settings"
rm "$base"/{kept,linked}.settings
rm -r "$home/.config/GIMP/3.2"
missing=$(cd "$home" && find . -type f -o -type d -empty | grep -v -e '^./bin/gimp-3.0$' -e '^./.config/GIMP/3.0/cuda-edges/recipes$')
check "uninstall leaves no file and no empty folder" [ -z "$missing" ]
check "but recipes, which it says" grep -q 'recipes and windows stay in .*/GIMP/3.0/cuda-edges$' "$base/said"
check "and that the build stays, too" grep -q 'build stays; ./dev clean removes it' "$base/said"
echo "1..$n"
