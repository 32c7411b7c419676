import { type ChartUnit, periodText, strokes, valueText } from '#platform/ui/charts/chart-data.ts'
import { rangeText } from '#platform/ui/charts/days.ts'
import { metricDetails } from '../labels.ts'
import type { ChartFile } from './files.ts'
import { drawingOf } from './model.ts'
import { rowsOf, textsOf } from './rows.ts'

/** The size of a picture in CSS pixels, and its pixels for each. */
const width = 960
const scale = 2
const margin = 40
const plotHeight = 360
const rowHeight = 44

interface Brush {
  ctx: CanvasRenderingContext2D
  /** The top of what is painted next. */
  y: number
}

/** Paints a chart with its title, its legend, and the line that says where it is from. */
export function paintChart(canvas: HTMLCanvasElement, chart: ChartFile): void {
  const { project, tile, query, series } = chart
  const drawing = drawingOf(series, query, tile.definition.chart)
  const rows = rowsOf(series, query)
  const tall =
    drawing.kind === 'time' || drawing.kind === 'number'
      ? plotHeight + 40
      : drawing.kind === 'hours'
        ? drawing.rows.length * 34 + 30
        : drawing.kind === 'bars'
          ? drawing.categories.length * rowHeight
          : drawing.kind === 'funnel'
            ? drawing.steps.length * rowHeight
            : (Math.min(rows.rows.length, 20) + 1) * 26
  const height = 150 + tall + 60
  canvas.width = width * scale
  canvas.height = height * scale
  const ctx = canvas.getContext('2d')
  if (!ctx) throw new Error("The browser couldn't make the picture")
  ctx.scale(scale, scale)
  ctx.fillStyle = '#ffffff'
  ctx.fillRect(0, 0, width, height)
  const brush: Brush = { ctx, y: margin }
  write(brush, tile.title, { size: 22, weight: 600 })
  const total = query.metric === 'funnel' || series.total === null ? '' : ` · Total: ${valueText(series.total, series)}`
  write(brush, `${metricDetails[query.metric]}${total}`, { size: 14, color: muted })
  brush.y += 12
  switch (drawing.kind) {
    case 'time':
      paintTime(brush, drawing.data, drawing.chart)
      break
    case 'number':
      paintTime(
        brush,
        {
          days: series.groups.map(({ key }) => key),
          series: [{ label: tile.title, values: drawing.values }],
          unit: series.unit,
        },
        'line',
      )
      break
    case 'bars':
      paintBars(brush, drawing.categories, (value) => valueText(value, series), series.unit === 'percent')
      break
    case 'funnel':
      paintBars(brush, drawing.steps, (value) => valueText(value), false)
      break
    case 'hours':
      paintHours(
        brush,
        drawing.hours.map(({ label }) => label),
        drawing.rows,
      )
      break
    case 'table':
      paintTable(brush, textsOf(rows, series.unit))
  }
  brush.y = height - margin - 4
  write(brush, `${project.name} · ${rangeText(query)} · Source: Earshot`, { size: 13, color: muted })
}

const ink = '#111827'
const muted = '#4b5563'
const lines = '#e5e7eb'

interface TextLook {
  size: number
  weight?: number
  color?: string
}

/** Writes a line of text, shortened to the picture. */
function write(brush: Brush, text: string, { size, weight = 400, color = ink }: TextLook): void {
  const { ctx } = brush
  ctx.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  ctx.fillStyle = color
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'
  ctx.fillText(shortened(ctx, text, width - 2 * margin), margin, brush.y)
  brush.y += size * 1.5
}

function shortened(ctx: CanvasRenderingContext2D, text: string, most: number): string {
  if (ctx.measureText(text).width <= most) return text
  let end = text.length
  while (end > 1 && ctx.measureText(`${text.slice(0, end)}…`).width > most) end -= 1
  return `${text.slice(0, end)}…`
}

function small(ctx: CanvasRenderingContext2D, color = muted): void {
  ctx.font = `13px ${getComputedStyle(document.body).fontFamily}`
  ctx.fillStyle = color
  ctx.textBaseline = 'middle'
}

/** The colors of the light page, whatever the user's. */
const paints = ['#ea580c', '#1f2937', '#6b7280', '#7c2d12']
const paintOf = (index: number) => paints[index % paints.length]!

