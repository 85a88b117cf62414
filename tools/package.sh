# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# ./dev dist and ./dev package: make a source release, and Debian packages from it.

version () { sed -n "s/^ *version: '\(.*\)',/\1/p" "$top/meson.build"; }

# do_dist: packs the committed files, and no others, in build/dist/; one commit always gives the same bytes.
do_dist ()
{
  local name
  name=cuda-edges-$(version)

  mkdir -p "$top/build/dist"
  git -C "$top" archive --format=tar --prefix="$name/" HEAD | xz -6 -T1 >"$top/build/dist/$name.part"
  mv "$top/build/dist/$name.part" "$top/build/dist/$name.tar.xz"
  say "The source release of what is committed: $top/build/dist/$name.tar.xz, $(sha256sum <"$top/build/dist/$name.tar.xz" | cut -d ' ' -f 1)"
}

# do_package: needs Debian's build tools; build-depends are in debian/control.
do_package ()
{
  local name

  name=cuda-edges-$(version)
  type -P dpkg-buildpackage >/dev/null || fail "dpkg-buildpackage is missing: apt-get install dpkg-dev debhelper lintian"
  ! type -P git >/dev/null || do_dist
  [ -f "$top/build/dist/$name.tar.xz" ] || fail "there is no source release: ./dev dist makes it, with git"
  rm -rf "$top/build/package"
  mkdir -p "$top/build/package"
  cp "$top/build/dist/$name.tar.xz" "$top/build/package/cuda-edges_$(version).orig.tar.xz"
  tar -C "$top/build/package" -xf "$top/build/dist/$name.tar.xz"
  cp -r "$top/debian" "$top/build/package/$name/"
  (cd "$top/build/package/$name" && dpkg-buildpackage -us -uc)
  ! type -P lintian >/dev/null || (cd "$top/build/package" && lintian --fail-on error,warning ./*.changes)
  say "The package is in $top/build/package"
}
