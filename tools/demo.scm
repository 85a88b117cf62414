; SPDX-License-Identifier: GPL-3.0-or-later
;
; Run by tools/demo.sh inside gimp-console. Defined before this file is loaded:
; photo, folder (strings, where to read and to write), backends (a list of names).

(define (open-photo) (car (gimp-file-load RUN-NONINTERACTIVE photo)))
(define (top-layer image) (vector-ref (car (gimp-image-get-layers image)) 0))
(define (save image name)
  (gimp-file-save RUN-NONINTERACTIVE image (string-append folder "/" name ".png") -1))

; Milliseconds that a call takes.
(define (milliseconds call)
  (let* ((from (gettimeofday)))
    (call)
    (let* ((to (gettimeofday)))
      (+ (* 1000 (- (car to) (car from))) (/ (- (cadr to) (cadr from)) 1000)))))

; What the demo runs: the picture's name, its caption, and the call.
(define (canny style)
  (lambda (image layers backend)
    (plug-in-cuda-canny #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend backend
                        #:sigma 1.4 #:low 40 #:high 80 #:style style)))
(define (sobel image layers backend)
  (plug-in-cuda-sobel #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend backend))
(define (laplacian image layers backend)
  (plug-in-cuda-laplacian #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend backend
                          #:response "zero-crossings" #:threshold 4))
(define (sharpen image layers backend)
  (plug-in-cuda-sharpen #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend backend
                        #:radius 2 #:amount 1.5))
(define pictures
  (list (list "sharpen" "Sharpen" sharpen)
        (list "sobel" "Sobel" sobel)
        (list "laplacian" "Laplacian, zero crossings" laplacian)
        (list "canny" "Canny" (canny "white-on-black"))
        (list "lines" "Canny, transparent lines" (canny "lines"))))

; Lines are transparent: what was below them goes, and they are saved on nothing.
(define (drop-photo image)
  (let* ((layers (car (gimp-image-get-layers image))))
    (gimp-image-remove-layer image (vector-ref layers (- (vector-length layers) 1)))))

; One row of the table, tab-separated: file, caption, backend, milliseconds, width, height, layer's name.
(define (run picture backend suffix)
  (let* ((image (open-photo))
         (layers (vector (top-layer image)))
         (time (milliseconds (lambda () ((caddr picture) image layers backend))))
         (name (string-append (car picture) suffix)))
    (for-each (lambda (field) (display field) (display "\t"))
              (list "row" name (cadr picture) backend time
                    (car (gimp-image-get-width image)) (car (gimp-image-get-height image))
                    (car (gimp-item-get-name (top-layer image)))))
    (newline)
    (drop-photo image)
    (save image name)
    (gimp-image-delete image)))

; The side-by-side picture: the photo and the five results in three columns, a caption below each.
(define (add-cell sheet path caption column row width height)
  (let* ((layer (car (gimp-file-load-layer RUN-NONINTERACTIVE sheet path)))
         (x (+ 16 (* column (+ width 16))))
         (y (+ 16 (* row (+ height 56)))))
    (gimp-image-insert-layer sheet layer 0 -1)
    (gimp-layer-scale layer width height FALSE)
    (gimp-layer-set-offsets layer x y)
    (gimp-text-font sheet -1 x (+ y height 6) caption 0 TRUE 22 (car (gimp-context-get-font)))))

(define (add-cells sheet cells width height)
  (let loop ((cells cells) (n 0))
    (if (pair? cells)
        (begin
          (add-cell sheet (caar cells) (cadar cells) (modulo n 3) (quotient n 3) width height)
          (loop (cdr cells) (+ n 1))))))

(define (side-by-side)
  (let* ((image (open-photo))
         (w (car (gimp-image-get-width image)))
         (h (car (gimp-image-get-height image)))
         (width (min w 600))
         (height (max 1 (quotient (* h width) w)))
         (sheet (car (gimp-image-new (+ 16 (* 3 (+ width 16))) (+ 16 (* 2 (+ height 56))) RGB)))
         (paper (car (gimp-layer-new sheet "Paper" (car (gimp-image-get-width sheet))
                                     (car (gimp-image-get-height sheet)) RGB-IMAGE 100 LAYER-MODE-NORMAL))))
    (gimp-context-set-foreground '(40 40 40))
    (gimp-context-set-background '(250 250 250))
    (gimp-image-insert-layer sheet paper 0 -1)
    (gimp-drawable-fill paper FILL-BACKGROUND)
    (add-cells sheet
               (cons (list photo "Photo")
                     (map (lambda (picture) (list (string-append folder "/" (car picture) ".png") (cadr picture)))
                          pictures))
               width height)
    (gimp-image-flatten sheet)
    (save sheet "side-by-side")
    (gimp-image-delete image)
    (gimp-image-delete sheet)))

(define (demo)
  (gimp-context-set-foreground '(20 40 90))
  (for-each (lambda (backend)
              (for-each (lambda (picture)
                          (run picture backend (if (equal? backend (car backends)) "" (string-append "-" backend))))
                        pictures))
            backends)
  (side-by-side))
