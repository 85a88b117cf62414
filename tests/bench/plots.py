#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plots as SVG: lines on logarithmic axes, and bars. Only what the report needs."""
import math
from html import escape

COLORS = ["#1b6ca8", "#d1495b", "#2e8b57", "#8a5fbf", "#c77d0a", "#11809c", "#7a4b2a", "#b0448e"]
GREY = "#777777"
WIDTH, HEIGHT = 760, 430
LEFT, RIGHT, TOP, BOTTOM = 64, 196, 36, 48


def text(x, y, words, anchor="start", size=12, color="#222222", turned=False):
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{color}"{turn}>'
            f'{escape(words)}</text>')


def line(x0, y0, x1, y1, color, width=1.0, dashed=False):
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return (f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{color}" '
            f'stroke-width="{width}"{dash}/>')


def document(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


class LogAxes:
    """Two logarithmic axes that hold all of the points."""

    def __init__(self, points, title, x_label, y_label):
        self.x0, self.x1 = self.limits([x for x, _ in points])
        self.y0, self.y1 = self.limits([y for _, y in points])
        self.parts = [text(LEFT, 22, title, size=15)]
        self.parts += [text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_label, "middle"),
                       text(16, (TOP + HEIGHT - BOTTOM) / 2, y_label, "middle", turned=True)]
        self.grid()

    @staticmethod
    def limits(values):
        low, high = math.log10(min(values)), math.log10(max(values))
        return low - 0.08 * (high - low + 0.2), high + 0.08 * (high - low + 0.2)

    def x(self, value):
        return LEFT + (math.log10(value) - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - (math.log10(value) - self.y0) / (self.y1 - self.y0) * (HEIGHT - TOP - BOTTOM)

    def ticks(self, low, high):
        steps = (1, 2, 5) if high - low < 2.5 else (1,)
        values = [step * 10.0 ** power for power in range(math.floor(low), math.ceil(high) + 1) for step in steps]
        return [value for value in values if low <= math.log10(value) <= high]

    def grid(self):
        for value in self.ticks(self.x0, self.x1):
            self.parts += [line(self.x(value), TOP, self.x(value), HEIGHT - BOTTOM, "#e4e4e4"),
                           text(self.x(value), HEIGHT - BOTTOM + 16, number(value), "middle", 11)]
        for value in self.ticks(self.y0, self.y1):
            self.parts += [line(LEFT, self.y(value), WIDTH - RIGHT, self.y(value), "#e4e4e4"),
                           text(LEFT - 6, self.y(value) + 4, number(value), "end", 11)]

    def draw(self, points, color, dashed=False, dots=True):
        path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        for x, y in points if dots else []:
            self.parts.append(f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3" fill="{color}"/>')


def side_labels(axes, labels):
    """Names right of the axes, at the height of (y, name, color), moved apart."""
    below = TOP - 4
    for y, name, color in sorted(labels):
        below = max(y + 4, below + 15)
        axes.parts.append(text(WIDTH - RIGHT + 8, below, name, size=12, color=color))


def lines(series, title, x_label, y_label):
    """series: name -> (points, is it a floor)"""
    axes = LogAxes([point for points, _ in series.values() for point in points], title, x_label, y_label)
    labels = []
    for i, (name, (points, floor)) in enumerate(series.items()):
        color = GREY if floor else COLORS[i % len(COLORS)]
        axes.draw(sorted(points), color, dashed=floor)
        labels.append((axes.y(max(points)[1]), name, color))
    side_labels(axes, labels)
    return document(WIDTH, HEIGHT, axes.parts)


def bars(rows, title, unit):
    """rows: (name, value, note, color index); the longest is the width of the plot."""
    height = TOP + 24 * len(rows) + 16
    most = max(row[1] for row in rows)
    parts = [text(16, 22, f"{title} ({unit})", size=15)]
    for i, (name, value, note, color) in enumerate(rows):
        y = TOP + 24 * i
        length = 330 * value / most
        parts += [text(226, y + 14, name, "end"),
                  f'<rect x="232" y="{y + 3}" width="{max(length, 1):.1f}" height="16" '
                  f'fill="{COLORS[color] if color >= 0 else "#b8b8b8"}"/>',
                  text(238 + length, y + 15, f"{number(value)}{note}", size=11)]
    return document(WIDTH, height, parts)


def roofline(points, bandwidth, peak, title, fused=None):
    """points: (name, operations per byte, operations per second, color index); a second, dashed roof is that of a product
    and a sum in one operation"""
    xs = [x for _, x, _, _ in points]
    low, high = min(xs + [peak / bandwidth if peak else math.inf]) / 4, max(max(xs) * 2, 2 * peak / bandwidth if peak else 0)
    ceiling = peak or max(xs) * bandwidth * 4
    roof = [(low, low * bandwidth), (min(ceiling / bandwidth, high), min(ceiling, high * bandwidth)),
            (high, min(ceiling, high * bandwidth))]
    shown = [(high, min(fused or ceiling, high * bandwidth) / 1e9)]
    shown += [(x, y / 1e9) for x, y in roof] + [(x, y / 1e9) for _, x, y, _ in points]
    axes = LogAxes(shown, title, "operations per byte that has to move", "billion operations per second")
    axes.draw([(x, y / 1e9) for x, y in roof], GREY, dots=False)
    if fused:
        axes.draw([(min(peak / bandwidth, high), peak / 1e9),
                   (min(fused / bandwidth, high), min(fused, high * bandwidth) / 1e9),
                   (high, min(fused, high * bandwidth) / 1e9)], GREY, dashed=True, dots=False)
    labels = []
    for name, x, y, color in points:
        axes.parts.append(f'<circle cx="{axes.x(x):.1f}" cy="{axes.y(y / 1e9):.1f}" r="4.5" fill="{COLORS[color]}"/>')
        labels.append((axes.y(y / 1e9), f"{name} {100 * y / min(ceiling, x * bandwidth):.0f} %", COLORS[color]))
    side_labels(axes, labels)
    return document(WIDTH, HEIGHT, axes.parts)
