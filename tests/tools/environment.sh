#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   environment.sh PROJECT
#
# Tests ./dev's installations and messages on machines that small scripts simulate, as TAP; walk.sh uses real Debians.
set -uo pipefail
project=$1
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT

# The test hides everything of the machine that runs it.
mkdir -p "$base/tools"
for tool in awk bash cat chmod cut dirname flock grep mkdir mv nproc paste readlink rm rmdir sed sleep sha256sum sort tail touch tr true uname; do
  ln -s "$(type -P $tool)" "$base/tools/"
done

# program NAME SCRIPT
program () { printf '#!/usr/bin/env bash\n%s\n' "$2" >"$home/bin/$1"; chmod +x "$home/bin/$1"; }

# machine [NAME…]: makes a Debian with all packages except lists of packages, compilers for CUDA and venv; with a GIMP 3.0, a user
# with sudo, and NVIDIA's driver among so many libraries that ldconfig still writes after the driver was seen.
machine ()
{
  local name

  home=$(mktemp -d "$base/home.XXX")
  mkdir -p "$home"/{bin,installed,project/tools}
  cp "$project/tools/packages" "$home/project/tools/"
  ln -s "$(type -P env)" "$home/bin/env"
  for name in $(sed -n 's/^build //p' "$project/tools/packages"); do touch "$home/installed/$name"; done
  for name in msgfmt cc pkg-config gimp-console gimp-console-3 gimp-console-3.0; do program "$name" ''; done
  program meson 'build=$3; [ "$2" != --reconfigure ] || exit 1
[ "$1" = setup ] || exit 0; build=$2; mkdir -p "$build/meson-logs"; : >"$build/build.ninja"; words="the CPU only."
! type -P clang >/dev/null || { echo cuda/kernels.c >"$build/build.ninja"; words="CPU and CUDA, with clang."; }
echo "Message: Building for $words" >"$build/meson-logs/meson-log.txt"'
  program id 'case $1 in -u) echo 1000 ;; *) echo anna ;; esac'
  program sudo 'exec "$@"'
  program unshare ''
  program df 'echo; echo "/dev/disk 9000 100 ${FREE:-8900} 1% /"'
  program ninja 'echo "ninja $*"'
  program ldconfig 'echo libcuda.so.1; for ((i = 0; i < 20000; i++)); do echo "lib$i.so => /usr/lib/lib$i.so"; done'
  program dpkg-query '[ -f ~/installed/"${@: -1}" ] && printf installed'
  program apt-cache '[ -f ~/lists ] || exit 100; word=Kandidat; [ "${LC_ALL:-}" != C ] || word=Candidate
if [ "$1" = show ]; then [ "$2" = g++-15 ]; else echo "  $word: 4:16.1.0-1"; fi'
  program apt-get 'case " $* " in
  *" update "*) touch ~/lists ;;
  *" --assume-no "*) [ ! -f ~/lists ] || echo "Need to get 5 MB of archives." ;;
  *) [ -f ~/lists ] || exit 100
     for name in "${@:4}"; do
       touch ~/installed/"$name"; case $name in clang|g++*) printf "#!/usr/bin/env bash\n" >~/bin/"$name"; chmod +x ~/bin/"$name" ;; esac
     done ;;
esac'
  program python3 '[ -f ~/installed/python3-venv ] || exit 1
mkdir -p "${@: -1}/bin"; printf "#!/usr/bin/env bash\n" >"${@: -1}/bin/python"; chmod +x "${@: -1}/bin/python"'
}

without () { local name; for name in "$@"; do rm -f "$home/bin/$name"; done; }
without_apt () { without apt-get apt-cache dpkg-query; }
with_toolkit () { mkdir -p "$home/cuda/include/crt"; echo '#if __GNUC__ > 15' >"$home/cuda/include/crt/host_config.h"; }

