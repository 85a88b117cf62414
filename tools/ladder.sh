# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# ./dev ladder: checks and times the methods that the project grew from, beside ours.

ladder_usage ()
{
  cat <<'END'
Usage: ./dev ladder [--quick] [--check] [--only NAME]

  --quick      two sizes, few rounds
  --check      check every rung against its statement, time nothing
  --only NAME  only rungs with this in their names: 001, blur, 000-sobel-apron
END
}

do_ladder ()
{
  local folder=$top/build/ladder options=() parts=rungs,worst,serial,experiments checking='' program

  while [ $# -gt 0 ]; do
    case $1 in
      --quick) options+=(--sizes 512x512,2048x2048 --small --rounds 5 --budget 0.3) ;;
      --check) options+=(--check); parts=rungs; checking=1 ;;
      --only)
        [ $# -gt 1 ] || { ladder_usage >&2; exit 2; }
        options+=(--only "$2")
        parts=rungs,serial
        shift ;;
      *) ladder_usage >&2; exit 2 ;;
    esac
    shift
  done

  prepare
  program=$build/ladder/ladder
  ninja -C "$build" ladder/{ladder,statements,statements-canny}
  test_ladder
  mkdir -p "$folder"
  # A profiler's files stay.
  find "$folder" -type f ! -name ncu.csv ! -name sass.txt -delete
  python3 "$top/tests/support/photos.py" "$top/data/photos" "$top/build/photos"
  "$program" --parts "$parts" --photos "$top/build/photos" --picture "$folder/passes.ppm" --json "$folder/ladder.json" \
    ${options[@]+"${options[@]}"}
  [ -z "$checking" ] || return 0
  CE_TESTING=threads=1 "$program" --parts serial --budget 1 --json "$folder/serial-1.json" ${options[@]+"${options[@]}"}
  python3 "$top/ladder/keep.py" "$folder"
  say "What was measured is in $folder/ladder.json."
  # Only a run of all rungs writes the page.
  [ ${#options[@]} -gt 0 ] || write_ladder_page
}

# Tests the statements by answers worked out by hand, and the page's verdicts by data that are known.
test_ladder ()
{
  "$build/ladder/statements"
  "$build/ladder/statements-canny"
  python3 "$top/ladder/verdicts.py" "$top/ladder/h200"
}

write_ladder_page ()
{
  local folder=$top/build/ladder

  python3 "$top/ladder/page.py" "$folder" "$folder/ladder.md"
  say "The page is $folder/ladder.md, its plots beside it."
}
