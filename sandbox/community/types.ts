/**
 * The community of the sandbox Reddit: who lives where, and what happens there day by day. `sandbox/community/` writes it,
 * `sandbox/reddit/` tells of it over the wire. Times are milliseconds since 1970, UTC.
 */
export interface Community {
  subreddits: Subreddit[]
  people: Persona[]
  /**
   * All that happens on a day (whole days since 1970, UTC), in the order of `at`. The same for the same seed and day, in
   * whatever order days are asked for; parents and targets lie up to three days earlier.
   */
  happenings(day: number): CommunityEvent[]
  /** What people and moderators do about what a client has written, in the order of `at`: the same for the same seed. */
  reactionsTo(heard: ClientText): Reaction[]
  /** What somebody says in reaction; no run of twelve words is one of what is said around it, or of `before`. */
  wordsOf(reaction: ReplyReaction, before: readonly string[]): string
}

/** Something that a client has written, as those see it who may react to it. */
export interface ClientText {
  /** What it is known by. */
  name: string
  kind: 'post' | 'comment' | 'message'
  at: number
  author: string
  /** A title, a text and a link, each on a line. */
  text: string
  /** The subreddit where it stands; null for a message. */
  subreddit: string | null
  /** The key of the thread that it is part of; null for a message, and where a client began it. */
  thread: string | null
  /** Who began the thread; null for a message. */
  starter: string | null
  /** Whom it answers or is sent to; null for a post. */
  to: string | null
  /** Who else has spoken in the thread. */
  others: readonly string[]
  /** How often the same client has spoken before in this exchange. */
  turn: number
  /** Whether the client said the same lately, elsewhere or here. */
  isRepeated: boolean
  /** Whether the client has promoted something here lately. */
  hasPromoted: boolean
}

interface ReactionEvent {
  /** Stable, and of nothing else. */
  key: string
  at: number
}

/** Somebody answers what was heard, or tells why it is gone. */
export interface ReplyReaction extends ReactionEvent {
  type: 'reply' | 'note'
  author: string
  /** The section of the language that it is made of. */
  intent: string
  subreddit: string | null
  thread: string | null
  facts: Readonly<Record<string, string>>
}

/** Moderators remove what breaks the rule of that name. */
export interface Removal extends ReactionEvent {
  type: 'removal'
  reason: string
}

export type Reaction = ReplyReaction | Removal

export interface Subreddit {
  /** Without r/. */
  name: string
  title: string
  /** One or two plain sentences. */
  publicDescription: string
  /** The side bar, in Markdown. */
  description: string
  subscribers: number
  createdAt: number
  over18: false
  type: 'public' | 'private' | 'banned'
  rules: Rule[]
  /** What posts can be marked with. */
  flairs: string[]
  promotion: 'welcome' | 'tolerated' | 'forbidden'
  /** How many posts there are a day. */
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
  /** The names of the subreddits where they are at home. */
  subreddits: string[]
}

/** What a text is in truth: for tests alone, it never leaves over the wire. */
export interface Truth {
  kind: 'ask' | 'comparison' | 'complaint' | 'chatter' | 'advertising' | 'rubbish' | 'answer' | 'note'
  /** The kind of product that it is about. */
  product?: string
}

interface Event {
  /** Stable, and of nothing else. */
  key: string
  at: number
}

export interface PostEvent extends Event {
  type: 'post'
  subreddit: string
  author: string
  title: string
  /** Markdown; empty below a link. */
  body: string
  /** Where a link post leads. */
  url?: string
  flair?: string
  /** The score in the end. */
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
  /** By the moderators. */
  | (Event & { type: 'remove'; target: string; reason: string })
  | (Event & { type: 'lock'; target: string })
  /** An account is deleted. */
  | (Event & { type: 'leave'; person: string })
