; SPDX-License-Identifier: GPL-3.0-or-later
;
; Canny's edges of one photo, black on white, in place of the photo.
;
;   gimp-console-3 -i --quit --batch-interpreter=plug-in-script-fu-eval -b '(begin (load "edges-of-a-photo.scm") (edges-of-a-photo "photo.png" "edges.png"))'

(define (edges-of-a-photo file result)
  (let ((image (car (gimp-file-load RUN-NONINTERACTIVE file))))
    (plug-in-cuda-canny #:run-mode RUN-NONINTERACTIVE #:image image
                        #:drawables (car (gimp-image-get-selected-drawables image))
                        #:output "replace" #:style "black-on-white" #:sigma 1.4 #:low 40 #:high 80)
    (gimp-file-save RUN-NONINTERACTIVE image result -1)
    (gimp-image-delete image)))
