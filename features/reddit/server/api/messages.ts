import { z } from 'zod'
import { callReddit, type RedditApi } from './api.ts'
import { type Asking, type Page, pageQuery } from './listings.ts'
import type { Outcome } from './outcome.ts'
import { isGone } from './standing.ts'
import { readListing, type Thing } from './things.ts'

/** A message in the inbox of a connected account, or sent from it. */
export interface Message {
  /** Such as `t4_1abcde`, or `t1_1abcde` for a reply to a comment. */
  name: string
  kind: 'message' | 'comment'
  /** Null for a deleted account, or for moderators or Reddit without a name. */
  author: string | null
  /** Whether the author speaks as a moderator or for Reddit. */
  isOfficial: boolean
  /** A user, or a community with the prefix `#`. */
  to: string | null
  subject: string
  /** Markdown. Messages from Reddit's chat have the subject `[direct chat room]`. */
  body: string
  sentAt: number | null
  isNew: boolean
  /** The message or comment that it replies to. */
  parent: string | null
  /** The first message of its conversation; null in that message. */
  first: string | null
  /** Without r/; null for messages between two users. */
  subreddit: string | null
  /** Whether it is a comment that mentions the account, rather than an answer to it. */
  isMention: boolean
  /** The post above a comment, by its id without `t3_`, and the comment's path; null for messages. */
  thread: { id: string; title: string; permalink: string } | null
  /** Whether it is a comment that was deleted or removed since. */
  isGone: boolean
}

export interface Messages {
  /** In Reddit's order, newest conversation first. */
  messages: Message[]
  broken: number
  after: string | null
}

/** Reads messages without marking them as read. */
export function readMessages(
  api: RedditApi,
  box: 'inbox' | 'unread' | 'sent',
  page: Page,
  { purpose = 'action', failures = 0 }: Asking = {},
): Promise<Outcome<Messages>> {
  const query = { mark: 'false', ...pageQuery(page) }
  return callReddit(api, { path: `/message/${box}`, query, purpose, failures }, readMessageList)
}

const text = z.string().nullish()

const Data = z.object({
  id: z.string(),
  author: text,
  dest: text,
  subject: text,
  body: z.string(),
  created_utc: z.number().nullish(),
  new: z.boolean().nullish(),
  parent_id: text,
  first_message_name: text,
  subreddit: text,
  distinguished: text,
  type: text,
  context: text,
  link_title: text,
  replies: z.unknown(),
})

export function readMessageList(body: unknown): Messages | null {
  const listing = readListing(body)
  if (!listing) return null
  const found: Messages = { messages: [], broken: listing.broken, after: listing.after }
  const waiting = listing.things.toReversed()
  for (let thing = waiting.pop(); thing; thing = waiting.pop()) {
    const message = messageOf(thing)
    if (message) found.messages.push(message)
    else found.broken++
    // A message includes its replies.
    const below = readListing(thing.data.replies)
    if (!below) continue
    found.broken += below.broken
    waiting.push(...below.things.toReversed())
  }
  return found
}

function messageOf(thing: Thing): Message | null {
  const { kind, data } = thing
  const message = kind === 't4' || kind === 't1' ? Data.safeParse(data).data : undefined
  if (!message) return null
  return {
    name: `${kind}_${message.id}`,
    kind: kind === 't4' ? 'message' : 'comment',
    author: named(message.author),
    isOfficial: Boolean(message.distinguished),
    to: named(message.dest),
    subject: message.subject ?? '',
    body: message.body,
    sentAt: message.created_utc == null ? null : message.created_utc * 1000,
    isNew: message.new === true,
    parent: message.parent_id ?? null,
    first: message.first_message_name ?? null,
    subreddit: message.subreddit || null,
    // Before 2016, only the subject told mentions from replies.
    isMention: message.type === 'username_mention' || message.subject === 'username mention',
    thread: kind === 't1' ? threadOf(message) : null,
    isGone: kind === 't1' && isGone(thing),
  }
}

/** A comment's path, which an inbox adds a query to. */
const commentPath = /^(\/(?:r|u|user)\/[^/]+\/comments\/([0-9a-z]{1,13})\/[^/]*\/[0-9a-z]{1,13}\/?)(?:\?|$)/i

function threadOf({ context, link_title: title }: z.infer<typeof Data>): Message['thread'] {
  const [, permalink, id] = commentPath.exec(context ?? '') ?? []
  return permalink && id ? { id: id.toLowerCase(), title: title ?? '', permalink } : null
}

function named(name: string | null | undefined): string | null {
  return name && name !== '[deleted]' ? name : null
}
