import { clickShare } from '#engine/seo/click-share.ts'
import type { SeoReceipt, SeoReport, SeoThread } from '../contract.ts'

const engineNames: Record<string, string> = {
  google: 'Google',
  bing: 'Bing',
  duckduckgo: 'DuckDuckGo',
  brave: 'Brave',
  startpage: 'Startpage',
}

/** Returns the name of an engine or model as people write it. */
export function engineName(engine: string): string {
  return engineNames[engine] ?? engine
}

/** Returns what a receipt shows, without its date. */
export function receiptText({ kind, engine, query, position }: SeoReceipt): string {
  if (kind === 'ranking') return `#${position} on ${engineName(engine)} for “${query}”`
  if (kind === 'cited') return `Cited by ${engineName(engine)} for “${query}”`
  return `Stored post that matches “${query}”`
}

/** Returns the average share of clicks at the position of a receipt; null if it isn't known. The averages are Google's. */
export function shareText({ kind, engine, position }: SeoReceipt): string | null {
  const share = kind === 'ranking' && engine === 'google' && position !== null ? clickShare(position) : null
  return share === null ? null : `about ${share}% of clicks`
}

/** Returns a receipt as the tag of a lead. */
export function tagText({ kind, position }: SeoReceipt): string {
  if (kind === 'ranking') return `SEO #${position}`
  return kind === 'cited' ? 'Cited by AI' : 'SEO estimate'
}

const comments = { open: 'Comments open', locked: 'Comments locked', archived: 'Archived, no comments' } as const

/** Returns whether a thread accepts comments, in words. */
export function commentsText(thread: Pick<SeoThread, 'comments'>): string {
  return thread.comments === null ? 'Comments: unknown' : comments[thread.comments]
}

/** Returns which names a thread has, in words, and where they were looked for. */
export function namesText({ named }: Pick<SeoThread, 'named'>): string {
  if (!named) return 'Names: unknown'
  const names = [...named.names.brand, ...named.names.competitors]
  const where = named.in === 'thread' ? '' : ' (only the post was read)'
  return names.length === 0 ? `Mentions neither you nor competitors${where}` : `Names ${names.join(', ')}${where}`
}

const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' })
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export function dateText(instant: string): string {
  return date.format(new Date(instant))
}

/** Returns when the next update is; null until it is planned. */
export function nextText({ nextAt }: Pick<SeoReport, 'nextAt'>): string | null {
  return nextAt === null ? null : `Next update on ${day.format(new Date(nextAt))}`
}
