#compdef cuda-edges
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of cuda-edges in zsh: the program knows its words. Where it has none, names of files complete.
local -a found
found=("${(@f)$("${(Q)words[1]}" --complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
found=("${(@)found:#}")
if (( ${#found} )); then
  compadd -S '' -- "${(@M)found:#*=}"
  compadd -- "${(@)found:#*=}"
else
  _files
fi
