/**
 * The community of the sandbox's Reddit: its people, subreddits and daily events. `sandbox/community/` generates it,
 * and `sandbox/reddit/` serves it. Times are in ms since 1970, UTC.
 */
export interface Community {
  subreddits: Subreddit[]
  people: Persona[]
  /**
   * Returns the events of a day (whole days since 1970, UTC), ordered by `at`. The same seed and day yield the same
   * events in any call order. Parents and targets are at most three days older.
   */
  happenings(day: number): CommunityEvent[]
  /** Returns the reactions to a client's text, ordered by `at`. The same seed yields the same reactions. */
  reactionsTo(clientText: ClientText): Reaction[]
  /** Returns the text of a reply. No run of twelve words repeats the texts around it or `before`. */
  wordsOf(reaction: ReplyReaction, before: readonly string[]): string
}

/** A client's text and its context, as the community sees it. */
export interface ClientText {
  /** The name of the post, comment or message. */
  name: string
  kind: 'post' | 'comment' | 'message'
  at: number
  author: string
  /** The title, the text and the link, one per line. */
  text: string
  /** Null for a message. */
  subreddit: string | null
  /** The thread's key; null for a message and for a thread that a client began. */
  thread: string | null
  /** The thread's author; null for a message. */
  starter: string | null
  /** The author of the parent, or the recipient, which may be a subreddit with the prefix `#`; null for a post. */
  to: string | null
  /** Other authors in the thread. */
  others: readonly string[]
  /** How often the client has already written in this exchange. */
  turn: number
  /** Whether the client wrote the same text recently, anywhere. */
  isRepeated: boolean
  /** Whether the client promoted something here recently. */
  hasPromoted: boolean
}

interface ReactionEvent {
  /** Stable and unique. */
  key: string
  at: number
}

/** A reply to the text, or a note on its removal. */
export interface ReplyReaction extends ReactionEvent {
  type: 'reply' | 'note'
  author: string
  /** The lexicon section that it is worded from. */
  intent: string
  subreddit: string | null
  thread: string | null
  facts: Readonly<Record<string, string>>
}

/** A removal by moderators; `reason` is the name of the rule. */
export interface Removal extends ReactionEvent {
  type: 'removal'
  reason: string
}

/** The person who got a message blocks its author. */
export interface Block extends ReactionEvent {
  type: 'block'
  author: string
}

export type Reaction = ReplyReaction | Removal | Block

export interface Subreddit {
  /** Without r/. */
  name: string
  title: string
  /** One or two plain sentences. */
  publicDescription: string
  /** The sidebar, in Markdown. */
  description: string
  subscribers: number
  createdAt: number
  over18: false
  type: 'public' | 'private' | 'banned'
  rules: Rule[]
  /** The available post flairs. */
  flairs: string[]
  promotion: 'welcome' | 'tolerated' | 'forbidden'
  /** Posts per day. */
  perDay: number
}

export interface Rule {
  shortName: string
  description: string
  kind: 'link' | 'comment' | 'all'
}

export interface Persona {
  /** Without u/. */
  name: string
  createdAt: number
  linkKarma: number
  commentKarma: number
  description: string
  /** The names of the subreddits they belong to. */
  subreddits: string[]
}

/** The true nature of a text. For tests only; the API never shows it. */
export interface Truth {
  kind: 'ask' | 'comparison' | 'complaint' | 'chatter' | 'advertising' | 'rubbish' | 'answer' | 'note'
  /** The kind of product that it is about. */
  product?: string
}

interface Event {
  /** Stable and unique. */
  key: string
  at: number
}

export interface PostEvent extends Event {
  type: 'post'
  subreddit: string
  author: string
  title: string
  /** Markdown; empty for a link post. */
  body: string
  /** The target of a link post. */
  url?: string
  flair?: string
  /** The final score. */
  votes: number
  truth: Truth
}

export interface CommentEvent extends Event {
  type: 'comment'
  /** The key of a post or of another comment. */
  parent: string
  author: string
  body: string
  votes: number
  truth: Truth
}

export type CommunityEvent =
  | PostEvent
  | CommentEvent
  | (Event & { type: 'edit'; target: string; body: string })
  /** By the author. */
  | (Event & { type: 'delete'; target: string })
  /** By moderators. */
  | (Event & { type: 'remove'; target: string; reason: string })
  | (Event & { type: 'lock'; target: string })
  /** An account is deleted. */
  | (Event & { type: 'leave'; person: string })
