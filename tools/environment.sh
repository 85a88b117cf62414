# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Finds or makes a place that has GIMP 3, its headers and the tools, and runs a
# command there:
#
#   1. this machine, if everything is there already;
#   2. this machine, after installing what is missing, if its distribution has GIMP 3;
#   3. a private Debian 13 root under the user's cache folder, entered by chroot in
#      a mount namespace of its own, so that nothing stays mounted.

# where COMMAND: prints the place of COMMAND: "here", here after apt-get has installed "packages", the private "root", or "nowhere".
where ()
{
  if [ -n "$here" ] || { [ "$suite" = trixie ] && machine_is_ready "$1"; }; then printf 'here\n'
  elif ! type -P apt-get >/dev/null; then printf 'nowhere\n'
  elif [ "$suite" = trixie ] && distribution_has_gimp3; then printf 'packages\n'
  else printf 'root\n'; fi
}

# in_environment COMMAND [ARG…]: runs do_COMMAND, here or in the private root.
in_environment ()
{
  [ -n "$here" ] || get_nvcc
  case $(where "$1") in
    nowhere) explain_manual_setup ;;
    packages) install_packages packages_for "$1" ;;
    root)
      can_mount
      make_root
      if [ "$1" = demo ] && [ -n "${2:-}" ]; then photo_into_reach "$2"; set -- demo "$photo"; fi
      enter_root bash "$top/dev" --here "$@"
      return ;;
  esac
  "do_$1" "${@:2}"
}

# Prints the packages that a command needs: "build" for builds, also "test" for tests.
packages_for ()
{
  local kinds='^build '
  case $1 in test|soak|bench|felt|ladder|shell|root) kinds='^(build|test) ' ;; esac
  grep -E "$kinds" "$top/tools/packages" | cut -d ' ' -f 2
  [ "$1" = root ] || compiler_for_cuda
}

# Prints the packages for kernels beside those of a build: g++ for nvcc, or clang without a toolkit.
compiler_for_cuda ()
{
  case " $options " in
    *" -Dcuda=disabled "*) ;;
    *" -Dcuda-compiler=clang "*) printf 'clang\n' ;;
    *) if [ -n "$(find_toolkit)" ]; then host_compiler; elif wants_cuda; then printf 'clang\n'; fi ;;
  esac
}

# Prints the newest host compiler that nvcc accepts, because nvcc may refuse the distribution's own as too new.
host_compiler ()
{
  local newest gcc

  newest=$(sed -n '/^#if __GNUC__ > \([0-9]*\).*/{s//\1/p;q}' "$(find_toolkit)/include/crt/host_config.h" 2>/dev/null || true)
  gcc=$(LC_ALL=C apt-cache policy gcc 2>/dev/null | sed -n 's/^ *Candidate: [0-9]*:\([0-9]*\).*/\1/p' || true)
  if [ "${gcc:-0}" -gt "${newest:-99}" ] && apt-cache show "g++-$newest" >/dev/null 2>&1; then printf 'g++-%s\n' "$newest"
  else printf 'g++\n'; fi
}

# Returns whether to build with CUDA: on machines with NVIDIA's driver, or on request.
wants_cuda ()
{
  case " $options " in
    *" -Dcuda=disabled "*) return 1 ;;
    *" -Dcuda=enabled "*) return 0 ;;
  esac
  has_driver
}

has_driver () { [[ $(PATH=$PATH:/sbin ldconfig -p 2>/dev/null) == *libcuda.so.1* ]]; }

# Gets nvcc from NVIDIA's Python packages if there is no toolkit: if -Dcuda-compiler=nvcc requests it, or if there is a driver,
# but no clang and no apt-get to install it.
get_nvcc ()
{
  [ -z "$(find_toolkit)" ] || return 0
  case " $options " in
    *" -Dcuda=disabled "*|*" -Dcuda-compiler=clang "*) ;;
    *" -Dcuda-compiler=nvcc "*) download_nvcc || fail "NVIDIA's compiler cannot be had here: see $top/build/nvcc.log." ;;
    *) type -P clang >/dev/null || type -P apt-get >/dev/null || [ -n "$(lacking)" ] || ! wants_cuda || download_nvcc ||
         say "NVIDIA's compiler cannot be had here, see $top/build/nvcc.log; clang would do, too." ;;
  esac
}

download_nvcc ()
{
  local folder=$cache/nvcc log=$top/build/nvcc.log

  mkdir -p "$top/build" "$cache"
  need_space "$folder" 500
  rm -rf "$folder" "$folder.part"
  if ! python3 -m venv "$folder.part" >"$log" 2>&1; then
    type -P apt-get >/dev/null || return 1
    install_packages echo python3-venv
    python3 -m venv --clear "$folder.part" >"$log" 2>&1 || return 1
  fi
  say "NVIDIA's compiler is downloaded once from Python's package index, 125 MB, into $folder (350 MB); ./dev clean removes it."
  (logged "$log" "Downloading it" "$folder.part/bin/python" -m pip install --only-binary=:all: \
     nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime) && mv "$folder.part" "$folder"
}

