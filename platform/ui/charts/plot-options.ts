import uPlot from 'uplot'
import type { ChartData, TimeChartKind } from './chart-data.ts'
import { strokes, valueText } from './chart-data.ts'
import { daySeconds } from './days.ts'
import { placeLabels } from './mark-labels.ts'

/** Returns the options for a chart in this element: its size, typeface and current colors. */
export function plotOptions(element: HTMLElement, data: ChartData, kind: TimeChartKind): uPlot.Options {
  const { days, series, unit, period = 'day', marks = [] } = data
  const { fontFamily } = getComputedStyle(element)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const label = { font: `${0.75 * rem}px ${fontFamily}`, stroke: resolved(element, '--color-muted') }
  const lines = resolved(element, '--color-line')
  const day = 24 * 60 * 60
  const isBars = kind === 'bars' || kind === 'stackedBars'
  const margin = (periodDays[period] * day) / 2
  const span = days.length === 0 ? 0 : daySeconds(days.at(-1)!) - daySeconds(days[0]!)
  const dayFormat = span > 330 * day ? monthYear : monthDay
  const hasLabels = () => kind === 'line' && series.length > 1 && element.clientWidth >= labeledFrom
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [marks.length > 0 ? 24 : 8, () => (hasLabels() ? labelsWidth * rem : 1.25 * rem), 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: {
        range: (_plot, min, max) => {
          // uPlot would continue a single period for years.
          if (days.length === 1) return [min - margin, min + margin]
          return isBars ? [min - margin, max + margin] : [min, max]
        },
      },
      y: {
        range: (_plot, min, max) =>
          unit === 'percent' ? [min < 0 ? -100 : 0, 100] : [0, Math.max(max * 1.1, unit === 'seconds' ? 60 : 1)],
      },
    },
    axes: [
      {
        ...label,
        grid: { show: false },
        ticks: { show: false },
        size: 2 * rem,
        // The first date reaches below the lowest value of the other axis.
        gap: 0.6 * rem,
        space: 5 * rem,
        incrs: daysApart.map((days) => days * day),
        values: (_plot, splits) => splits.map((seconds) => dayFormat.format(seconds * 1000)),
      },
      {
        ...label,
        grid: { stroke: lines, width: 1 },
        ticks: { show: false },
        size: (unit === 'seconds' ? 4.5 : 3) * rem,
        incrs: unit === 'seconds' ? spansOfTime : whole,
        values: (_plot, splits) => splits.map((value) => valueText(value, data)),
      },
    ],
    series: [{}, ...drawnSeries(data, kind).map(({ index }) => styleOf(element, kind, index))],
    hooks: {
      draw: [
        (plot) => {
          if (hasLabels()) drawLabels(plot, data, label.font)
          drawMarks(plot, data, { font: label.font, line: label.stroke })
        },
      ],
    },
  }
}

/** The days of each kind of period, at least. */
const periodDays = { day: 1, week: 7, month: 28 } as const

interface DrawnSeries {
  /** Of the series in the data. */
  index: number
  values: (number | null)[]
}

/** Returns the series in the order in which they are drawn. Of stacked ones, each covers a part of those before it. */
export function drawnSeries({ series }: ChartData, kind: TimeChartKind): DrawnSeries[] {
  if (kind !== 'stacked' && kind !== 'stackedBars')
    return series.map(({ values }, index) => ({ index, values: [...values] }))
  const sums = (series[0]?.values ?? []).map(() => 0)
  return series
    .map(({ values }, index) => ({
      index,
      values: values.map((value, at) => {
        sums[at]! += value ?? 0
        return sums[at]!
      }),
    }))
    .toReversed()
}

/** Returns how a series is drawn. */
function styleOf(element: HTMLElement, kind: TimeChartKind, index: number): uPlot.Series {
  const { color, dash } = strokes[index % strokes.length]!
  const stroke = resolved(element, color)
  switch (kind) {
    case 'line':
      return { stroke, width: 2, dash: [...dash], points: { size: 7 } }
    case 'area':
      return { stroke, width: 2, dash: [...dash], points: { size: 7 }, fill: resolved(element, '--color-accent-soft') }
    case 'bars':
      return { stroke, fill: stroke, width: 0, points: { show: false }, paths: bars }
    case 'stacked':
      return { stroke, fill: () => fillPattern(element, stroke, index), width: 1.5, points: { show: false } }
    case 'stackedBars':
      return { stroke, fill: () => fillPattern(element, stroke, index), width: 1, points: { show: false }, paths: bars }
  }
}