# dev COMMAND [OPTION…]: runs in_environment there; its output goes to $home/said.
dev ()
(
  top=$home/project cache=$home/cache here='' suite=trixie command=$1 options=${*:2}
  say ()  { printf '%s\n' "$*"; }
  fail () { printf 'dev: %s\n' "$*" >&2; exit 1; }
  export HOME=$home PATH=$home/bin:$base/tools
  unset CUDA_HOME
  set -euo pipefail
  source "$project/tools/environment.sh"
  source "$project/tools/build.sh"
  source "$project/tools/install.sh"
  source "$project/tools/doctor.sh"
  find_toolkit () { [ ! -d "$home/cuda" ] || printf '%s\n' "$home/cuda"; }
  distribution_has_gimp3 () { [ ! -f "$home/old" ]; }
  do_build () { prepare "$@"; }
  if [ "$1" = doctor ]; then doctor; else in_environment "$@"; fi
) >"$home/said" 2>&1 </dev/null

n=0
# expect NAME STATUS WORD COMMAND [OPTION…]
expect ()
{
  local status

  dev "${@:4}"
  status=$?
  n=$((n + 1))
  if [ $status = "$2" ] && grep -q -e "$3" "$home/said" "$home/project/build/nvcc.log" 2>/dev/null; then echo "ok $n - $1"
  else printf 'not ok %s - %s\n# status %s\n' $n "$1" $status; sed 's/^/# /' "$home/said"; fi
}

# check NAME COMMAND…
check ()
{
  n=$((n + 1))
  if "${@:2}"; then echo "ok $n - $1"; else echo "not ok $n - $1"; sed 's/^/# /' "$home/said"; fi
}

there () { check "$1" [ -e "$home/$2" ]; }

machine
expect "with a driver the kernels are compiled" 0 'CPU and CUDA, with clang' build
there "by clang from apt, whose lists were read first" installed/clang
check "and not by NVIDIA's packages" [ ! -e "$home/cache/nvcc" ]

machine; with_toolkit
expect "a toolkit" 0 Building build
there "gets the newest g++ that it takes, in any language" installed/g++-15
there "and, as it did not work, clang" installed/clang

machine; with_toolkit
expect "clang that is asked for" 0 'with clang' build -Dcuda-compiler=clang
there "is installed beside a toolkit" installed/clang

machine
expect "nvcc that is asked for" 0 Building build -Dcuda-compiler=nvcc
there "comes from NVIDIA's packages" cache/nvcc
there "with venv from apt, whose lists were read first" installed/python3-venv

machine; without_apt; touch "$home/installed/python3-venv"
expect "without apt" 0 Building build
there "NVIDIA's packages serve in a fresh checkout" cache/nvcc

machine; without_apt
expect "without venv it is the CPU's" 0 "NVIDIA's compiler cannot be had here" build
expect "but not where nvcc was asked for" 1 "NVIDIA's compiler cannot be had here" build -Dcuda-compiler=nvcc

machine; without_apt; without gimp-console-3.0; program clang ''; program gimp-console-3.2 ''
expect "GIMP 3.2 without apt" 0 'with clang' build
without gimp-console gimp-console-3 gimp-console-3.2 meson
expect "without apt what lacks is named" 1 'what it lacks: meson gimp-console-3' build

machine; without sudo
expect "without sudo there is a sentence" 1 'this step needs root' build
touch "$home/old"
expect "also where a private root serves" 1 'this step needs root' build
program sudo 'echo "anna is not in the sudoers file." >&2; exit 1'
expect "and for users who have no rights" 1 'this step needs root' build

machine; program apt-get ''
expect "without a network it is asked for" 1 'Is there a network' build
one_sentence () { [ "$(grep -c '^dev: ' "$home/said")" = 1 ] && [ "$(sed -n '$s/^dev: .*/last/p' "$home/said")" = last ]; }
check "in one sentence, the last" one_sentence

