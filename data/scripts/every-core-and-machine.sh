#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A folder of photos with GNU parallel, which goes on where it was stopped
# (--resume). --base keeps the folders below photos, so that photos of one name in
# two folders both have a result. One machine needs only: cuda-edges canny -o out photos
#
#   sh every-core-and-machine.sh

find photos -type f -print0 | sort -z |
  parallel --null --max-args 50 --joblog jobs.log --resume cuda-edges canny --quiet --jobs 1 --sigma 1.4 -o out --base photos -- {}
