#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   help.sh PROJECT [BUILD]
#
# Checks that GIMP's help finds the manual of an installed plug-in, in the user's language, as TAP: that of BUILD, or that of
# GIMP's own plug-in folder. The browser is a script that notes the requested page.
set -uo pipefail
top=$1 build=${2:-}
gimp=$(type -P gimp-3.0 || type -P gimp-3.2 || type -P gimp-3 || true)
for tool in "${gimp:-gimp-3.0}" xvfb-run dbus-run-session; do
  type -P "$tool" >/dev/null || { echo "1..0 # SKIP $tool is missing"; exit 0; }
done
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home XDG_CONFIG_HOME=$home/.config XDG_DATA_HOME=$home/.local/share XDG_CACHE_HOME=$home/.cache LC_ALL=C.UTF-8
unset GIMP3_DIRECTORY
shown=$home/shown
mkdir -p "$XDG_DATA_HOME/applications" "$XDG_CONFIG_HOME"
printf '#!/bin/sh\necho "$@" >>%s\n' "$shown" >"$home/browser"
chmod +x "$home/browser"
types='text/html application/xhtml+xml x-scheme-handler/file x-scheme-handler/http'
printf '[Desktop Entry]\nType=Application\nName=Browser\nExec=%s %%u\nMimeType=%s;\n' "$home/browser" "${types// /;}" \
  >"$XDG_DATA_HOME/applications/browser.desktop"
{ echo '[Default Applications]'; printf '%s=browser.desktop\n' $types; } >"$XDG_CONFIG_HOME/mimeapps.list"
source "$top/tools/install.sh"

n=0 status=0
# expect LANGUAGE PAGE
expect ()
{
  n=$((n + 1))
  rm -f "$shown"
  LANGUAGE=$1 timeout $((200 * ${CE_PATIENCE:-1})) dbus-run-session xvfb-run -a "$gimp" --no-splash --quit --batch-interpreter=plug-in-script-fu-eval -b \
    "(begin (gimp-help \"cuda-edges\" \"plug-in-cuda-canny\")
       (let loop ((i 0)) (if (and (< i $((600 * ${CE_PATIENCE:-1}))) (not (file-exists? \"$shown\"))) (begin (usleep 100000) (loop (+ i 1))))))" \
    >"$home/log" 2>&1
  if grep -q "/plug-ins/cuda-edges/$2\$" "$shown" 2>/dev/null && [ -f "$(sed 's|^file://||' "$shown")" ]; then
    echo "ok $n - with LANGUAGE=$1 GIMP's help shows $2"
  else
    status=1
    printf "not ok %s - with LANGUAGE=%s GIMP's help shows %s\n" $n "$1" "$2"
    { cat "$shown"; tail -n 5 "$home/log"; } 2>&1 | sed 's/^/# /'
  fi
}

if [ -n "$build" ]; then
  version=$("$gimp" --version | sed 's/.*\(3\.[0-9]*\).*/\1/')
  folder=$XDG_CONFIG_HOME/GIMP/$version
  copy_plugin "$build" "$folder/plug-ins/cuda-edges"
  python3 "$top/tests/support/known_plugins.py" recall "$folder" "$build"
fi
expect en help/en/canny.html
expect de help/de/canny.html
expect nl help/en/canny.html
echo "1..$n"
exit $status
