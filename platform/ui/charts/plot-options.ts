import uPlot from 'uplot'
import { strokes } from './chart-data.ts'

/** Returns the options for a chart in this element: its size, typeface and current colors. */
export function plotOptions(element: HTMLElement, seriesCount: number, kind: 'line' | 'bars'): uPlot.Options {
  const { fontFamily } = getComputedStyle(element)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const label = { font: `${0.75 * rem}px ${fontFamily}`, stroke: resolved(element, '--color-muted') }
  const lines = resolved(element, '--color-line')
  const day = 24 * 60 * 60
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { range: (_plot, min, max) => (kind === 'bars' || min === max ? [min - day / 2, max + day / 2] : [min, max]) },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] },
    },
    axes: [
      {
        ...label,
        grid: { show: false },
        ticks: { show: false },
        size: 2 * rem,
        space: 5 * rem,
        incrs: daysApart.map((days) => days * day),
        values: (_plot, splits) => splits.map((seconds) => monthDay.format(seconds * 1000)),
      },
      { ...label, grid: { stroke: lines, width: 1 }, ticks: { show: false }, size: 3 * rem, incrs: whole },
    ],
    series: [
      {},
      ...Array.from({ length: seriesCount }, (_, index): uPlot.Series => {
        const { color, dash } = strokes[index % strokes.length]!
        const stroke = resolved(element, color)
        if (kind === 'line') return { stroke, width: 2, dash: [...dash], points: { size: 7 } }
        return { stroke, fill: stroke, width: 0, points: { show: false }, paths: bars }
      }),
    ],
  }
}

const bars = uPlot.paths.bars!({ size: [0.7, 48], radius: 0.15 })
const monthDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const daysApart = [1, 2, 7, 14, 28, 91, 182, 364]
/** The intervals between grid lines, whole numbers because values are counts. */
const whole = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((power) => step * 10 ** power))
  .sort((a, b) => a - b)

/** Resolves a color token to its current value, because a canvas doesn't follow the page's colors. */
function resolved(element: HTMLElement, token: string): string {
  const probe = element.appendChild(document.createElement('span'))
  probe.style.color = `var(${token})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
