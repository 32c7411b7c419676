import 'uplot/dist/uPlot.min.css'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { classes } from '../classes.ts'
import { onColorsChange } from '../color-mode.ts'
import type { ChartData, TimeChartKind } from './chart-data.ts'
import { marksAt, periodText, valueText } from './chart-data.ts'
import { daySeconds } from './days.ts'
import { drawnSeries, plotOptions } from './plot-options.ts'

interface PlotProps {
  title: string
  data: ChartData
  kind: TimeChartKind
  /** The index of the selected day; null if none. */
  at: number | null
  onPoint: (at: number | null) => void
  /** Opens what was counted in a period, by click or Enter. */
  onOpen?: (at: number) => void
}

/** The width of a printed drawing in px. It fits on A4 and Letter, inside usual margins and a tile's border. */
const printedWidth = 640

/** A position outside the chart, which selects no day. */
const nowhere = { left: -10, top: -10 }

/** The drawing of a chart. For screen readers it is a slider over its days that reads out their values. */
export function Plot({ title, data, kind, at, onPoint, onOpen }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const { days, series } = data
  const last = days.length - 1

  // The drawing lives outside React: it is recreated for new data, resized with its box and recolored with the page.
  useEffect(() => {
    if (!box.current) return
    const element = box.current
    const values: uPlot.AlignedData = [days.map(daySeconds), ...drawnSeries(data, kind).map((each) => each.values)]
    const draw = () => {
      plot.current?.destroy()
      const options = plotOptions(element, data, kind)
      plot.current = new uPlot(
        { ...options, hooks: { ...options.hooks, setCursor: [(drawn) => onPoint(drawn.cursor.idx ?? null)] } },
        values,
        element,
      )
    }
    draw()
    const fit = () => plot.current?.setSize({ width: element.clientWidth, height: element.clientHeight })
    const resized = new ResizeObserver(fit)
    resized.observe(element)
    // Boxes get the width of the page only after this event.
    const print = () => plot.current?.setSize({ width: printedWidth, height: element.clientHeight })
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', fit)
    const stop = onColorsChange(draw)
    return () => {
      stop()
      resized.disconnect()
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', fit)
      plot.current?.destroy()
      plot.current = null
    }
  }, [data, days, kind, onPoint])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') return onOpen?.(at ?? last)
    const current = at ?? last
    const target = {
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      ArrowRight: current + 1,
      ArrowUp: current + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (target === undefined || !plot.current) return
    event.preventDefault()
    const day = daySeconds(days[Math.min(Math.max(target, 0), last)]!)
    plot.current.setCursor({ left: plot.current.valToPos(day, 'x'), top: 0 })
  }

  const shown = at ?? last
  const words = series.map(({ label, values }) => `${label} ${valueText(values[shown], data)}`)
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`${title}, by ${data.period ?? 'day'}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={`${periodText(days[shown]!, data)}: ${[...words, ...marksAt(data, shown)].join(', ')}`}
      onKeyDown={onKeyDown}
      // A finger selects a period; the link in the legend opens it.
      onClick={({ nativeEvent }) => at !== null && !isTouch(nativeEvent) && onOpen?.(at)}
      onBlur={() => plot.current?.setCursor(nowhere)}
      className={classes('h-56 w-full min-w-0 rounded-lg', onOpen && 'cursor-pointer')}
    />
  )
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}
