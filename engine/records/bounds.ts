import type { SourceRecord } from './record.ts'

/** The maximum lengths in UTF-16 units. Reddit itself allows 300 characters in a title and 40,000 in a text. */
const maxLengths = { title: 1_000, body: 50_000, author: 100, flair: 300 }

/**
 * Truncates an item to lengths that no real one exceeds. Archives and feeds may hold anything, and lists show a hundred
 * items at once: a few forged ones could otherwise use up the server's memory.
 */
export function truncateRecord(record: SourceRecord): SourceRecord {
  const { title, body, author, flair, bodyTruncated } = record
  return {
    ...record,
    title: cut(title, maxLengths.title),
    body: cut(body, maxLengths.body),
    bodyTruncated: bodyTruncated || body.length > maxLengths.body,
    author: author === null ? null : cut(author, maxLengths.author),
    flair: flair === null ? null : cut(flair, maxLengths.flair),
  }
}

/** Cuts a text, but never between the two units of one character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(length - 1))
  return text.slice(0, isSplit ? length - 1 : length)
}
