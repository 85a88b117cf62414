# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# ./dev doctor: prints ten lines about this machine. It makes the checks of the other commands, and installs nothing.

doctor ()
{
  local place

  place=$(where build)
  tell System "$(system_name), $(uname -m), $(nproc) processors"
  tell Disk "$(free_space "$top") free for the build, $(free_space "$cache") for $cache"
  tell Installed "$(installed_gimps)"
  tell Tools "$(tools_here)"
  tell Root "$(root_here)"
  tell Driver "$(driver_here)"
  tell GPU "$(gpus_here)"
  tell Compiler "$(compiler_here "$place")"
  tell Place "$(place_text "$place")"
  tell Builds "$(built_text "$place")"
  [ "$place" != nowhere ]
}

tell () { printf '%-10s %s\n' "$1:" "$2"; }

system_name () { sed -n 's/^PRETTY_NAME="\?\([^"]*\)"\?$/\1/p' /etc/os-release; }

free_space () { df -Ph "$(existing "$1")" | awk 'NR == 2 { print $4 "B" }'; }

installed_gimps ()
{
  local found
  found=$(gimps | sed 's/^native /GIMP /; s/^old /GIMP /; s/^flatpak/GIMP from Flatpak/; s/^snap/GIMP from Snap/; s/^appimage /GIMP as /')
  printf '%s\n' "${found:-no GIMP}" | paste -s -d ,
}

tools_here ()
{
  local missing
  missing=$(lacking)
  if [ -z "$missing" ]; then printf 'all that a build needs\n'; else printf 'a build lacks %s\n' "${missing% }"; fi
}

root_here ()
{
  if [ "$(id -u)" = 0 ]; then printf 'this is root\n'
  elif type -P sudo >/dev/null && sudo -n true 2>/dev/null; then printf 'by sudo\n'
  elif type -P sudo >/dev/null; then printf 'by sudo, which asks for a password\n'
  else printf 'no, so nothing can be installed\n'; fi
}

driver_here ()
{
  local version
  has_driver || { printf "none of NVIDIA's: ldconfig lists no libcuda.so.1\n"; return; }
  version=$(sed -n '1s/.* \([0-9][0-9.]*\) .*/\1/p' /proc/driver/nvidia/version 2>/dev/null || true)
  printf "NVIDIA's%s\n" "${version:+, $version}"
}

# Prints the GPUs from the driver's own program, with their compute capability; clang's kernels need 7.0, nvcc 13's 7.5.
gpus_here ()
{
  local found=
  ! type -P nvidia-smi >/dev/null || found=$(nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader 2>/dev/null | paste -s -d \;)
  printf '%s\n' "${found:-none that nvidia-smi lists}"
}

# compiler_here PLACE: prints the compiler of kernels there. The private root has clang and g++.
compiler_here ()
{
  local toolkit
  toolkit=$(find_toolkit)
  if [ "$1" = root ] && [ "$toolkit" = /usr ]; then toolkit=; fi
  if [ -n "$toolkit" ]; then printf 'nvcc in %s\n' "$toolkit"
  elif [ "$1" = root ]; then printf 'clang of the private folder\n'
  elif type -P clang >/dev/null; then printf 'clang %s\n' "$(clang -dumpversion)"
  elif [ "$1" = nowhere ] || ! has_driver; then printf 'none\n'
  elif type -P apt-get >/dev/null; then printf 'none; apt-get installs clang\n'
  elif python3 -c 'import venv, ensurepip' 2>/dev/null; then printf "none; NVIDIA's comes from Python's package index, 125 MB\n"
  else printf "none, and no venv for NVIDIA's from Python's package index\n"; fi
}

place_text ()
{
  local missing
  case $1 in
    here) printf 'this machine, as it is\n' ;;
    packages) missing=$(missing_packages packages_for build); printf 'this machine, once apt-get has installed %s\n' "${missing% }" ;;
    root) if [ -d "$(root_folder)" ]; then printf 'the private Debian folder %s; ./dev gimp and ./dev edges run there\n' "$(root_folder)"
          else printf 'a private Debian folder, to be made: 460 MB to download, 2.1 GB of disk\n'; fi ;;
    nowhere) printf 'none: there is no apt-get to install what a build lacks, so ./dev build says what to install\n' ;;
  esac
}

built_text ()
{
  case $1,$(compiler_here "$1") in
    nowhere,*) printf 'nothing\n' ;;
    *,none,*|*,none) printf 'for the CPU: no driver asks for kernels, and no compiler for them is here; -Dcuda=enabled gets one\n' ;;
    *"package index") printf "for the CPU: no compiler of kernels can be had; clang, or Python's venv, would do\n" ;;
    *) printf 'for the CPU and for CUDA%s\n' "$(has_driver || printf ', which waits for a driver')" ;;
  esac
}
