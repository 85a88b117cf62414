; SPDX-License-Identifier: GPL-3.0-or-later
;
; Run by gimp-bench.sh inside gimp-console. Defined before this file is loaded:
; photo (a file), what ("calls", "old", "sigma" or "memory"), backends (a list of names), rounds,
; with-gegl (whether GIMP's own filters take part), with-core (whether our operations are in GIMP's core), sigmas (a list
; for "sigma"). A contender is a name, what it runs on, and two calls: the first makes the layer ready and is not timed, the second is. Between them, memory
; is taken and given back, so that every call finds some that this machine has at hand (bench-copier.c).

(define (milliseconds call)
  (let* ((from (gettimeofday)))
    (call)
    (let* ((to (gettimeofday)))
      (+ (* 1000 (- (car to) (car from))) (/ (- (cadr to) (cadr from)) 1000)))))

(define image (car (gimp-file-load RUN-NONINTERACTIVE photo)))
(define base (vector-ref (car (gimp-image-get-layers image)) 0))
(define layers (vector base))
(gimp-image-undo-disable image)

; Only the photo stays.
(define (remove-others)
  (let* ((all (car (gimp-image-get-layers image))))
    (if (> (vector-length all) 1)
        (begin
          (gimp-image-remove-layer image (vector-ref all 0))
          (remove-others)))))

(define (same) base)
(define (duplicate)
  (let* ((layer (car (gimp-layer-copy base))))
    (gimp-image-insert-layer image layer 0 -1)
    layer))

(define (canny on sigma)
  (lambda (layer)
    (plug-in-cuda-canny #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend on
                        #:sigma sigma #:low 40 #:high 80)))
(define (sobel on)
  (lambda (layer)
    (plug-in-cuda-sobel #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend on)))
(define (laplacian on sigma)
  (lambda (layer)
    (plug-in-cuda-laplacian #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend on #:sigma sigma)))
(define (sharpen on radius)
  (lambda (layer)
    (plug-in-cuda-sharpen #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers #:backend on
                          #:radius radius #:amount 0.5)))
; Of the whole call as a user makes it: a filter with its defaults, on a backend, to an output.
(define (deconvolve on output)
  (lambda (layer)
    (plug-in-cuda-sharpen #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector layer) #:backend on
                          #:method "deconvolve" #:radius 1.4 #:output output)))
(define (to output call)
  (lambda (on)
    (lambda (layer)
      (call #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector layer) #:backend on #:output output))))
(define line-art (to "new-layer" plug-in-cuda-line-art))
; GIMP renders an effect when its layer is shown or, as here, merged with it.
(define (rendered call)
  (lambda (layer) (call layer) (gimp-drawable-merge-filters layer)))
(define (copy layer)
  (bench-copy #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers))
(define (copy-with-two layer)
  (bench-copy-two-threads #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers))
(define (merge operation)
  (lambda (layer) (gimp-drawable-merge-new-filter layer operation 0 LAYER-MODE-REPLACE 1.0)))
(define (merge-ours name on)
  (lambda (layer)
    (gimp-drawable-merge-new-filter layer (string-append "cuda-edges:" name) 0 LAYER-MODE-REPLACE 1.0 "backend" on)))
(define (merge-unsharp layer)
  (gimp-drawable-merge-new-filter layer "gegl:unsharp-mask" 0 LAYER-MODE-REPLACE 1.0 "std-dev" 1.4 "scale" 0.5))

; Of a case, what it is on a backend.
(define filters
  (list (lambda (on) (list "canny" on same (canny on 1.4)))
        (lambda (on) (list "sobel" on same (sobel on)))
        (lambda (on) (list "laplacian" on same (laplacian on 1.4)))
        (lambda (on) (list "sharpen" on same (sharpen on 1.4)))))
(define (at-sigma sigma)
  (list (lambda (on) (list (string-append "canny sigma=" (number->string sigma)) on same (canny on sigma)))
        (lambda (on) (list (string-append "sharpen sigma=" (number->string sigma)) on same (sharpen on sigma)))))
(define (merged name)
  (lambda (on) (list (string-append name ", merged") on duplicate (merge-ours name on))))
(define merges (map merged '("canny" "sobel" "laplacian" "sharpen")))
(define (outputs name call)
  (list (lambda (on) (list (string-append name ", replace") on duplicate ((to "replace" call) on)))
        (lambda (on) (list (string-append name ", effect") on duplicate (rendered ((to "effect" call) on))))))
(define others
  (append (outputs "canny" plug-in-cuda-canny) (outputs "sobel" plug-in-cuda-sobel)
          (outputs "laplacian" plug-in-cuda-laplacian) (outputs "sharpen" plug-in-cuda-sharpen)
          (outputs "line-art" plug-in-cuda-line-art)
          (list (lambda (on) (list "line-art" on same (line-art on)))
                (lambda (on) (list "deconvolution" on same (deconvolve on "new-layer")))
                (lambda (on) (list "deconvolution, replace" on duplicate (deconvolve on "replace")))
                (lambda (on) (list "deconvolution, effect" on duplicate (rendered (deconvolve on "effect")))))))
(define cases (if (equal? what "sigma") (apply append (map at-sigma sigmas)) filters))
(define gegl
  (list (list "layer copy" "gegl" same (lambda (layer) (duplicate)))
        (list "point operation" "gegl" duplicate (merge "gegl:invert-gamma"))
        (list "edge-sobel" "gegl" duplicate (merge "gegl:edge-sobel"))
        (list "unsharp-mask" "gegl" duplicate merge-unsharp)
        (list "edge" "gegl" duplicate (merge "gegl:edge"))))

(define contenders
  (append (if (equal? what "old")
              '()
              (list (list "copy" "copier" same copy)
                    (list "copy, two threads" "copier" same copy-with-two)))
          (apply append (map (lambda (make) (map make backends)) cases))
          (if (and with-core (equal? what "calls"))
              (apply append (map (lambda (make) (map make backends)) (append merges others)))
              '())
          (if with-gegl gegl '())))

; Tab-separated: row, what, name, on, width, height, milliseconds
(define (run contender round)
  (let* ((layer ((caddr contender)))
         (touched (bench-touch #:run-mode RUN-NONINTERACTIVE #:image image #:drawables layers))
         (time (milliseconds (lambda () ((cadddr contender) layer) (gimp-displays-flush)))))
    (if (> round 0)
        (begin
          (for-each (lambda (field) (display field) (display "\t"))
                    (list "row" what (car contender) (cadr contender)
                          (car (gimp-image-get-width image)) (car (gimp-image-get-height image))))
          (display time)
          (newline)))
    (remove-others)))

(define (quick? contender)
  (not (or (equal? (cadr contender) "gegl")
           (member (car contender) '("deconvolution" "deconvolution, replace" "deconvolution, effect"
                                     "line-art" "line-art, replace" "line-art, effect")))))

; GIMP's own filters, line art and deconvolution take seconds: three rounds are enough for them. Round 0 warms up.
(define (run-rounds)
  (let loop ((round (if (equal? what "memory") 1 0)))
    (if (<= round rounds)
        (begin
          (for-each (lambda (contender)
                      (if (or (<= round 3) (quick? contender))
                          (run contender round)))
                    contenders)
          (loop (+ round 1))))))
(run-rounds)
(gimp-image-delete image)
