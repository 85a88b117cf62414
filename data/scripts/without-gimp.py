# SPDX-License-Identifier: GPL-3.0-or-later
#
# Canny in a graph of GEGL's, without GIMP: any GEGL operations can come before and after.
#
#   python3 without-gimp.py

import gi
gi.require_version('Gegl', '0.4')
from gi.repository import Gegl

Gegl.init(None)
graph = Gegl.Node()
load = graph.create_child('gegl:load')
load.set_property('path', 'photo.png')
canny = graph.create_child('cuda-edges:canny')
canny.set_property('sigma', 2.0)
canny.set_property('low', 20)
canny.set_property('high', 50)
save = graph.create_child('gegl:png-save')
save.set_property('path', 'edges.png')
save.set_property('bitdepth', 8)
load.link(canny)
canny.link(save)
save.process()
