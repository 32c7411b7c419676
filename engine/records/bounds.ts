import type { SourceRecord } from './record.ts'

/** UTF-16 units that are kept; Reddit itself takes 300 characters of a title and 40,000 of a text. */
const most = { title: 1_000, body: 50_000, author: 100, flair: 300 }

/**
 * An item no longer than any on Reddit is. Archives and feeds may hold anything, and lists show a hundred items at once:
 * without this, a few made-up ones would take the memory of the whole server.
 */
export function truncateRecord(record: SourceRecord): SourceRecord {
  const { title, body, author, flair, bodyTruncated } = record
  return {
    ...record,
    title: cut(title, most.title),
    body: cut(body, most.body),
    bodyTruncated: bodyTruncated || body.length > most.body,
    author: author === null ? null : cut(author, most.author),
    flair: flair === null ? null : cut(flair, most.flair),
  }
}

/** Never through the middle of a character that takes two units. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(length - 1))
  return text.slice(0, isSplit ? length - 1 : length)
}