function paintTime(brush: Brush, data: Parameters<typeof valueText>[1] & TimeData, chart: string): void {
  const { ctx } = brush
  const isStacked = chart === 'stacked' || chart === 'stackedBars'
  const isBars = chart === 'bars' || chart === 'stackedBars'
  const { days } = data
  // The legend.
  small(ctx)
  let x = margin
  for (const [index, { label }] of data.series.entries()) {
    stroke(ctx, index, [
      [x, brush.y + 8],
      [x + 24, brush.y + 8],
    ])
    small(ctx)
    ctx.textAlign = 'left'
    ctx.fillText(shortened(ctx, label, 200), x + 32, brush.y + 8)
    x += 56 + Math.min(200, ctx.measureText(label).width)
  }
  const top = brush.y + 30
  const left = margin + 60
  const [w, h] = [width - margin - left, plotHeight - 40]
  const drawn = data.series.map(({ values }, row) =>
    isStacked ? days.map((_, at) => sumOf(data.series.slice(0, row + 1).map((each) => each.values[at] ?? 0))) : values,
  )
  const known = drawn.flat().filter((value) => value !== null)
  const [least, most] = [Math.min(0, ...known), mostOf(known, data.unit)]
  const across = (at: number) =>
    left + (days.length > 1 ? (at + (isBars ? 0.5 : 0)) / (days.length - (isBars ? 0 : 1)) : 0.5) * w
  const up = (value: number) => top + h - ((value - least) / (most - least)) * h
  small(ctx)
  for (let step = 0; step <= 4; step++) {
    const value = least + ((most - least) * step) / 4
    ctx.fillStyle = lines
    ctx.fillRect(left, up(value), w, 1)
    small(ctx)
    ctx.textAlign = 'right'
    ctx.fillText(valueText(data.unit === 'seconds' ? value : Math.round(value), data), left - 10, up(value))
  }
  const every = Math.max(1, Math.ceil(days.length / 6))
  for (const [at, day] of days.entries()) {
    if (at % every !== 0) continue
    ctx.textAlign = at === 0 && !isBars ? 'left' : 'center'
    ctx.fillText(periodText(day, {}), across(at), top + h + 18)
  }
  for (const [index, values] of [...drawn.entries()].toReversed()) {
    if (isBars) {
      const size = Math.min(48, (w / days.length) * 0.7)
      for (const [at, value] of values.entries()) {
        const below = isStacked ? (drawn[index - 1]?.[at] ?? 0) : 0
        if (value === null) continue
        ctx.fillStyle = paintOf(index)
        ctx.fillRect(across(at) - size / 2, up(value), size, up(below) - up(value))
      }
      continue
    }
    const points = values.flatMap((value, at) => (value === null ? [] : [[across(at), up(value)] as [number, number]]))
    if (isStacked || chart === 'area') fillBelow(ctx, index, points, up(Math.max(0, least)))
    stroke(ctx, index, points)
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Returns the top of the axis. Its quarters are whole numbers for counts. */
function mostOf(values: readonly number[], unit: ChartUnit | undefined): number {
  const most = Math.max(1, ...values)
  if (unit === 'percent') return 100
  return unit === 'seconds' ? most * 1.05 : Math.ceil(most / 4) * 4
}

interface TimeData {
  days: readonly string[]
  series: readonly { label: string; values: readonly (number | null)[] }[]
}

function stroke(ctx: CanvasRenderingContext2D, index: number, points: readonly (readonly [number, number])[]): void {
  ctx.strokeStyle = paintOf(index)
  ctx.lineWidth = 2.5
  ctx.setLineDash([...strokes[index % strokes.length]!.dash])
  ctx.beginPath()
  for (const [x, y] of points) ctx.lineTo(x, y)
  ctx.stroke()
  ctx.setLineDash([])
}

function fillBelow(
  ctx: CanvasRenderingContext2D,
  index: number,
  points: readonly [number, number][],
  floor: number,
): void {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return
  ctx.beginPath()
  ctx.moveTo(first[0], floor)
  for (const [x, y] of points) ctx.lineTo(x, y)
  ctx.lineTo(last[0], floor)
  ctx.fillStyle = '#ffffff'
  ctx.fill()
  ctx.globalAlpha = 0.25
  ctx.fillStyle = paintOf(index)
  ctx.fill()
  ctx.globalAlpha = 1
}

interface PaintedBar {
  label: string
  value: number | null
  before?: number | null
}

function paintBars(
  { ctx, y }: Brush,
  bars: readonly PaintedBar[],
  textOf: (value: number | null) => string,
  isPercent: boolean,
): void {
  const most = isPercent ? 100 : Math.max(1, ...bars.map(({ value }) => Math.abs(value ?? 0)))
  const w = width - 2 * margin
  for (const [index, { label, value, before }] of bars.entries()) {
    const top = y + index * rowHeight
    small(ctx, ink)
    ctx.textAlign = 'left'
    ctx.fillText(shortened(ctx, label, w - 220), margin, top + 9)
    ctx.textAlign = 'right'
    ctx.fillText(textOf(value) + (before === undefined ? '' : ` (was ${textOf(before)})`), width - margin, top + 9)
    ctx.fillStyle = lines
    ctx.fillRect(margin, top + 20, w, 14)
    ctx.fillStyle = (value ?? 0) < 0 ? paintOf(1) : paintOf(0)
    ctx.fillRect(margin, top + 20, (Math.abs(value ?? 0) / most) * w, 14)
  }
}

function paintHours(
  { ctx, y }: Brush,
  columns: readonly string[],
  rows: readonly { label: string; values: readonly (number | null)[] }[],
): void {
  const left = margin + 60
  const cell = (width - margin - left) / Math.max(1, columns.length)
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)))
  small(ctx)
  ctx.textAlign = 'left'
  for (const [at, column] of columns.entries()) if (at % 3 === 0) ctx.fillText(column, left + at * cell, y + 8)
  for (const [row, { label, values }] of rows.entries()) {
    const middle = y + 38 + row * 34
    small(ctx)
    ctx.fillText(label, margin, middle)
    for (const [at, value] of values.entries()) {
      if (!value) continue
      ctx.beginPath()
      ctx.arc(left + at * cell + cell / 2, middle, Math.max(2, Math.sqrt(value / most) * 13), 0, 2 * Math.PI)
      ctx.fillStyle = paintOf(0)
      ctx.fill()
    }
  }
}

function paintTable({ ctx, y }: Brush, cells: readonly (readonly string[])[]): void {
  for (const [row, line] of cells.slice(0, 21).entries()) {
    const middle = y + row * 26 + 12
    small(ctx, row === 0 ? muted : ink)
    const [head = '', ...rest] = line
    ctx.textAlign = 'left'
    ctx.fillText(shortened(ctx, head, 300), margin, middle)
    ctx.textAlign = 'right'
    const step = (width - 2 * margin - 300) / Math.max(1, rest.length)
    for (const [at, text] of rest.entries())
      ctx.fillText(shortened(ctx, text, step - 8), margin + 300 + (at + 1) * step, middle)
  }
}