# apt-get finds its lists, and fails after WORDS.
failing_apt () { machine; touch "$home/lists"; program apt-get "case \" \$* \" in *\" --assume-no \"*) echo 'Need to get 5 MB of archives.' ;; *) echo \"$1\"; exit 100 ;; esac"; }
failing_apt 'E: Failed to fetch a: Temporary failure resolving b'
expect "a network that goes away is named" 1 '^dev: the network cannot be reached' build
check "in one sentence, too" one_sentence
failing_apt "E: You don't have enough free space in /var/cache/apt/archives/."
expect "a disk that apt finds full is named" 1 '^dev: the disk is full' build
check "in one sentence, too" one_sentence
export FREE=100
machine; touch "$home/old"; program mmdebstrap ''; touch "$home/installed/"{mmdebstrap,debian-archive-keyring}
expect "a full disk is named before a private root is made" 1 '^dev: the disk is full: .* needs 2700 MB, and 100 MB are free' build
machine
expect "or a build begins" 1 '^dev: the disk is full: .* needs 800 MB, and 100 MB are free' build
export FREE=''
machine; touch "$home/old" "$home/installed/"{mmdebstrap,debian-archive-keyring}
program mmdebstrap 'mkdir -p "${@: -1}"; echo "E: cannot copy: No space left on device"; exit 1'
expect "or where it becomes full" 1 '^dev: the disk is full' build
check "of which nothing stays" [ -z "$(find "$home/cache" -name '*.part')" ]

machine
expect "what is installed is built" 0 'ninja -C .* plugin/cuda-edges plugin/cuda-edges-dialog.so operation/.* docs/manual/help' parts
check "and nothing else" [ "$(grep -c '^ninja' "$home/said")" = 1 ]

# doctor WORD…: checks that the doctor prints ten lines with each WORD, and installs nothing.
doctors ()
{
  local word

  dev doctor
  [ "$(wc -l <"$home/said")" = 10 ] && [ ! -e "$home/lists" ] || return 1
  for word in "$@"; do grep -q -e "$word" "$home/said" || return 1; done
}
machine
check "the doctor says what a driver brings" doctors '^Compiler: *none; apt-get installs clang' '^Builds: *for the CPU and for CUDA$'
program ldconfig ''
check "and that there is none" doctors "^Driver: *none of NVIDIA's" '^Builds: *for the CPU: no driver'
machine; without_apt; without meson
check "what is missing where nothing can be installed" doctors '^Tools: *a build lacks meson$' '^Builds: *nothing$'
machine; touch "$home/old"; without sudo
check "and that a private root would need root" doctors '^Root: *no' '^Place: *a private Debian folder, to be made'

# meson chooses a compiler that works; the test has one that exists but does not work.
if type -P meson pkg-config >/dev/null && pkg-config --exists glib-2.0; then
  mkdir "$base/broken"
  printf '#!/bin/sh\nexit 1\n' >"$base/broken/nvcc"
  chmod +x "$base/broken/nvcc"
  # setup STATUS WORD OPTION…: checks that meson exits with STATUS and prints WORD.
  setup ()
  {
    local status

    rm -rf "$base/build"
    PATH=$base/broken:$PATH meson setup "$base/build" "$project" -Dplugin=disabled -Dtests=false "${@:3}" >"$home/said" 2>&1
    status=$?
    [ $status = "$1" ] && grep -q -e "$2" "$home/said"
  }
  check "a compiler that is named and does not work is an error" setup 1 'CUDA was asked for, but .*nvcc does not work here' -Dcuda-compiler=nvcc
  if type -P clang >/dev/null; then check "clang takes its place" setup 0 'Building for CPU and CUDA, with clang'; fi
  cp "$base/broken/nvcc" "$base/broken/clang"
  check "or a sentence says why there is none" setup 0 'Building for the CPU only: .*nvcc does not work here, .*clang does not work here'
else
  echo "ok $((++n)) - what meson decides # SKIP meson or GLib is missing"
fi
echo "1..$n"
