import type { KeywordPreview } from '../../contract.ts'

const count = new Intl.NumberFormat('en')
const share = new Intl.NumberFormat('en', { style: 'percent' })

/** What it would bring, in a sentence. */
export function estimateText({ read, total, covered, found, perDay, judged, leads, older }: KeywordPreview): string {
  if (read === 0) return 'No posts are stored yet, so nothing can be said of what it would find.'
  if (found === 0) return read < total ? 'It finds nothing in the sample.' : 'It finds nothing of what is stored.'
  const leadShare = judged === 0 ? 0 : leads / judged
  if (covered === 0 || perDay === 0) return `It finds ${posts(older)}, all older than 30 days.`
  const about = read < total ? 'About ' : ''
  const leadsAWeek = 7 * perDay * leadShare
  const alerts =
    leads === 0
      ? 'none of those looked at is a lead'
      : `${number(leadsAWeek)} leads a week (${share.format(leadShare)})`
  return `${about}${number(perDay)} posts a day, and ${alerts}.`.replace(/^[a-z]/, (first) => first.toUpperCase())
}

/** What the estimate stands on. */
export function coverageText({ read, total, covered, days, older }: KeywordPreview): string {
  if (read === 0) return ''
  const base =
    read < total
      ? `Estimated from a sample of ${count.format(read)} of ${count.format(total)} posts`
      : `From all ${posts(total)} that ${total === 1 ? 'is' : 'are'} here`
  const first = days.find((day) => day.read > 0)
  const from = !first
    ? ''
    : covered === days.length
      ? `, on all of ${days.length} days`
      : `, on ${covered} of ${days.length} days, the first ${dayText(first.day)}. Other days have no posts here`
  const rest = older > 0 && covered > 0 ? ` It finds ${posts(older)} older than that, too.` : ''
  return `${base}${from}.${rest}`
}

/** A part of what was found. */
export function shareText(hits: number, found: number): string {
  return share.format(hits / found)
}

/** How often it would be found, as estimated. */
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