machine_is_ready ()
{
  local compiler

  [ -z "$(lacking)" ] || return 1
  type -P apt-get >/dev/null || return 0
  for compiler in $(compiler_for_cuda); do type -P "$compiler" >/dev/null || return 1; done
  case $1 in test|bench|felt|ladder) [ -z "$(missing_packages packages_for "$1")" ] ;; esac
}

# Prints the programs and modules that every build needs and this machine lacks.
lacking ()
{
  local name

  for name in meson ninja msgfmt cc pkg-config; do type -P "$name" >/dev/null || printf '%s ' "$name"; done
  type -P gimp-console-3 >/dev/null || type -P gimp-console >/dev/null || printf 'gimp-console-3 '
  for name in gimp-3.0 gimpui-3.0; do pkg-config --exists "$name" 2>/dev/null || printf '%s.pc ' "$name"; done
}

# missing_packages COMMAND…: prints the packages of COMMAND's output that are not installed.
missing_packages ()
{
  local package

  for package in $("$@"); do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s ' "$package"
  done
}

distribution_has_gimp3 ()
{
  local id='' version='' codename=''
  # shellcheck disable=SC1091
  . <(sed -n 's/^ID=/id=/p; s/^VERSION_ID=/version=/p; s/^VERSION_CODENAME=/codename=/p' /etc/os-release)

  case $id in
    debian) [ -z "$version" ] || [ "$version" -ge 13 ] ;;
    ubuntu) [ "${version%%.*}" -ge 25 ] ;;
    *) apt-cache show libgimp-3.0-dev >/dev/null 2>&1 ;;
  esac
}

# need_root COMMAND…: fails before any change if this user cannot become root to run COMMAND.
need_root ()
{
  [ "$(id -u)" = 0 ] || { type -P sudo >/dev/null && sudo true; } ||
    fail "this step needs root, and $(id -un) cannot become root here with sudo. As root, run: $*"
}

as_root () { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# logged LOG WHAT COMMAND…: runs COMMAND quietly; a terminal shows its last line meanwhile. On failure one sentence names the missing
# resource, or the end of the output is shown.
logged ()
{
  local log=$1 what=$2 status=0 watcher='' reason
  local start=$SECONDS

  mkdir -p "$(dirname "$log")"
  : >"$log"
  printf '%s … ' "$what"
  trap 'exit 130' INT
  if [ -t 1 ]; then say ''; show_end "$log" & watcher=$!; fi
  "${@:3}" >"$log" 2>&1 || status=$?
  trap - INT
  if [ -n "$watcher" ]; then kill "$watcher"; wait "$watcher" 2>/dev/null || true; printf '\r\033[K'; fi
  if [ $status = 0 ]; then
    say "done in $((SECONDS - start)) s"
    return
  fi
  say failed
  reason=$(what_lacked "$log")
  [ -n "$reason" ] || tail -n 30 "$log" >&2
  fail "${reason:-that did not work}. The whole output is in $log"
}

# show_end LOG: shows seconds and LOG's last line, in one place of the terminal, until the main shell ends.
show_end ()
{
  local start=$SECONDS line

  while sleep 1 && kill -0 $$ 2>/dev/null; do
    line=$(tail -c 300 "$1" | tr '\r' '\n' | sed -n '/./h; ${x; p}')
    line="  $((SECONDS - start)) s  ${line//[[:cntrl:]]/}"
    printf '\r\033[K%s' "${line:0:78}"
  done
}

# what_lacked LOG: prints whether disk space or the network was missing, if the end of LOG shows it.
what_lacked ()
{
  case $(tail -n 200 "$1") in
    *"No space left on device"*|*"enough free space"*) printf 'the disk is full' ;;
    *"emporary failure"*|*"Could not resolve"*|*"Name or service not known"*|*"Network is unreachable"*|*"Could not connect"*|\
      *"Failed to establish a new connection"*) printf 'the network cannot be reached' ;;
  esac
}

# need_space FOLDER MEGABYTES: fails before any download if FOLDER's disk has less free space.
need_space ()
{
  local free
  free=$(df -Pm "$(existing "$1")" 2>/dev/null | awk 'NR == 2 { print $4 }')
  [ "${free:-$2}" -ge "$2" ] || fail "the disk is full: $1 needs $2 MB, and $free MB are free."
}

# existing FOLDER: prints FOLDER or its nearest parent that exists.
existing () { local folder=$1; while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done; printf '%s\n' "$folder"; }

