import { hackerNews, outsideAuthor } from '../places/places.ts'
import { type SourceRecord, toRecord } from '../records/record.ts'
import { hackerNewsText } from './text.ts'

type Row = Record<string, unknown>

/** An item as the API of single items returns it, as far as it matters beyond its content. */
export interface ItemState {
  id: number
  type: string
  /** The post or comment that a comment answers. */
  parent: number | null
  title: string
  /** The author deleted it, or moderators or flags removed it. */
  gone: 'deleted' | 'removed' | null
}

/** Returns the state of an item; null if it isn't one. */
export function itemState(value: unknown): ItemState | null {
  if (!isRow(value) || typeof value.id !== 'number') return null
  return {
    id: value.id,
    type: typeof value.type === 'string' ? value.type : '',
    parent: typeof value.parent === 'number' ? value.parent : null,
    title: typeof value.title === 'string' ? hackerNewsText(value.title) : '',
    gone: value.deleted === true ? 'deleted' : value.dead === true ? 'removed' : null,
  }
}

/** Returns how the ID of an item is stored. */
export function storedId(id: number | string): string {
  return `hn-${id}`
}

/** Returns the number of a stored ID; null for IDs of other sources. */
export function itemNumber(stored: string): number | null {
  const digits = /^hn-(\d+)$/.exec(stored)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Returns an item of the API as a record, or null for jobs, options of polls, and what is gone or empty. */
export function recordOfItem(value: unknown, threadTitle: string): SourceRecord | null {
  const state = itemState(value)
  if (!state || state.gone !== null || !isRow(value)) return null
  return recordOf({
    id: state.id,
    kind: kindOf(state.type),
    title: state.type === 'comment' ? threadTitle : state.title,
    html: value.text,
    author: value.by,
    url: value.url,
    createdAt: value.time,
    score: value.score,
    numComments: value.descendants,
  })
}

/** Returns a hit of the search as a record, or null like `recordOfItem`. */
export function recordOfHit(value: unknown): SourceRecord | null {
  if (!isRow(value) || !Array.isArray(value._tags)) return null
  const kind = value._tags.includes('comment') ? 'comment' : value._tags.includes('story') ? 'post' : null
  const title = kind === 'comment' ? value.story_title : value.title
  return recordOf({
    id: value.objectID,
    kind,
    title: typeof title === 'string' ? hackerNewsText(title) : '',
    html: kind === 'comment' ? value.comment_text : value.story_text,
    author: value.author,
    url: value.url,
    createdAt: value.created_at_i,
    score: value.points,
    numComments: value.num_comments,
  })
}

function kindOf(type: string): 'post' | 'comment' | null {
  if (type === 'comment') return 'comment'
  return type === 'story' || type === 'poll' ? 'post' : null
}

interface Content {
  id: unknown
  kind: 'post' | 'comment' | null
  title: string
  html: unknown
  author: unknown
  url: unknown
  createdAt: unknown
  score: unknown
  numComments: unknown
}

function recordOf({ id, kind, html, ...content }: Content): SourceRecord | null {
  const number = String(id)
  if (kind === null || !/^\d{1,12}$/.test(number)) return null
  const body = typeof html === 'string' ? hackerNewsText(html) : ''
  // Any community will do: the place is the site.
  const result = toRecord({ ...content, id: storedId(number), kind, body, subreddit: 'x' })
  if ('broken' in result) return null
  const { record } = result
  return {
    ...record,
    source: 'hackernews',
    subreddit: hackerNews,
    author: record.author === null ? null : outsideAuthor(record.author, hackerNews),
    permalink: `https://news.ycombinator.com/item?id=${number}`,
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
