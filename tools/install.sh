# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# ./dev install and ./dev uninstall: put the plug-in into the user's GIMP and remove it.

# Prints the machine's GIMPs, a line each: "native 3.0", "flatpak", "snap", "appimage FILE", "old 2.10".
gimps ()
{
  local program version folder file

  for program in gimp gimp-3 gimp-3.0 gimp-3.2 gimp-console gimp-console-3 gimp-console-3.0 gimp-console-3.2; do
    program=$(type -P "$program") || continue
    case $(readlink -f "$program") in */snap*|*/flatpak/*) continue ;; esac
    [[ $(timeout 20 "$program" --version 2>/dev/null) =~ [23]\.[0-9]+ ]] || continue
    version=${BASH_REMATCH[0]}
    case $version in 3.*) printf 'native %s\n' "$version" ;; *) printf 'old %s\n' "$version" ;; esac
  done | sort -u
  for folder in "$(data_folder)/flatpak" "${FLATPAK_SYSTEM_DIR:-/var/lib/flatpak}"; do
    [ ! -d "$folder/app/org.gimp.GIMP" ] || printf 'flatpak\n'
  done | sort -u
  [ ! -d "${SNAP_FOLDER:-/snap}/gimp" ] || printf 'snap\n'
  for file in "$HOME"/{,Applications/,Downloads/,Desktop/,bin/,.local/bin/}{GIMP,gimp}*.AppImage /opt/{GIMP,gimp}*.AppImage; do
    [ ! -f "$file" ] || printf 'appimage %s\n' "$file"
  done
}

# say_gimps GIMPS: prints advice for each GIMP that does not come from the distribution.
say_gimps ()
{
  case $'\n'$1 in *$'\n'flatpak*)
    say "GIMP from Flatpak takes plug-ins that were built for it, as extensions, and this build is none: its libraries are" \
        "this system's. data/flatpak/README.md says how to build the extension," \
        "and how it has effects, too: $(sed -n 's/^    \(flatpak-builder.*\)/\1/p' "$top/data/flatpak/README.md")" ;;
  esac
  case $'\n'$1 in *$'\n'snap*)
    say "GIMP from Snap sees no plug-in of your folders: it takes those that are snaps themselves, through its interface gimp-plugins," \
        "and of these filters there is no snap yet." ;;
  esac
  case $'\n'$1 in *$'\n'appimage*)
    say "GIMP as an AppImage reads the same folder, with libraries of its own: it has the filters if those are as new as this" \
        "system's, but without effects, because GIMP's own AppImages load no operation from your folder. If the filters are" \
        "missing there, take GIMP from your distribution." ;;
  esac
  case $'\n'$1 in *$'\n'old*) say "GIMP 2 is here, too, and cannot have them: they need GIMP 3." ;; esac
}

# The private root's build runs there at any rate.
elsewhere="./dev gimp starts a GIMP that has the filters, and ./dev edges is its shell program."

# Fails before any download if no GIMP would read the installed files.
check_gimps ()
{
  local found
  found=$(gimps)

  say_gimps "$found"
  case $found in
    *native*|*appimage*) ;;
    *flatpak*|*snap*|*old*) fail "nothing was installed, because no GIMP here would read it; $elsewhere" ;;
    *) [ "$(where parts)" != root ] || fail "nothing was installed, because this distribution has no GIMP 3; $elsewhere"
       say "No GIMP 3 was found here. The filters go where GIMP $(gimp_version) will look for them." ;;
  esac
}

# check_loading BUILD: fails if this system's libraries cannot load the private root's build; an AppImage has its own, but for libc.
check_loading ()
{
  local file missing words='not found'

  case $(gimps) in *native*) ;; *) words="version .* not found" ;; esac
  for file in "${plugin_targets[@]}"; do
    missing=$(lacking_library "$1/$file" "$words")
    [ -z "$missing" ] || fail "nothing was installed, because this system cannot load what was built ($missing); $elsewhere"
  done
}

# lacking_library FILE WORDS: prints what FILE needs and this system lacks, first of what the loader says in these words.
lacking_library () { LC_ALL=C ldd "$1" 2>&1 | sed -n "/$2/{s/^[^:]*: //; s/^[[:space:]]*//; s/ (required by.*//; p; q}"; }

config_folder () { printf '%s\n' "${XDG_CONFIG_HOME:-$HOME/.config}/GIMP"; }

# Prints the folders of GIMPs that have been used; Flatpak's GIMP shares them.
used_folders ()
{
  local folder
  for folder in "$(config_folder)"/3.[0-9]*; do
    [ ! -d "$folder" ] || printf '%s\n' "$folder"
  done
}

# Prints the plug-in folders of the user's GIMPs: of the installed GIMP 3, and of each GIMP that has been used.
plugin_folders ()
{
  { printf '%s\n' "$(config_folder)/$(gimp_version)"; used_folders; } | sort -u | sed 's|$|/plug-ins/cuda-edges|'
}

# Prints the version of this machine's GIMP 3, "3.0" or "3.2"; GIMP itself may be a Flatpak.
gimp_version ()
{
  local version
  version=$(pkg-config --modversion gimp-3.0 2>/dev/null || gimp-console-3 --version 2>/dev/null || true)
  if [[ $version =~ 3\.[0-9]+ ]]; then printf '%s\n' "${BASH_REMATCH[0]}"; else printf '3.0\n'; fi
}

# Prints the folder of the plug-in that was built for here, or in the private root: a checkout may have others, of other Debians.
built_plugin ()
{
  local build=$top/build/debian-${suite/trixie/13}

  [ "$(where parts)" = root ] || build=$(build_folder)
  [ ! -f "$build/plugin/cuda-edges" ] || printf '%s\n' "$build/plugin"
}

# Prints the user's data folder, in which GEGL finds operations and gettext their catalogues.
data_folder () { printf '%s\n' "${XDG_DATA_HOME:-$HOME/.local/share}"; }
module () { printf '%s\n' "$(data_folder)/gegl-0.4/plug-ins/cuda-edges-operations.so"; }
program () { printf '%s\n' "$HOME/.local/bin/cuda-edges"; }
completions () { printf '%s\n' "$(data_folder)"/{bash-completion/completions/cuda-edges,zsh/site-functions/_cuda-edges}; }

install_plugin ()
{
  local build folder

  build=$(built_plugin)
  [ -n "$build" ] || fail "there is no plug-in in $top/build"
  build=$(dirname "$build")
  [ "$(where parts)" != root ] || check_loading "$build"
  plugin_folders | while IFS= read -r folder; do
    copy_plugin "$build" "$folder"
    say "Installed in $folder"
  done
  copy_operations "$build"
  say "Installed $(module)"
  install_program "$build/batch/cuda-edges"
  say_proof
}

# install_program FILE: copies the shell program, if it was built and this system can load it.
install_program ()
{
  if [ ! -f "$1" ]; then say "Without libvips there is no cuda-edges, the program for folders of photos."
  elif [ "$(where parts)" = root ] && [ -n "$(lacking_library "$1" 'not found')" ]; then
    say "This system cannot load cuda-edges, the program for folders of photos ($(lacking_library "$1" 'not found')); ./dev edges runs it."
  else
    install -D "$1" "$(program)"
    install -D -m 644 "$top/batch/completion.bash" "$(completions | sed -n 1p)"
    install -D -m 644 "$top/batch/completion.zsh" "$(completions | sed -n 2p)"
    say "Installed $(program), which filters folders of photos: cuda-edges --help"
  fi
}

# Tells the user how to check the installation, with the plug-in's own report about devices from a GIMP of its own.
say_proof ()
{
  say "Start GIMP again. To see that it worked: open a photo, and choose Filters → Edge-Detect → CUDA Canny…; open" \
      "Advanced in its window, and the line below Compute on says what computed. Without the entry, Edit → Preferences → Folders →" \
      "Plug-ins shows where GIMP looks."
  [ ! -e "$(program)" ] || type -P cuda-edges >/dev/null || [[ :$PATH: == *:$HOME/.local/bin:* ]] ||
    say "$HOME/.local/bin is not in your PATH: until it is, call $(program)."
}

# copy_plugin BUILD FOLDER: copies the executable, its dialog, catalogues and data in GIMP's layout.
copy_plugin ()
{
  local build=$1 folder=$2

  rm -rf "$folder"
  mkdir -p "$folder"
  cp "$build/plugin/cuda-edges" "$build/plugin/cuda-edges-dialog.so" "$folder/"
  cp -r "$build/docs/manual/help" "$top/data/cuda-edges.svg" "$folder/"
  copy_catalogues "$build" "$folder/locale"
}

# copy_operations BUILD: copies GEGL's module, and its catalogues to their place.
copy_operations ()
{
  local build=$1

  install -D -m 644 "$build/operation/cuda-edges-operations.so" "$(module)"
  copy_catalogues "$build" "$(data_folder)/locale"
}

copy_catalogues ()
{
  local catalogue

  for catalogue in "$1"/po/*/LC_MESSAGES/cuda-edges.mo; do
    [ ! -f "$catalogue" ] || install -D -m 644 "$catalogue" "$2/${catalogue#"$1"/po/}"
  done
}

uninstall_plugin ()
{
  local folder found=

  while IFS= read -r folder; do
    [ -d "$folder" ] || continue
    rm -rf "$folder"
    remove_empty "$(dirname "$folder")"
    say "Removed $folder"
    found=1
  done < <(plugin_folders)
  if [ -e "$(module)" ] || [ -e "$(program)" ]; then
    rm -f "$(program)" "$(module)" "$(data_folder)"/locale/*/LC_MESSAGES/cuda-edges.mo
    completions | while IFS= read -r folder; do rm -f "$folder"; remove_empty "$(dirname "$folder")"; done
    for folder in "$(dirname "$(program)")" "$(dirname "$(module)")" "$(data_folder)"/locale/*/LC_MESSAGES; do remove_empty "$folder"; done
    say "Removed $(module) and $(program)"
    found=1
  fi
  [ -n "$found" ] || say "It was not installed."
  remove_presets
  say_what_stays
}

# Removes our recipes from GIMP's presets of our effects (ui/presets.c); those of the user stay, in their files. What stays is
# written beside a file, and then takes its name, so that each end of this program leaves the old file or the new one.
remove_presets ()
{
  local name file part

  for name in "$(config_folder)"/3.[0-9]*/filters/GimpGegl-cuda-edges-*-config.settings; do
    [ -f "$name" ] && grep -q '^(.* (CUDA Edges)"$' "$name" || continue
    file=$(readlink -f "$name") part=$file.cuda-edges
    # The copy has the file's mode.
    if ! { cp -p "$file" "$part" && awk '/^\(/ { ours = / \(CUDA Edges\)"$/ } ! ours' "$file" >"$part"; }; then
      rm -f "$part"
      say "Our recipes stay in $name, beside which nothing can be written."
      continue
    fi
    if grep -q '^(' "$part"; then mv "$part" "$file"; else rm -f "$name" "$file" "$part"; fi
  done
}

# remove_empty FOLDER: removes FOLDER if it is empty, then its parents that are empty, inside the user's home.
remove_empty ()
{
  case $1 in "$HOME"/*) [ ! -d "$1" ] || (cd "$HOME" && rmdir -p --ignore-fail-on-non-empty "${1#"$HOME"/}") ;; esac
}

# Lists the files that stay: the user's own work, the tools' caches, and files that no installation made.
say_what_stays ()
{
  local path

  for path in "$(config_folder)"/3.[0-9]*/{cuda-edges,cuda-edges-dialogs.ini} "${XDG_CONFIG_HOME:-$HOME/.config}/cuda-edges"; do
    [ ! -e "$path" ] || say "Your recipes and windows stay in $path"
  done
  for path in "$top/build" "$cache"; do [ ! -d "$path" ] || say "$path stays; ./dev clean removes it."; done
}
