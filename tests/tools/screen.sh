#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   screen.sh PROJECT PHOTO RESULT
#
# Starts ./dev gimp PHOTO on this screen, runs Canny there and saves the image as RESULT; the screen, with the window of PHOTO,
# becomes RESULT.xwd. Ends as GIMP ends.
set -uo pipefail
top=$1 photo=$2 result=$3
seen=$(mktemp -u)
openbox &
manager=$!

quoted () { local text=${1//\\/\\\\}; printf '"%s"' "${text//\"/\\\"}"; }

"$top/dev" gimp "$photo" --batch-interpreter=plug-in-script-fu-eval -b "
  (let* ((image (vector-ref (car (gimp-get-images)) 0)))
    (plug-in-cuda-canny #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (car (gimp-image-get-selected-drawables image)))
    (gimp-file-save RUN-NONINTERACTIVE image $(quoted "$result") -1)
    (let loop () (if (not (file-exists? $(quoted "$seen"))) (begin (usleep 100000) (loop))))
    (gimp-quit TRUE))" &
gimp=$!
name=$(basename "$photo" .png)
until xdotool search --onlyvisible --name "$name" getwindowname %@ 2>/dev/null || ! kill -0 $gimp 2>/dev/null; do sleep 0.2; done
until [ -e "$result" ] || ! kill -0 $gimp 2>/dev/null; do sleep 0.2; done
xwd -root -silent -out "$result.xwd"
touch "$seen"
wait $gimp
status=$?
rm -f "$seen"
kill $manager
exit $status
