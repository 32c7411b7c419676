/** Why something can no longer be read: its author deleted it, or moderators removed it. */
export type Gone = 'deleted' | 'removed'

interface Written {
  /** The number behind the base-36 name; it rises with time. */
  id: number
  /** The name with its kind, such as t3_abc. */
  name: string
  /** The community's key; null for a client's text. */
  key: string | null
  /** When it was written, in ms. */
  at: number
  author: string
  body: string
  /** The final score, without client votes. */
  votes: number
  /** Client votes by voter; null if there are none. */
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
  /** The target of a link post. */
  url: string | null
  flair: string | null
  /** At all levels, including deleted comments. */
  commentCount: number
}

export interface Comment extends Written {
  kind: 't1'
  post: Post
  parent: Post | Comment
  depth: number
  /** Whether a moderator speaks for the subreddit. */
  isNote: boolean
}

export type Thing = Post | Comment

/** A private message. */
export interface Message {
  kind: 't4'
  id: number
  name: string
  at: number
  /** An account, or a subreddit with the prefix `#`. */
  from: string
  to: string
  /** Without r/; null for a message between two accounts. */
  subreddit: string | null
  subject: string
  body: string
  /** The message that it answers; the chain leads to the start of the thread. */
  parent: Message | null
}

export function nameOf(kind: 't1' | 't3' | 't4', id: number): string {
  return `${kind}_${id.toString(36)}`
}

export function postOf(thing: Thing): Post {
  return thing.kind === 't3' ? thing : thing.post
}

const settled = 6 * 3_600_000

/** Returns the score at a time. It approaches the final score, fastest in the first hours. */
export function scoreOf({ votes, at, voters }: Thing, now: number): number {
  const grown = Math.round(1 + (votes - 1) * (1 - Math.exp(-(now - at) / settled)))
  return voters ? voters.values().reduce((sum, vote) => sum + vote, grown) : grown
}
