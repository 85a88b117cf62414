#compdef cuda-edges
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of cuda-edges in zsh: the program knows its words. Where it has none, names of files complete.
local -a begun found
begun=("${(@Q)words[2,CURRENT]}")
begun[-1]=${begun[-1]#[\'\"]}
found=("${(@f)$("${(Q)words[1]}" --complete "${(@)begun}" 2>/dev/null)}")
found=("${(@)found:#}")
if (( ${#found} )); then
  compadd -M 'm:{a-zA-Z}={A-Za-z}' -S '' -- "${(@M)found:#*=}"
  compadd -M 'm:{a-zA-Z}={A-Za-z}' -- "${(@)found:#*=}"
else
  _files
fi
