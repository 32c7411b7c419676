import type { Item } from '../item.ts'
import { fromDump, isDump } from './dump.ts'

/** An item as a source delivers it, with the fields that only storage and display need. */
export interface SourceRecord extends Item {
  source: 'reddit' | 'push' | 'hackernews'
  /** The URL that the post links to, or its own; null if unknown. */
  url: string | null
  /** The path below https://www.reddit.com, beginning with a slash; the whole address of a post from elsewhere. */
  permalink: string
  /** True if the source truncated the body. */
  bodyTruncated: boolean
}

export type RecordResult = { record: SourceRecord } | { broken: string }

/**
 * Reads one object of our own NDJSON, or of a dump of Reddit (dump.ts). A file may mix them. Requires only the fields
 * that make it an item. `broken` is a reason that users see.
 */
export function toRecord(value: unknown): RecordResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { broken: 'not an object' }
  const input = value as Record<string, unknown>
  const row = isDump(input) ? fromDump(input) : input
  if (row === null) return { broken: 'neither a post nor a comment' }
  const id = text(row.id)
  if (!/^[\w.:-]{1,64}$/.test(id)) return { broken: 'id can contain only letters, digits, and _ . : -' }
  const kind = row.kind
  if (kind !== 'post' && kind !== 'comment') return { broken: 'kind must be post or comment' }
  const subreddit = text(row.subreddit).replace(/^\/?r\//, '')
  if (!/^\S{1,100}$/.test(subreddit)) return { broken: 'subreddit is missing' }
  const title = text(row.title)
  const body = text(row.body)
  if (title === '' && body === '') return { broken: 'title and body are empty' }
  return {
    record: {
      source: 'reddit',
      id,
      kind,
      subreddit,
      author: author(row.author),
      title: isNotice(title) ? '' : title,
      body: isNotice(body) ? '' : body,
      flair: text(row.flair) || null,
      score: integer(row.score),
      numComments: integer(row.numComments),
      postedAt: instant(row.createdAt),
      url: address(row.url),
      permalink: permalink(row.permalink, addressOf(subreddit, id, text(row.linkId))),
      bodyTruncated: row.bodyTruncated === true,
    },
  }
}

/** The notices with which Reddit replaces deleted text. */
const notices = new Set(['[removed]', '[deleted]', '[removed by reddit]', '[ removed by reddit ]', '[deleted by user]'])

function isNotice(value: string): boolean {
  return value.length < 30 && notices.has(value.trim().toLowerCase())
}

function text(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}

function author(value: unknown): string | null {
  const name = text(value).trim()
  return name === '' || isNotice(name) ? null : name
}

function integer(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  return Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.trunc(number)))
}

/** Reddit opened in June 2005. Instants before that, or far in the future, are mistakes and count as unknown. */
const earliest = Date.UTC(2005, 5, 1)
const latest = Date.UTC(2100, 0, 1)
/** Smaller numbers are seconds, larger ones milliseconds. */
const secondsMax = 100_000_000_000

function instant(value: unknown): number | null {
  const ms = typeof value === 'number' ? fromNumber(value) : typeof value === 'string' ? fromText(value) : Number.NaN
  return ms >= earliest && ms < latest ? ms : null
}

function fromNumber(value: number): number {
  return Math.trunc(value < secondsMax ? value * 1000 : value)
}

function fromText(value: string): number {
  const trimmed = value.trim()
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? fromNumber(Number(trimmed)) : Date.parse(trimmed)
}

/** Returns a web address, or null for anything else. */
export function address(value: unknown): string | null {
  const url = text(value)
  return /^https?:\/\//i.test(url) && url.length <= 2_000 ? url : null
}

function permalink(value: unknown, otherwise: string): string {
  const path = text(value).replace(/^https?:\/\/([\w-]+\.)?reddit\.com(?=\/)/i, '')
  // Browsers skip tabs and line ends in an address, so a slash after one would begin another host name.
  return /^\/[^/\\\s\p{C}][^\s\p{C}]*$/u.test(path) && path.length <= 1_000 ? path : otherwise
}

/** Returns an item's path on Reddit. Its community and id must be valid. A comment is below its thread. */
function addressOf(subreddit: string, id: string, linkId: string): string {
  const thread = /^t3_([0-9a-z]{1,13})$/i.exec(linkId)?.[1]
  return thread ? `/r/${subreddit}/comments/${thread}/_/${id}/` : `/r/${subreddit}/comments/${id}/`
}
