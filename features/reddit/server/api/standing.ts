import { z } from 'zod'
import { isItem, type Thing } from './things.ts'

/**
 * An item's standing on Reddit (DESIGN 4, forget). Its text has to be forgotten if it is `deleted` (by its author),
 * `removed` (by moderators or Reddit) or `absent` (no longer known to Reddit). `authorless` items come from a deleted
 * account; Reddit still shows them.
 */
export type Standing = 'there' | 'authorless' | 'deleted' | 'removed' | 'absent'

const Fate = z.object({
  author: z.string().nullish(),
  removed_by_category: z.string().nullish(),
  selftext: z.string().nullish(),
  body: z.string().nullish(),
})

/** The values for a deletion by the author. */
const byAuthor = new Set(['deleted', 'author'])

/**
 * Returns the standing of an item that Reddit returns. Posts of a deleted account stay, without its name. In old
 * responses without the category, a link without an author counts as deleted, since it may be either.
 */
export function standingOf({ kind, data }: Thing): Exclude<Standing, 'absent'> {
  const fate = Fate.safeParse(data).data
  if (!fate) return 'removed'
  const by = fate.removed_by_category
  if (by) return byAuthor.has(by) ? 'deleted' : 'removed'
  const text = (kind === 't3' ? fate.selftext : fate.body) ?? ''
  const notice = noticeOf(text)
  if (notice) return notice
  if (fate.author && fate.author !== '[deleted]') return 'there'
  return by === undefined && text.trim() === '' ? 'deleted' : 'authorless'
}

/** Returns whether an item is no longer shown on Reddit, so that its text must not be either. */
export function isGone(thing: Thing): boolean {
  return isItem(thing) && ['deleted', 'removed'].includes(standingOf(thing))
}

/** Detects Reddit's placeholder for a text. */
function noticeOf(text: string): 'deleted' | 'removed' | null {
  if (text.length > 40) return null
  const words = text.replace(/[[\]]/g, '').trim().toLowerCase()
  if (!text.trim().startsWith('[') || !text.trim().endsWith(']')) return null
  if (words === 'deleted' || words === 'deleted by user') return 'deleted'
  return words === 'removed' || words === 'removed by reddit' ? 'removed' : null
}
