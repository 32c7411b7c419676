import { z } from 'zod'
import { isItem, type Thing } from './things.ts'

/**
 * What became of an item (DESIGN 4, forget): its text is to go with `deleted` (by its author), `removed` (by moderators
 * or Reddit) and `absent` (Reddit knows it no more); `authorless` is what a deleted account left, which Reddit still shows.
 */
export type Standing = 'there' | 'authorless' | 'deleted' | 'removed' | 'absent'

const Fate = z.object({
  author: z.string().nullish(),
  removed_by_category: z.string().nullish(),
  selftext: z.string().nullish(),
  body: z.string().nullish(),
})

/** Who removes what is theirs. */
const byAuthor = new Set(['deleted', 'author'])

/**
 * Of one that Reddit still answers with. Of a deleted account the posts stay, without its name. Where an old answer lacks
 * the category, a link without an author may be either, and counts as deleted.
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

/** Whether an item is shown no more, and its words must not be. */
export function isGone(thing: Thing): boolean {
  return isItem(thing) && ['deleted', 'removed'].includes(standingOf(thing))
}

/** What Reddit writes in place of a text. */
function noticeOf(text: string): 'deleted' | 'removed' | null {
  if (text.length > 40) return null
  const words = text.replace(/[[\]]/g, '').trim().toLowerCase()
  if (!text.trim().startsWith('[') || !text.trim().endsWith(']')) return null
  if (words === 'deleted' || words === 'deleted by user') return 'deleted'
  return words === 'removed' || words === 'removed by reddit' ? 'removed' : null
}
