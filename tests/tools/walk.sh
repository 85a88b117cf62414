#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   walk.sh DEBIAN [CASE…]     DEBIAN: bookworm, trixie or forky; CASE: one of the functions below, all of them by default
#
# Walks a newcomer's way, as TAP: the last commit in a fresh minimal Debian without a list of packages, with tests/fake-cuda for a driver,
# no CUDA toolkit, and an ordinary user. Needs root, mmdebstrap, overlayfs and a network; each case takes minutes, all of them 10 GB.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
walks=${WALKS:-/var/tmp/cuda-edges-walks}
suite=$1
cases=("${@:2}")
[ $# -gt 1 ] || cases=(driver nvcc broken bare no_sudo no_sudoer no_network)
[ $# -gt 1 ] || if [ "$suite" = bookworm ]; then cases+=(no_gimp); else cases+=(no_apt no_venv); fi
n=0 failed=0 alone=

# enter USER COMMAND: runs COMMAND in the machine, in mounts and processes of its own; without a network if alone is set.
enter ()
{
  unshare ${alone:+--net} --mount --pid --fork --kill-child --propagation private bash -euc '
    user=$1 command=$2 machine=$3 lowers=$4 archives=$5
    mount -t overlay overlay -o "lowerdir=$lowers,upperdir=$machine/upper,workdir=$machine/work" "$machine/root"
    cd "$machine/root"
    mount -t proc proc proc; mount --rbind /sys sys; mount --rbind /dev dev
    mount -t tmpfs -o mode=1777 tmpfs tmp; mount -t tmpfs -o mode=755 tmpfs run
    mount --bind "$archives" var/cache/apt/archives
    for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do touch ".$file"; mount --bind $file ".$file"; done
    exec chroot . su "$user" -s /bin/bash -c "export PATH=/usr/local/bin:/usr/bin:/bin PIP_CERT=/etc/ssl/certs/ca-certificates.crt
      cd ~/cuda-edges 2>/dev/null || cd; $command"
  ' enter "$1" "$2" "$machine" "$lowers" "$walks/archives-$debian" </dev/null
}

# machine DEBIAN [READY]: makes a fresh machine; with READY it has GIMP, tools, g++ and venv.
machine ()
{
  debian=$1 machine=$walks/machine-$$
  lowers=${2:+$walks/$1-ready:}$walks/$1
  rm -rf --one-file-system "$machine"
  mkdir -p "$machine"/{root,upper,work} "$walks/archives-$1/partial"
}

make_base ()
{
  [ ! -d "$walks/$1" ] || return 0
  rm -rf "$walks/$1.part"
  mmdebstrap --mode=root --variant=minbase --include=ca-certificates,sudo --aptopt='Acquire::Check-Valid-Until "false"' \
    --aptopt='Acquire::Check-Date "false"' "$1" "$walks/$1.part"
  chroot "$walks/$1.part" useradd -m anna
  chroot "$walks/$1.part" useradd -m bob
  echo 'anna ALL=(ALL) NOPASSWD: ALL' >"$walks/$1.part/etc/sudoers.d/anna"
  mv "$walks/$1.part" "$walks/$1"
}

install='apt-get update && apt-get install -y --no-install-recommends'

# The driver for tests, of this commit's kernels and structs.
driver_file=$walks/$suite-libcuda-$(git -C "$top" rev-parse HEAD:cuda HEAD:engine HEAD:tests/fake-cuda | sha256sum | cut -c1-12).so.1
make_driver ()
{
  [ ! -f "$driver_file" ] || return 0
  rm -f "$walks/$suite"-libcuda*.so.1
  machine "$suite"
  mkdir -p "$machine/upper/root/cuda-edges"
  git -C "$top" archive HEAD cuda engine tests/fake-cuda | tar -x -C "$machine/upper/root/cuda-edges"
  enter root "$install gcc libc6-dev libglib2.0-dev pkgconf"' && rm tests/fake-cuda/ptx.c && gcc -shared -fPIC -Wl,-soname,libcuda.so.1 \
    -isystem cuda/clang -I. tests/fake-cuda/*.c cuda/table.c $(pkg-config --cflags --libs glib-2.0) -o libcuda.so.1'
  mv "$machine/upper/root/cuda-edges/libcuda.so.1" "$driver_file"
}

make_ready ()
{
  [ ! -d "$walks/$suite-ready" ] || return 0
  machine "$suite"
  enter root "$install g++ python3-venv $(sed -n 's/^build //p' "$top/tools/packages" | paste -s -d ' ')"
  mv "$machine/upper" "$walks/$suite-ready"
}

# fresh [READY]: a machine with the project and the driver.
fresh ()
{
  local user

  [ $# = 0 ] || make_ready >"$walks/$suite-ready.log" 2>&1
  machine "$suite" "$@"
  for user in anna bob; do
    mkdir -p "$machine/upper/home/$user/cuda-edges"
    git -C "$top" archive HEAD | tar -x -C "$machine/upper/home/$user/cuda-edges"
    chown -R --reference="$walks/$suite/home/$user" "$machine/upper/home/$user"
  done
  mkdir -p "$machine/upper/usr/local/lib"
  cp "$driver_file" "$machine/upper/usr/local/lib/libcuda.so.1"
  enter root /sbin/ldconfig
}

# run USER COMMAND STATUS WORD…: checks that COMMAND exits with STATUS and prints each WORD.
run ()
{
  local status=0 log=$walks/$suite-$case.log word wrong=

  enter "$1" "$2" >"$log" 2>&1 || status=$?
  [ $status = "$3" ] || wrong+=" status $status"
  for word in "${@:4}"; do grep -q -e "$word" "$log" || wrong+=", does not say: $word"; done
  n=$((n + 1))
  if [ -z "$wrong" ]; then echo "ok $n - $suite, $case: $2"
  else failed=1; printf 'not ok %s\n# %s\n' "$n - $suite, $case: $2" "$wrong"; sed 's/^/# /' "$log"; fi
}

driver ()
{
  fresh
  run anna './dev demo && ls build/demo/*-cuda.png' 0 'Building for CPU and CUDA, with clang' cuda.png
  [ "$suite" != bookworm ] || return 0
  hide_apt
  run anna './dev demo' 0 'Building for CPU and CUDA, with clang' 'canny-cuda.png and'
}

nvcc ()
{
  fresh
  run anna './dev build -Dcuda-compiler=nvcc -Dcuda-architectures=90 -Dtests=false' 0 'Building for CPU and CUDA, with .*nvcc'
}

# A toolkit that does not work.
broken ()
{
  fresh
  enter root 'mkdir -p /usr/local/cuda/bin; printf "#!/bin/sh\nexit 1\n" >/usr/local/cuda/bin/nvcc; chmod +x /usr/local/cuda/bin/nvcc'
  run anna './dev build -Dcuda-compiler=nvcc' 1 'CUDA was asked for, but .*nvcc does not work here'
  run anna './dev build -Dtests=false' 0 'Building for CPU and CUDA, with clang'
}

hide_apt () { enter root 'rm /usr/bin/apt-get /usr/bin/apt-cache /usr/bin/dpkg-query'; }

bare ()
{
  fresh
  hide_apt
  run anna './dev demo' 1 'what it lacks: .*gimp-console-3'
}

no_sudo ()
{
  fresh
  enter root 'rm /usr/bin/sudo'
  run anna './dev demo' 1 'this step needs root, and anna cannot'
}

no_sudoer ()
{
  fresh
  # Without a GIMP 3 in the distribution an installation is refused before it needs root.
  if [ "$suite" = bookworm ]; then run bob './dev demo' 1 'this step needs root, and bob cannot'
  else run bob './dev install' 1 'this step needs root, and bob cannot'; fi
}

no_network ()
{
  fresh
  alone=1
  run anna './dev demo' 1 'Is there a network'
  alone=
}

no_apt ()
{
  fresh ready
  hide_apt
  run anna './dev build -Dcuda-architectures=90 -Dtests=false' 0 'Building for CPU and CUDA, with .*nvcc'
  run anna './dev demo' 0 'canny-cuda.png and'
}

no_venv ()
{
  fresh ready
  hide_apt
  enter root 'rm -r /usr/lib/python3*/ensurepip'
  run anna './dev build -Dcuda-compiler=nvcc' 1 "NVIDIA's compiler cannot be had here"
  run anna './dev demo' 0 "NVIDIA's compiler cannot be had here" 'Building for the CPU only'
}

# A distribution without GIMP 3, a screen, and photos of its user beside the home folder.
no_gimp ()
{
  local folder='/srv/my photos'

  fresh
  enter root "$install xvfb xauth xdotool openbox x11-apps >/dev/null && rm /usr/local/lib/libcuda.so.1 && /sbin/ldconfig &&
    mkdir '$folder' && cp /home/anna/cuda-edges/data/photos/coffee.png '$folder/a cup.png' && chown -R anna '$folder'"
  run anna './dev install; status=$?; find ~ -newer dev -not -path "$HOME/cuda-edges*"; exit $status' 1 \
    '^dev: nothing was installed, because this distribution has no GIMP 3; ./dev gimp'
  run anna './dev gimp' 1 '^dev: GIMP needs a screen'
  run anna "cd '$folder' && umask 027 && ~/cuda-edges/dev edges canny -o out 'a cup.png' && stat -c '%U %a' out/*.png" 0 '^1 done' '^anna 640'
  run anna "cd /tmp && ls '$folder'/*.png | ~/cuda-edges/dev edges sobel --files-from - -o here 2>&1; ls here | cat" 0 '^1 done' 'a cup.png'
  run anna './dev edges canny --sigma lots -o out x.png' 2 '^cuda-edges:'
  run anna "xvfb-run -a tests/tools/screen.sh . '$folder/a cup.png' '$folder/cup.xcf' && stat -c '%U' '$folder/cup.xcf'" 0 'a cup. (imported).*GIMP' '^anna'
  mv "$machine/upper$folder/cup.xcf.xwd" "$walks/"
}

type -P mmdebstrap >/dev/null || { echo "1..0 # SKIP mmdebstrap is missing"; exit 0; }
mkdir -p "$walks"
trial=$walks/trial-$$
trap 'rm -rf --one-file-system "$walks/machine-$$" "$trial"' EXIT
mkdir -p "$trial"/{lower,upper,work,root}
unshare --mount mount -t overlay overlay -o "lowerdir=$trial/lower,upperdir=$trial/upper,workdir=$trial/work" "$trial/root" 2>/dev/null ||
  { echo "1..0 # SKIP overlayfs cannot be mounted in $walks here"; exit 0; }
exec 9>"$walks/$suite.lock"
flock 9
make_base "$suite" >"$walks/$suite-base.log" 2>&1
make_driver >"$walks/$suite-driver.log" 2>&1
for case in "${cases[@]}"; do "$case"; done
echo "1..$n"
exit $failed
