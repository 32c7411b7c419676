import type { Unit } from './metrics.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Returns a value of a chart as text; a dash if there is none. */
export function valueText(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  if (unit === 'seconds') return durationText(value)
  return unit === 'percent' ? `${number.format(value)}%` : number.format(value)
}

/** Returns a duration in its two largest units: `2 h 5 min`. */
function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  const pair = (large: string, small: number, unit: string) => (small > 0 ? `${large} ${small} ${unit}` : large)
  if (days > 0) return pair(`${number.format(days)} d`, hours, 'h')
  return hours > 0 ? pair(`${hours} h`, minutes % 60, 'min') : `${minutes} min`
}

/** Returns how a total compares with an earlier one, as part of a sentence. Null if one of them is unknown. */
export function changeText(total: number | null, earlier: number | null, unit: Unit): string | null {
  if (total === null || earlier === null) return null
  const difference = total - earlier
  const was = valueText(earlier, unit)
  if (difference === 0) return `no change from ${was}`
  const direction = difference > 0 ? 'up' : 'down'
  const size = Math.abs(difference)
  if (unit === 'percent') return `${direction} ${number.format(size)} ${size === 1 ? 'point' : 'points'} from ${was}`
  if (unit === 'seconds') return `${direction} ${valueText(size, unit)} from ${was}`
  return earlier === 0 ? `up from ${was}` : `${direction} ${number.format((size / earlier) * 100)}% from ${was}`
}
