import { z } from 'zod'
import type { SourceRecord } from '#engine/records/record.ts'
import { callReddit, type RedditApi } from './api.ts'
import type { Asking } from './listings.ts'
import { type Outcome, ok } from './outcome.ts'
import { isGone } from './standing.ts'
import { readListing, readThings, recordOf, type Thing, type ThingPage } from './things.ts'

/** The limits for reading a thread; some have tens of thousands of comments. */
export interface ThreadBounds {
  comments: number
  /** The requests for comments omitted on the first page. */
  calls: number
}

const threadBounds: ThreadBounds = { comments: 500, calls: 4 }

/** A comment, and its parent: the post (`t3_...`) or another comment (`t1_...`). */
export interface ThreadComment {
  record: SourceRecord
  parent: string
}

/** Whether a thread accepts comments. */
export type CommentState = 'open' | 'locked' | 'archived'

export interface Thread {
  /** Null if it is deleted or removed. */
  post: SourceRecord | null
  /** Each above its replies. */
  comments: ThreadComment[]
  /** Null if Reddit doesn't say. */
  state: CommentState | null
  /** The number of further comments, as far as Reddit reports it. */
  left: number
  broken: number
}

/** The comments omitted on a page. */
interface More {
  ids: string[]
  count: number
}

/** The contents of a page of a thread. */
interface ThreadPage {
  post: SourceRecord | null
  comments: ThreadComment[]
  state: CommentState | null
  more: More[]
  broken: number
}

/** A part of the tree of comments. */
type Branches = Omit<ThreadPage, 'post' | 'state'>

/** Reddit's maximum number of names in one request. */
const moreMost = 100

/** Reads a thread by the id of its post. Comments that couldn't be read are counted in `left`. */
export async function readThread(
  api: RedditApi,
  id: string,
  bounds: ThreadBounds = threadBounds,
  { purpose = 'action', failures = 0 }: Asking = {},
): Promise<Outcome<Thread>> {
  const query = { limit: bounds.comments, sort: 'confidence' }
  const first = await callReddit(
    api,
    { path: `/comments/${encodeURIComponent(id)}`, query, purpose, failures },
    readThreadPage,
  )
  if (first.state !== 'ok') return first
  const { post, comments, state, broken, more } = first.value
  const found = { comments: [...comments], broken, waiting: more }
  for (let calls = 0; calls < bounds.calls && found.comments.length < bounds.comments; calls++) {
    const ids = found.waiting.flatMap((each) => each.ids).slice(0, moreMost)
    if (ids.length === 0) break
    const next = { link_id: `t3_${id}`, children: ids.join(','), sort: 'confidence', api_type: 'json' }
    const page = await callReddit(api, { path: '/api/morechildren', query: next, purpose, failures }, readMoreChildren)
    // The comments read so far are useful without the rest.
    if (page.state !== 'ok') break
    found.comments.push(...page.value.comments)
    found.broken += page.value.broken
    found.waiting = [...without(found.waiting, new Set(ids)), ...page.value.more]
  }
  const over = Math.max(found.comments.length - bounds.comments, 0)
  const left = over + found.waiting.reduce((sum, { count }) => sum + count, 0)
  return ok({ post, comments: found.comments.slice(0, bounds.comments), state, left, broken: found.broken })
}

function without(waiting: readonly More[], asked: ReadonlySet<string>): More[] {
  return waiting.flatMap(({ ids, count }) => {
    const rest = ids.filter((id) => !asked.has(id))
    return rest.length > 0 || ids.length === 0
      ? [{ ids: rest, count: Math.max(count - (ids.length - rest.length), 0) }]
      : []
  })
}

/** Parses a response of `/comments/`; null for anything else. */
function readThreadPage(body: unknown): ThreadPage | null {
  const [posts, comments] = Array.isArray(body) ? body.map(readListing) : []
  const first = posts?.things[0]
  if (!first || !comments) return null
  return { post: shownRecord(first), state: stateOf(first), ...walk(comments) }
}

const Closing = z.object({ archived: z.boolean(), locked: z.boolean() })

function stateOf({ data }: Thing): CommentState | null {
  const closing = Closing.safeParse(data).data
  if (!closing) return null
  return closing.archived ? 'archived' : closing.locked ? 'locked' : 'open'
}

const MoreChildren = z.object({ json: z.object({ data: z.object({ things: z.array(z.unknown()) }).optional() }) })

/** Parses a response of `/api/morechildren`; null for anything else. */
export function readMoreChildren(body: unknown): Branches | null {
  const parsed = MoreChildren.safeParse(body)
  return parsed.success ? walk(readThings(parsed.data.json.data?.things ?? [])) : null
}

const Replies = z.object({ parent_id: z.string(), replies: z.unknown() })
const MoreData = z.object({ children: z.array(z.string()), count: z.number() })

/** Walks the tree without recursion, since its depth is up to others. */
function walk({ things, broken }: Pick<ThingPage, 'things' | 'broken'>): Branches {
  const found: Branches = { comments: [], more: [], broken }
  const waiting = things.toReversed()
  for (let thing = waiting.pop(); thing; thing = waiting.pop()) {
    const left = moreOf(thing)
    if (left) {
      found.more.push(left)
      continue
    }
    const node = Replies.safeParse(thing.data).data
    // The tree keeps a placeholder for a deleted comment, for the replies below.
    const record = shownRecord(thing)
    if (record && node) found.comments.push({ record, parent: node.parent_id })
    else if (!isGone(thing)) found.broken++
    const below = readListing(node?.replies)
    if (!below) continue
    found.broken += below.broken
    waiting.push(...below.things.toReversed())
  }
  return found
}

function shownRecord(thing: Thing): SourceRecord | null {
  return isGone(thing) ? null : recordOf(thing)
}

function moreOf({ kind, data }: Thing): More | null {
  const parsed = kind === 'more' ? MoreData.safeParse(data).data : undefined
  return parsed ? { ids: parsed.children, count: Math.max(parsed.count, parsed.children.length) } : null
}
