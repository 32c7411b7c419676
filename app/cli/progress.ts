import type { Writable } from 'node:stream'

/** The progress of a task. */
export interface Progress {
  label: string
  items: number
  /** The counted unit; items by default. */
  unit?: string
  /** From 0 to 1. */
  share: number
  seconds: number
}

const barWidth = 20
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

export function figure(value: number): string {
  return number.format(value)
}

export function count(items: number, one: string, many = `${one}s`): string {
  return `${figure(items)} ${items === 1 ? one : many}`
}

/** Formats items per second; a dash for a duration of 0. */
export function rate(items: number, seconds: number): string {
  return seconds > 0 ? `${figure(items / seconds)}/s` : '–/s'
}

/** Formats seconds: 4.2 s, 12 s, 3 min 20 s, 2 h 5 min. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** Formats bytes: 512 B, 3.4 MB, 12 GB. */
export function size(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${['B', 'kB', 'MB', 'GB', 'TB'][step]}`
}

export function bar(share: number, width = barWidth): string {
  const full = Math.round(within(share) * width)
  return '█'.repeat(full) + '░'.repeat(width - full)
}

/** Returns a line with name, percentage, items, speed and time left, with a bar if there is room. */
export function progressLine({ label, items, unit = 'item', share, seconds }: Progress, columns: number): string {
  const part = within(share)
  const left = part > 0 && part < 1 ? ` · ${duration((seconds * (1 - part)) / part)} left` : ''
  const percent = `${String(Math.floor(part * 100)).padStart(3)} %`
  const figures = `${percent} · ${count(items, unit)} · ${rate(items, seconds)}${left}`
  for (const line of [`${label} ${bar(part)} ${figures}`, `${label} ${figures}`, figures]) {
    if (line.length < columns) return line
  }
  return percent.slice(0, Math.max(0, columns - 1))
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}

const redrawnMs = 100
const notedMs = 5000
const clearLine = '\r\x1b[K'

/** Shows progress: on a terminal a line that is redrawn, elsewhere a line for every tenth. */
export class ProgressDisplay {
  private readonly stream: Writable & { isTTY?: boolean; columns?: number }
  private readonly now: () => Date
  private drawnAt = Number.NEGATIVE_INFINITY
  private tenth = 0

  constructor(stream: Writable, now: () => Date) {
    this.stream = stream
    this.now = now
  }

  show(progress: Progress): void {
    if (this.stream.isTTY) this.redraw(progressLine(progress, this.columns()))
    else this.print(progress)
  }

  /** Shows a message without a percentage: on the redrawn line, or as an occasional line. */
  note(line: string): void {
    if (this.stream.isTTY) this.redraw(line.slice(0, this.columns() - 1))
    else if (this.due(notedMs)) this.stream.write(`${line}\n`)
  }

  /** Clears the line for ordinary output and resets for the next task. */
  end(): void {
    if (this.stream.isTTY) this.stream.write(clearLine)
    this.drawnAt = Number.NEGATIVE_INFINITY
    this.tenth = 0
  }

  private redraw(line: string): void {
    if (this.due(redrawnMs)) this.stream.write(clearLine + line)
  }

  /** Returns whether the interval since the last output has passed, and if so starts the next. */
  private due(interval: number): boolean {
    const now = this.now().getTime()
    if (now - this.drawnAt < interval) return false
    this.drawnAt = now
    return true
  }

  private print(progress: Progress): void {
    const tenth = Math.floor(within(progress.share) * 10)
    if (tenth === this.tenth) return
    this.tenth = tenth
    this.stream.write(`${progressLine(progress, Number.POSITIVE_INFINITY)}\n`)
  }

  private columns(): number {
    return this.stream.columns || 80
  }
}
