# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# ./dev gimp and ./dev edges: run what was built on the user's own files, here or in the private root, and install nothing.

# run_built COMMAND [ARG…]: builds what is not built, and runs do_COMMAND with this user's session and all of this machine's files.
run_built ()
{
  build_parts
  if [ "$(where parts)" = root ]; then enter_root_with_machine bash "$top/dev" --here run "$@"; fi
  "do_$1" "${@:2}"
}

# Builds the parts, and keeps the words about it for a failure if there is a build that can only be brought up to date.
build_parts ()
{
  local log=$top/build/parts.log

  if [ -z "$(built_plugin)" ]; then in_environment parts >&2
  else (in_environment parts) >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
  fi
}

# enter_root_with_machine COMMAND…: becomes COMMAND in the private root, in this folder. A disk that is connected or ejected meanwhile
# is so there, too, because mounts are slaves of this machine's.
enter_root_with_machine ()
{
  local become=() variables

  [ "$(id -u)" = 0 ] || become=(sudo)
  mapfile -d '' variables < <(session_variables)
  exec "${become[@]}" unshare --mount --propagation slave bash "$top/tools/enter-root" "$(root_folder)" "$top" "$(find_toolkit)" \
    "$(id -u):$(id -g)" machine "$(umask)" "$PWD" "${variables[@]}" -- "$@"
}

# Prints NAME=VALUE, each with a zero after it: the home folder, screen, language, time zone, and our programs' own variables.
session_variables ()
{
  local name language=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} zone

  for name in $(compgen -e); do
    case $name in
      HOME|USER|LOGNAME|TERM|DISPLAY|XAUTHORITY|XMODIFIERS|GTK_IM_MODULE|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|XDG_*|LANGUAGE|\
        GDK_SCALE|GDK_DPI_SCALE|GDK_BACKEND|GIMP3_DIRECTORY|CUDA_VISIBLE_DEVICES|CE_TESTING|VIPS_CONCURRENCY)
        printf '%s=%s\0' "$name" "${!name}" ;;
    esac
  done
  [[ $language =~ ^[a-z]+_[A-Z]+\.[Uu][Tt][Ff]-?8(@[a-z]+)?$ ]] || language=C.UTF-8
  zone=$(readlink -f /etc/localtime || true)
  printf '%s=%s\0' LANG "$language" TZ "${TZ:-${zone#*/zoneinfo/}}"
}

# Gives the root's only locale, C.UTF-8, the name of this user's, because gettext reads no catalogue in C.UTF-8.
name_locale ()
{
  local locales=$cache/locales

  [ "$LANG" != C.UTF-8 ] || return 0
  export LOCPATH=$locales
  [ ! -d "$locales/$LANG" ] || return 0
  mkdir -p "$locales"
  cp -r /usr/lib/locale/C.utf8 "$locales/part-$$"
  mv -T "$locales/part-$$" "$locales/$LANG" 2>/dev/null || rm -r "$locales/part-$$"
}

# Fails before any change where GIMP could not open a window.
need_screen ()
{
  [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ||
    fail "GIMP needs a screen, and neither DISPLAY nor WAYLAND_DISPLAY names one here; ./dev edges and ./dev demo need none."
}

# Prints GIMP's folder of settings for ./dev gimp: that of an installed GIMP stays as it is.
own_gimp_folder () { printf '%s\n' "${GIMP3_DIRECTORY:-${XDG_CONFIG_HOME:-$HOME/.config}/cuda-edges/GIMP}"; }

# do_gimp [PHOTO…] [OPTION…]: becomes GIMP with the plug-in and the operations of the build; a GIMP that runs already is another one.
do_gimp ()
{
  local build photo system

  for photo in "$@"; do
    [[ $photo != -* ]] || break
    [ -e "$photo" ] || fail "there is no file $photo, or it is in a folder of the system that the private Debian has of its own."
  done
  build=$(build_folder)
  GIMP3_DIRECTORY=$(own_gimp_folder)
  system=$(pkg-config --variable=pluginsdir gegl-0.4)
  copy_plugin "$build" "$GIMP3_DIRECTORY/plug-ins/cuda-edges"
  export GIMP3_DIRECTORY GEGL_PATH=$system:$build/operation
  exec "$(type -P gimp-3.0 || type -P gimp-3.2 || type -P gimp-3 || type -P gimp)" --new-instance "$@"
}

# do_edges [ARG…]: becomes the shell program of the build; recipes that were saved in the GIMP of ./dev gimp are its recipes, too.
do_edges ()
{
  local program folder

  program=$(build_folder)/batch/cuda-edges
  [ -x "$program" ] || fail "without libvips there is no cuda-edges, the program for folders of photos."
  folder=$(own_gimp_folder)
  [ ! -d "$folder" ] || export GIMP3_DIRECTORY=$folder
  exec "$program" "$@"
}
