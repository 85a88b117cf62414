# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of cuda-edges in bash: the program knows its words. Where it has none, names of files complete.
_cuda_edges ()
{
  local word words=("${COMP_WORDS[@]:1:COMP_CWORD}")

  words=("${words[@]//\\/}")
  words=("${words[@]#[\"\']}")
  COMPREPLY=()
  while IFS= read -r word; do
    case ${COMP_WORDS[COMP_CWORD]} in
      \'*) COMPREPLY+=("${word//\'/\'\\\'\'}") ;;
      \"*) word=${word//\\/\\\\} word=${word//\"/\\\"} word=${word//\$/\\\$} COMPREPLY+=("${word//\`/\\\`}") ;;
      *) COMPREPLY+=("$(printf %q "$word")") ;;
    esac
  done < <("${1/#\~/$HOME}" --complete "${words[@]}" 2>/dev/null)
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _cuda_edges cuda-edges
