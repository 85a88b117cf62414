# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Into the user's GIMP and out of it again.

# The plug-in folders of the user's GIMPs: of the GIMP 3 installed, and of each that has been used.
plugin_folders ()
{
  local config=${XDG_CONFIG_HOME:-$HOME/.config}/GIMP
  local folder

  {
    printf '%s\n' "$config/$(gimp_version)"
    for folder in "$config"/3.[0-9]*; do
      [ ! -d "$folder" ] || printf '%s\n' "$folder"
    done
  } | sort -u | sed 's|$|/plug-ins/cuda-edges|'
}

# "3.0" or "3.2": the GIMP 3 of this machine; GIMP itself may come otherwise, as a Flatpak.
gimp_version ()
{
  local version
  version=$(pkg-config --modversion gimp-3.0 2>/dev/null || gimp-console-3.0 --version 2>/dev/null || true)
  version=$(grep -o '3\.[0-9]*' <<<"$version" | head -n 1 || true)
  printf '%s\n' "${version:-3.0}"
}

# The newest build there is, from this distribution or the private root.
newest_build ()
{
  find "$top"/build/*/plugin -maxdepth 1 -name cuda-edges -printf '%T@ %h\n' 2>/dev/null | sort -rn | head -n 1 | cut -d ' ' -f 2-
}

# The user's data: GEGL looks there for operations, gettext for their catalogues.
data_folder () { printf '%s\n' "${XDG_DATA_HOME:-$HOME/.local/share}"; }
module () { printf '%s\n' "$(data_folder)/gegl-0.4/plug-ins/cuda-edges-operations.so"; }
program () { printf '%s\n' "$HOME/.local/bin/cuda-edges"; }

install_plugin ()
{
  local built folder

  built=$(newest_build)
  [ -n "$built" ] || fail "there is no plug-in in $top/build"
  plugin_folders | while IFS= read -r folder; do
    copy_plugin "$(dirname "$built")" "$folder"
    say "Installed in $folder"
  done
  copy_operations "$(dirname "$built")"
  say "Installed $(module)"
  install -D "$(dirname "$built")/batch/cuda-edges" "$(program)"
  say "Installed $(program), which filters folders of photos: cuda-edges --help"
  say "Start GIMP again: the filters are in Filters → Edge-Detect and Filters → Enhance."
}

# copy_plugin BUILD FOLDER: the executable, its dialog, its catalogues and its data, as GIMP wants them.
copy_plugin ()
{
  local build=$1 folder=$2 catalogue language

  rm -rf "$folder"
  mkdir -p "$folder"
  cp "$build/plugin/cuda-edges" "$build/plugin/cuda-edges-dialog.so" "$folder/"
  cp -r "$build/docs/manual/help" "$folder/"
  for catalogue in "$build"/po/*/LC_MESSAGES/cuda-edges.mo; do
    [ -f "$catalogue" ] || continue
    language=$(basename "$(dirname "$(dirname "$catalogue")")")
    install -D -m 644 "$catalogue" "$folder/locale/$language/LC_MESSAGES/cuda-edges.mo"
  done
}

# copy_operations BUILD: GEGL's module, and its catalogues where it looks for them.
copy_operations ()
{
  local build=$1 catalogue language

  install -D -m 644 "$build/operation/cuda-edges-operations.so" "$(module)"
  for catalogue in "$build"/po/*/LC_MESSAGES/cuda-edges.mo; do
    [ -f "$catalogue" ] || continue
    language=$(basename "$(dirname "$(dirname "$catalogue")")")
    install -D -m 644 "$catalogue" "$(data_folder)/locale/$language/LC_MESSAGES/cuda-edges.mo"
  done
}

uninstall_plugin ()
{
  local folder found=

  while IFS= read -r folder; do
    [ -d "$folder" ] || continue
    rm -rf "$folder"
    say "Removed $folder"
    found=1
  done < <(plugin_folders)
  if [ -e "$(module)" ] || [ -e "$(program)" ]; then
    rm -f "$(program)" "$(module)" "$(data_folder)"/locale/*/LC_MESSAGES/cuda-edges.mo
    say "Removed $(module) and $(program)"
    found=1
  fi
  [ -n "$found" ] || say "It was not installed."
}
