; SPDX-License-Identifier: GPL-3.0-or-later
;
; What the filters compute on here, and why not on the GPU where that is so, as JSON.
;
;   gimp-console-3 -i --quit --batch-interpreter=plug-in-script-fu-eval -b '(load "what-computes.scm")'

(display (car (plug-in-cuda-edges-info)))
(newline)
