#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A folder of photos on other machines with GNU parallel and rsync: each photo
# goes there, its result comes back, and nothing stays. machines.txt has a machine
# in each line, user@host, or : for this one. --base keeps the folders below photos, and
# the suffix the ending of each photo, day1/cat.jpg.png: another machine has one photo at a
# time and does not see that there is a cat.tif, too. What was done is in jobs.log, so that
# the same command goes on; --resume-failed instead of --resume tries failed ones again.
#
#   sh other-machines.sh

find photos -type f -print0 | sort -z |
  parallel --null --sshloginfile machines.txt --joblog jobs.log --resume \
    --transferfile {} --return 'out/{= s,^photos/,, =}.png' --cleanup \
    cuda-edges canny --quiet --jobs 1 --sigma 1.4 -o out --base photos --suffix '.{= s,.*[.],,s =}' -- {}
