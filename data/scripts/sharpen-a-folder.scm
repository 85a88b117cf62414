; SPDX-License-Identifier: GPL-3.0-or-later
;
; Every photo of a pattern, sharpened on its luminance; cat.png becomes cat-sharp.png.
;
;   gimp-console-3 -i --quit --batch-interpreter=plug-in-script-fu-eval -b '(begin (load "sharpen-a-folder.scm") (sharpen-a-folder "*.png"))'

(define (sharpen-a-folder pattern)
  (for-each
    (lambda (file)
      (let* ((image (car (gimp-file-load RUN-NONINTERACTIVE file)))
             (name (substring file 0 (- (string-length file) 4)))
             (ending (substring file (- (string-length file) 4) (string-length file))))
        (plug-in-cuda-sharpen #:run-mode RUN-NONINTERACTIVE #:image image
                              #:drawables (car (gimp-image-get-selected-drawables image))
                              #:output "replace" #:radius 2 #:amount 0.8)
        (gimp-file-save RUN-NONINTERACTIVE image (string-append name "-sharp" ending) -1)
        (gimp-image-delete image)))
    (car (file-glob #:pattern pattern))))
