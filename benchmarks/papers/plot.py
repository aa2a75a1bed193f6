"""Small line charts as SVG: both axes logarithmic, so that a polynomial is a straight line. Entry point: `draw`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH, HEIGHT, MARGIN = 300, 240, 48
COLORS = ("#1b6ca8", "#c1440e", "#3a7d44", "#7a4fa3")


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    points: Sequence[tuple[int, float]]


def draw(charts: Sequence[tuple[str, Sequence[Series]]], x_name: str, y_name: str) -> str:
    """Charts side by side, two in a row, with the same axes."""
    points = [p for _, lines in charts for s in lines for p in s.points]
    xs = sorted({x for x, _ in points})
    low, high = floor(log10(min(y for _, y in points))), ceil(log10(max(y for _, y in points)))
    rows = (len(charts) + 1) // 2
    size = f'width="{2 * WIDTH + MARGIN}" height="{rows * (HEIGHT + MARGIN) + 10}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">']
    parts.append('<rect width="100%" height="100%" fill="white"/>')
    for i, (title, lines) in enumerate(charts):
        left, top = MARGIN + (i % 2) * WIDTH, 28 + (i // 2) * (HEIGHT + MARGIN)
        parts += _Chart(xs, low, high, left, top).parts(title, lines, x_name, y_name)
    return "\n".join([*parts, "</svg>", ""])


class _Chart:
    def __init__(self, xs: Sequence[int], low: int, high: int, left: int, top: int) -> None:
        self.xs, self.low, self.high, self.left, self.top = xs, low, high, left, top
        self.width, self.height = WIDTH - MARGIN, HEIGHT - MARGIN

    def x(self, value: float) -> float:
        first, last = log10(self.xs[0]), log10(self.xs[-1])
        return self.left + self.width * (log10(value) - first) / ((last - first) or 1)

    def y(self, value: float) -> float:
        return self.top + self.height * (self.high - log10(value)) / ((self.high - self.low) or 1)

    def parts(self, title: str, lines: Sequence[Series], x_name: str, y_name: str) -> list[str]:
        bottom, right = self.top + self.height, self.left + self.width
        found = [f'<text x="{self.left}" y="{self.top - 10}" font-weight="bold">{title}</text>']
        for power in range(self.low, self.high + 1):
            y = self.y(10.0**power)
            found.append(f'<line x1="{self.left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#ddd"/>')
            found.append(f'<text x="{self.left - 4}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
        for value in self.xs:
            x = self.x(value)
            found.append(f'<line x1="{x:.1f}" y1="{bottom}" x2="{x:.1f}" y2="{bottom + 4}" stroke="#888"/>')
            found.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{value}</text>')
        found.append(f'<text x="{right}" y="{bottom + 30}" text-anchor="end">{x_name}</text>')
        found.append(f'<text x="{self.left - 36}" y="{self.top - 10}">{y_name}</text>')
        for n, s in enumerate(lines):
            color = COLORS[n % len(COLORS)]
            path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in s.points)
            found.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
            found += [
                f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="2.5" fill="{color}"/>' for x, y in s.points
            ]
            found.append(f'<text x="{self.left + 8}" y="{self.top + 12 + 13 * n}" fill="{color}">{s.name}</text>')
        return found
