import { z } from 'zod'
import { truncateRecord } from '#engine/records/bounds.ts'
import { type SourceRecord, toRecord } from '#engine/records/record.ts'

/** Reddit's envelope: `t1` a comment, `t3` a post, `t4` a message, `more` the omitted part of a tree. */
const Thing = z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) })
export type Thing = z.infer<typeof Thing>

const Listing = z.object({
  kind: z.literal('Listing'),
  data: z.object({
    children: z.array(z.unknown()),
    after: z.string().nullish(),
    before: z.string().nullish(),
  }),
})

/** A page of things, still in their envelopes. */
export interface ThingPage {
  things: Thing[]
  /** The number of children that aren't things. */
  broken: number
  after: string | null
  before: string | null
}

/** Returns null if the body isn't a page. */
export function readListing(body: unknown): ThingPage | null {
  const parsed = Listing.safeParse(body)
  if (!parsed.success) return null
  const { children, after = null, before = null } = parsed.data.data
  return { ...readThings(children), after, before }
}

export function readThings(values: readonly unknown[]): { things: Thing[]; broken: number } {
  const things = values.flatMap((value) => Thing.safeParse(value).data ?? [])
  return { things, broken: values.length - things.length }
}

/** Returns a single thing of the given kind, or null. */
export function readThing(body: unknown, kind: string): Thing['data'] | null {
  const parsed = Thing.safeParse(body)
  return parsed.success && parsed.data.kind === kind ? parsed.data.data : null
}

/** Returns the full name, such as `t3_1abcde`. */
export function nameOf({ kind, data }: Thing): string {
  return `${kind}_${String(data.id)}`
}

/** Returns whether it is a post or a comment, even an incomplete one. */
export function isItem({ kind, data }: Thing): boolean {
  return (kind === 't3' || kind === 't1') && typeof data.id === 'string'
}

const text = z.string().nullish()
const number = z.union([z.number(), z.string()]).nullish()

const Shared = z.object({
  id: z.string(),
  subreddit: z.string(),
  author: text,
  permalink: text,
  created_utc: number,
  score: number,
  score_hidden: z.boolean().nullish(),
})

const Post = Shared.extend({
  title: text,
  selftext: text,
  link_flair_text: text,
  url: text,
  num_comments: number,
})

const Comment = Shared.extend({ body: text, link_title: text, link_id: text })

/** Returns the item in an envelope; null if it isn't a post or comment or lacks required fields. */
export function recordOf({ kind, data }: Thing): SourceRecord | null {
  const row = kind === 't3' ? postRow(data) : kind === 't1' ? commentRow(data) : null
  const result = row && toRecord(row)
  return result && 'record' in result ? truncateRecord(result.record) : null
}

function postRow(data: Thing['data']) {
  const post = Post.safeParse(data).data
  if (!post) return null
  const { title, selftext: body, link_flair_text: flair, url, num_comments: numComments } = post
  return { ...sharedRow(post), kind: 'post', title, body, flair, url, numComments }
}

function commentRow(data: Thing['data']) {
  const comment = Comment.safeParse(data).data
  if (!comment) return null
  const { link_title: title, body, link_id: linkId } = comment
  return { ...sharedRow(comment), kind: 'comment', title, body, linkId }
}

function sharedRow({ id, subreddit, author, permalink, created_utc: createdAt, ...votes }: z.infer<typeof Shared>) {
  // The API reports 1 while votes are hidden.
  const score = votes.score_hidden === true ? null : votes.score
  return { id, subreddit, author, permalink, createdAt, score }
}
