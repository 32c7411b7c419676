import type { KeywordPreview } from '../../contract.ts'
import { tooCommonText } from '../health/labels.ts'

const count = new Intl.NumberFormat('en')
const share = new Intl.NumberFormat('en', { style: 'percent' })

/** Returns the estimated posts and leads in a sentence. */
export function estimateText(preview: KeywordPreview): string {
  const { read, total, covered, found, perDay, judged, leads, older, tooCommon } = preview
  if (tooCommon) return `${tooCommonText} Add a word to narrow it.`
  if (read === 0) return 'No posts are stored yet, so there is no preview.'
  if (found === 0) return read < total ? `No matches in the ${posts(read)} checked.` : 'No matches in stored posts.'
  const leadShare = judged === 0 ? 0 : leads / judged
  if (covered === 0 || perDay === 0)
    return `${read < total ? 'Matches about' : 'Matches'} ${posts(older)}, none from the last 30 days.`
  const about = read < total ? 'About ' : ''
  const leadsAWeek = 7 * perDay * leadShare
  const alerts =
    leads === 0 ? 'no leads among those checked' : `${number(leadsAWeek)} leads per week (${share.format(leadShare)})`
  return `${about}${number(perDay)} posts per day, ${alerts}.`.replace(/^[a-z]/, (first) => first.toUpperCase())
}

/** Returns the basis of the estimate. */
export function coverageText({ read, total, covered, days, older }: KeywordPreview): string {
  if (read === 0) return ''
  const base =
    read < total
      ? `Estimated from a sample of ${count.format(read)} of ${count.format(total)} posts`
      : `Based on ${total === 1 ? 'the only stored post' : `all ${count.format(total)} stored posts`}`
  const first = days.find((day) => day.read > 0)
  const from = !first
    ? ''
    : covered === days.length
      ? `, covering each of the last ${days.length} days`
      : `, covering ${covered} of the last ${days.length} days, starting ${dayText(first.day)}. The other days have no stored posts`
  const rest = older > 0 && covered > 0 ? ` It also matches ${posts(older)} older than that.` : ''
  return `${base}${from}.${rest}`
}

/** Returns hits as a percentage of all matches. */
export function shareText(hits: number, found: number): string {
  return share.format(hits / found)
}

/** Formats the estimated number of matches. */
export function hitsText(hits: number): string {
  return hits === 0 ? '0' : number(hits)
}

function posts(of: number): string {
  return `${count.format(of)} ${of === 1 ? 'post' : 'posts'}`
}

function number(value: number): string {
  if (value < 0.1) return 'less than 0.1'
  return value < 10 ? String(Number(value.toFixed(1))) : count.format(Math.round(value))
}

export function dayText(day: string): string {
  return new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
}
