#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#SBATCH --array=0-15
#
# A folder of photos on a cluster where all machines see it: each task of the
# array takes its share of the list. --base keeps the folders below photos, so that
# photos of one name in two folders both have a result. The same command goes on
# where it was stopped.
#
#   sbatch slurm-array.sh

find photos -type f -print0 | sort -z |
  split --separator='\0' --number="r/$((SLURM_ARRAY_TASK_ID + 1))/$SLURM_ARRAY_TASK_COUNT" |
  cuda-edges canny --sigma 1.4 -o out --base photos --files-from -
