import { outsideAuthor, outsidePlace } from '../places/places.ts'
import { address, type RecordResult, toRecord } from './record.ts'

/** A pushed line: an item, or the id of one that is gone. `broken` is a reason that users see. */
export type PushedLine = RecordResult | { deletedId: string }

/** Names that would pass for a source of Earshot's own. */
const reserved: ReadonlySet<string> = new Set(['reddit', 'hacker news'])
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} .-]{0,39}$/u

/** Returns why a name can't be that of a push source, or null. */
export function sourceNameFault(name: string): string | null {
  if (!namePattern.test(name)) {
    return 'source must be a name of up to 40 letters, digits, spaces, dots, and hyphens, such as "G2 reviews"'
  }
  return reserved.has(name.toLowerCase()) ? `source can't be "${name}". Choose another name` : null
}

/**
 * Reads one object of our own NDJSON that was pushed as an item of a source of the user's own. Its `url` leads to the
 * post, `kind` is `post` unless it says otherwise, and what only Reddit has is left out.
 */
export function toPushed(value: unknown, sourceName: string): PushedLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { broken: 'not an object' }
  const row = value as Record<string, unknown>
  if (row.deleted === true) return deletionOf(row.id)
  // Any community will do: the place of the item is its source.
  const result = toRecord({ ...row, kind: row.kind ?? 'post', subreddit: 'x', permalink: null })
  if ('broken' in result) return result
  const permalink = linkOf(row.url)
  if (permalink === null) return { broken: 'url must be the address of the post, with http:// or https://' }
  const place = outsidePlace(sourceName)
  const { record } = result
  const author = record.author === null ? null : outsideAuthor(record.author, place)
  return { record: { ...record, source: 'push', subreddit: place, author, url: null, permalink } }
}

const idPattern = /^[\w.:-]{1,64}$/

function deletionOf(id: unknown): PushedLine {
  const name = typeof id === 'number' ? String(id) : id
  return typeof name === 'string' && idPattern.test(name)
    ? { deletedId: name }
    : { broken: 'id can contain only letters, digits, and _ . : -' }
}

function linkOf(value: unknown): string | null {
  const link = address(value)
  const url = link === null ? null : URL.parse(link)
  return url === null || url.username !== '' || url.password !== '' || url.href.length > 1_000 ? null : url.href
}
