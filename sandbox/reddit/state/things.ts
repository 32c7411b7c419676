/** Why something can no longer be read: its author deleted it, or moderators removed it. */
export type Gone = 'deleted' | 'removed'

interface Written {
  /** The number that its name has in base 36; it rises with time. */
  id: number
  /** With its kind, as t3_abc. */
  name: string
  /** What the community knows it by; null for what a client wrote. */
  key: string | null
  /** When it was written (ms). */
  at: number
  author: string
  body: string
  /** The score in the end, without what clients add. */
  votes: number
  /** Who of the clients has voted how; null while none has. */
  voters: Map<string, -1 | 1> | null
  editedAt: number | null
  gone: Gone | null
  isLocked: boolean
  replies: Comment[]
}

export interface Post extends Written {
  kind: 't3'
  subreddit: string
  title: string
  /** Where a link post leads. */
  url: string | null
  flair: string | null
  /** Of all levels, those that are gone too. */
  commentCount: number
}

export interface Comment extends Written {
  kind: 't1'
  post: Post
  parent: Post | Comment
  depth: number
  /** Whether a moderator says it in the name of the subreddit. */
  isNote: boolean
}

export type Thing = Post | Comment

/** A private message. */
export interface Message {
  kind: 't4'
  id: number
  name: string
  at: number
  from: string
  to: string
  subject: string
  body: string
  /** What it answers, and what its whole thread began with. */
  parent: Message | null
}

export function nameOf(kind: 't1' | 't3' | 't4', id: number): string {
  return `${kind}_${id.toString(36)}`
}

export function postOf(thing: Thing): Post {
  return thing.kind === 't3' ? thing : thing.post
}

const settled = 6 * 3_600_000

/** Scores grow towards what they are in the end, most in the first hours. */
export function scoreOf({ votes, at, voters }: Thing, now: number): number {
  const grown = Math.round(1 + (votes - 1) * (1 - Math.exp(-(now - at) / settled)))
  return voters ? voters.values().reduce((sum, vote) => sum + vote, grown) : grown
}