/** Returns a fill that hides what is below it, in the pattern of `patterns`. */
function fillPattern(element: HTMLElement, stroke: string, index: number): CanvasPattern | string {
  const tile = document.createElement('canvas')
  const size = 6 * uPlot.pxRatio
  tile.width = size
  tile.height = size
  const ctx = tile.getContext('2d')
  if (!ctx || index % strokes.length === 0) return stroke
  ctx.fillStyle = resolved(element, '--color-raised')
  ctx.fillRect(0, 0, size, size)
  ctx.fillStyle = stroke
  ctx.strokeStyle = stroke
  ctx.lineWidth = 1.5 * uPlot.pxRatio
  ctx.beginPath()
  if (index % strokes.length === 1) {
    // Also across the corners, where tiles meet.
    for (const shift of [-size, 0, size]) {
      ctx.moveTo(shift, size)
      ctx.lineTo(shift + size, 0)
    }
    ctx.stroke()
  } else if (index % strokes.length === 2) {
    ctx.arc(size / 2, size / 2, 1.4 * uPlot.pxRatio, 0, 2 * Math.PI)
    ctx.fill()
  } else ctx.fillRect(0, 0, size, 1.5 * uPlot.pxRatio)
  return ctx.createPattern(tile, 'repeat') ?? stroke
}

/** The space for labels at the ends of lines, in rem, and the narrowest drawing with that space, in px. */
const labelsWidth = 7.5
const labeledFrom = 440
const labelMax = 16

/** Writes each series' name at the end of its line, in reading distance from the others. */
function drawLabels(plot: uPlot, { series }: ChartData, font: string): void {
  const ends = series.flatMap(({ label, values }, index) => {
    const at = values.findLastIndex((value) => value !== null)
    const value = values[at]
    return value === undefined || value === null ? [] : [{ label, index, y: plot.valToPos(value, 'y', true) }]
  })
  const { ctx, bbox } = plot
  const step = 14 * uPlot.pxRatio
  const sorted = ends.toSorted((a, b) => a.y - b.y)
  // Moves a label down from the one above it, but not so far that those below run out of space.
  let free = Number.NEGATIVE_INFINITY
  ctx.save()
  ctx.font = scaled(font)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const [place, { label, index, y }] of sorted.entries()) {
    const lowest = bbox.top + bbox.height - (sorted.length - 1 - place) * step
    const at = Math.max(Math.min(y, lowest), free)
    free = at + step
    const { stroke } = plot.series[index + 1]!
    ctx.fillStyle = typeof stroke === 'function' ? String(stroke(plot, index + 1)) : String(stroke)
    const text = label.length > labelMax ? `${label.slice(0, labelMax - 1)}…` : label
    ctx.fillText(text, bbox.left + bbox.width + 8 * uPlot.pxRatio, at)
  }
  ctx.restore()
}

/** Draws a line with a label above it for each period that stands out. */
function drawMarks(plot: uPlot, { days, marks = [] }: ChartData, { font, line }: { font: string; line: string }): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.font = scaled(font)
  ctx.textAlign = 'center'
  ctx.textBaseline = 'bottom'
  ctx.strokeStyle = line
  ctx.fillStyle = line
  ctx.lineWidth = uPlot.pxRatio
  ctx.setLineDash([3 * uPlot.pxRatio, 3 * uPlot.pxRatio])
  const lines = [...Map.groupBy(marks, (mark) => mark.index)].map(([index, own]) => ({
    x: plot.valToPos(daySeconds(days[index]!), 'x', true),
    labels: own.map(({ label }) => label),
  }))
  for (const { x } of lines) {
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  const widthOf = (text: string) => ctx.measureText(text).width
  const inOrder = lines.toSorted((a, b) => a.x - b.x)
  for (const { x, text } of placeLabels(inOrder, widthOf, 6 * uPlot.pxRatio))
    ctx.fillText(text, x, bbox.top - 4 * uPlot.pxRatio)
  ctx.restore()
}

/** Returns a font in the pixels of the canvas. */
function scaled(font: string): string {
  return font.replace(/[\d.]+px/, (size) => `${Number.parseFloat(size) * uPlot.pxRatio}px`)
}

const bars = uPlot.paths.bars!({ size: [0.7, 48], radius: 0.15 })
const monthDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthYear = new Intl.DateTimeFormat('en', { month: 'short', year: '2-digit', timeZone: 'UTC' })
const daysApart = [1, 2, 7, 14, 28, 91, 182, 364]
/** The intervals between grid lines, whole numbers because values are counts. */
const whole = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((power) => step * 10 ** power))
  .sort((a, b) => a - b)

/** The intervals between grid lines for durations: minutes, hours, and days. */
const spansOfTime = [1, 5, 15, 30, 60, 120, 360, 720, 1440, 2880, 7200, 14_400, 43_200].map((minutes) => minutes * 60)

/** Resolves a color token to its current value, because a canvas doesn't follow the page's colors. */
function resolved(element: HTMLElement, token: string): string {
  const probe = element.appendChild(document.createElement('span'))
  probe.style.color = `var(${token})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