# install_packages COMMAND…: installs the missing packages of COMMAND's output.
install_packages ()
{
  local missing size log=$top/build/apt-update.log

  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  say "Needed and not installed: $missing"
  need_root "apt-get install --no-install-recommends $missing"
  say "Reading the list of packages (about 10 MB)"
  mkdir -p "$top/build"
  as_root apt-get update >"$log" 2>&1 || true
  missing=$(missing_packages "$@")
  # shellcheck disable=SC2086
  size=$(download_size $missing) ||
    fail "apt cannot install these packages: ${missing% }. Is there a network? What it read of its lists is in $log"
  # shellcheck disable=SC2086
  logged "$top/build/apt-install.log" "Downloading and installing with apt-get, ${size:-nothing} to download" \
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

# Prints the size of apt's download for these packages in apt's own words ("123 MB"); fails if apt cannot tell.
download_size ()
{
  local plan
  plan=$(LC_ALL=C apt-get -o Debug::NoLocking=1 install --assume-no --no-install-recommends "$@" 2>&1) || true
  sed -n 's/^Need to get \(.*B\)\(\/.*\)\? of archives.*/\1/p' <<<"$plan" | grep .
}

explain_manual_setup ()
{
  cat >&2 <<END
dev: this machine has no apt-get to install what it lacks: $(lacking)
Install what belongs to that and run the same command again:

  Fedora 42 and later   sudo dnf install gimp gimp-devel gcc gcc-c++ clang meson gettext-devel opencv-devel xorg-x11-server-Xvfb openbox python3-numpy python3-gobject
  Arch                  sudo pacman -S --needed gimp gcc clang meson gettext pkgconf opencv xorg-server-xvfb openbox python-numpy python-gobject
  openSUSE Tumbleweed   sudo zypper install gimp gimp-devel gcc gcc-c++ clang meson gettext-tools opencv-devel xorg-x11-server-Xvfb openbox python3-numpy python3-gobject

For the GPU: clang, or NVIDIA's CUDA toolkit (nvcc) with g++.
END
  exit 1
}

# Prints the path of nvcc, or nothing: from PATH, CUDA_HOME, then the usual folder.
find_toolkit ()
{
  local nvcc
  for nvcc in "$(type -P nvcc || true)" "${CUDA_HOME:-}/bin/nvcc" /usr/local/cuda/bin/nvcc \
              "$cache"/nvcc/lib/python3*/site-packages/nvidia/cu*/bin/nvcc; do
    if [ -x "$nvcc" ]; then
      dirname "$(dirname "$(readlink -f "$nvcc")")"
      return
    fi
  done
}

root_folder ()
{
  local name=$suite
  [ "$suite" != trixie ] || name=13
  printf '%s/debian-%s-%s\n' "$cache" "$name" "$(sha256sum <"$top/tools/packages" | cut -c 1-12)"
}

# Fails before the download if mounts are forbidden, as in some containers, because the private root needs them.
can_mount ()
{
  local reason

  need_root "$top/dev $command${options:+ $options}"
  reason=$(as_root unshare --mount --propagation private true 2>&1) ||
    fail "this distribution has no GIMP 3, and the private Debian 13 root that would serve needs mounts," \
         "which are forbidden here ($reason). Use a Debian 13 machine or container."
}

# Makes the private root in a folder beside it, which is renamed when it is complete; one process at a time does so.
make_root ()
{
  local root part mask

  root=$(root_folder)
  [ ! -d "$root" ] || return 0
  install_packages echo mmdebstrap debian-archive-keyring
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock 9
  if [ ! -d "$root" ]; then
    part=$root.part
    need_space "$root" 2700
    # shellcheck disable=SC2064
    trap "as_root rm -rf --one-file-system '$part'" EXIT
    as_root rm -rf --one-file-system "$part"
    mask=$(umask)
    umask 022
    say "Making a private Debian folder ($suite) with GIMP 3 once, in $root"
    say "Downloads about 460 MB, takes 2.1 GB of disk and one to four minutes; ./dev clean removes it."
    # shellcheck disable=SC2046
    logged "$cache/root.log" "Making it with mmdebstrap" \
      as_root mmdebstrap --mode=root --variant=apt --verbose \
      --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt=force-unsafe-io \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
      --include="$(packages_for root | paste -s -d ,)" "$suite" "$part"
    as_root mv -T "$part" "$root"
    trap - EXIT
    umask "$mask"
  fi
  exec 9>&-
}

# Copies a photo from elsewhere, because the private root does not contain it.
photo_into_reach ()
{
  photo=$(realpath "$1") || fail "there is no file $1"
  case $photo in "$top"/*) return ;; esac
  mkdir -p "$top/build/demo"
  cp "$photo" "$top/build/demo/"
  photo=$top/build/demo/${photo##*/}
}

enter_root ()
{
  [ "$(find_toolkit)" != /usr ] ||
    say "The nvcc in /usr cannot be used from the private Debian folder; install NVIDIA's toolkit in a folder of its own," \
        "such as /usr/local/cuda."
  as_root unshare --mount --pid --fork --kill-child --propagation private \
    bash "$top/tools/enter-root" "$(root_folder)" "$top" "$(find_toolkit)" "$(id -u):$(id -g)" project "$(umask)" "$top" \
    HOME="$top/build/home" TERM="${TERM:-dumb}" -- "$@"
}

clean ()
{
  say "Removing $top/build and $cache"
  rm -rf "$top/build"
  rm -rf --one-file-system "$cache" 2>/dev/null || { need_root rm -rf "$cache"; as_root rm -rf --one-file-system "$cache"; }
}
