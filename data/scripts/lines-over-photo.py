# SPDX-License-Identifier: GPL-3.0-or-later
#
# Canny's lines in dark blue on a layer of their own, over the photo, as a GIMP image.
#
#   gimp-console-3 -i --quit --batch-interpreter=python-fu-eval -b 'exec(open("lines-over-photo.py").read())'

from gi.repository import Gegl, Gimp, Gio

image = Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, Gio.File.new_for_path('photo.png'))
Gimp.context_set_foreground(Gegl.Color.new('#102060'))
canny = Gimp.get_pdb().lookup_procedure('plug-in-cuda-canny')
config = canny.create_config()
config.set_property('image', image)
config.set_core_object_array('drawables', image.get_selected_drawables())
config.set_property('style', 'lines')
config.set_property('thresholds', 'otsu')
result = canny.run(config)
if result.index(0) != Gimp.PDBStatusType.SUCCESS:
    raise RuntimeError(result.index(1))
Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image, Gio.File.new_for_path('lines.xcf'), None)
