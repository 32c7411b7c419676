import { promotionIn } from '../../community/promotion.ts'
import type { ClientText, Community, Reaction } from '../../community/types.ts'
import type { EntryOf } from './entry.ts'
import { same } from './mail.ts'
import type { State } from './state.ts'
import { type Comment, type Message, nameOf, postOf, type Thing } from './things.ts'

const day = 86_400_000
/** The maximum number of pending reactions. Further client texts get none. */
const waitingMost = 500
/** How much of a client's writing is remembered, and for how long. */
const writtenMost = 200
const repeatMs = 7 * day
const promotionMs = 30 * day
/** Shorter texts, such as thanks, may be repeated. */
const repeatWords = 8
const othersMost = 30

interface WrittenText {
  at: number
  subreddit: string | null
  /** The words, without punctuation. */
  words: string
  promotes: boolean
}

/** A pending reaction and the text that it reacts to. */
interface Waiting {
  reaction: Reaction
  to: ClientText
}

/**
 * The community's pending reactions to client texts. They follow from the log, so a restart restores them; reactions
 * that already happened are log entries.
 */
export class Reactions {
  readonly #community: Community
  /** By time. */
  #waiting: Waiting[] = []
  /** The keys of reactions that happened. */
  readonly #happened = new Set<string>()
  /** By author, oldest first. */
  readonly #written = new Map<string, WrittenText[]>()
  /** Recent reaction texts. */
  #words: string[] = []

  constructor(community: Community) {
    this.#community = community
  }

  /** Queues the community's reactions to a client's text. */
  hear(clientText: Omit<ClientText, 'isRepeated' | 'hasPromoted'>): void {
    const to = { ...clientText, ...this.#remembered(clientText) }
    for (const reaction of this.#community.reactionsTo(to)) {
      if (this.#waiting.length >= waitingMost) return
      this.#waiting.push({ reaction, to })
    }
    this.#waiting.sort((a, b) => a.reaction.at - b.reaction.at)
  }

  #remembered({ author, at, subreddit, text }: Omit<ClientText, 'isRepeated' | 'hasPromoted'>) {
    const earlier = this.#written.get(author) ?? []
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const now: WrittenText = { at, subreddit, words: words.join(' '), promotes: promotionIn(text).promotes }
    this.#written.set(author, [...earlier, now].slice(-writtenMost))
    const isSame = (each: WrittenText) => each.words === now.words && at - each.at < repeatMs
    return {
      isRepeated: words.length >= repeatWords && earlier.some(isSame),
      hasPromoted: earlier.some((each) => each.promotes && each.subreddit === subreddit && at - each.at < promotionMs),
    }
  }

  /** Notes a reaction that is in the log. */
  happened(key: string, words: string | null): void {
    this.#happened.add(key)
    this.#waiting = this.#waiting.filter(({ reaction }) => reaction.key !== key)
    if (words !== null) this.#words = [...this.#words, words].slice(-waitingMost)
  }

  /** Removes and returns the next reaction that is due, or null. */
  due(now: number): Waiting | null {
    const [next] = this.#waiting
    if (!next || next.reaction.at > now) return null
    this.#waiting.shift()
    return this.#happened.has(next.reaction.key) ? this.due(now) : next
  }

  /** Returns a reaction's log entry, or null if its target or author is gone. */
  entryOf(state: State, { reaction, to }: Waiting): EntryOf<'comment' | 'message' | 'moderate' | 'block'> | null {
    const { key: because, at } = reaction
    if (reaction.type === 'removal') {
      const thing = state.thing(to.name)
      return thing && !thing.gone ? { type: 'moderate', at, target: to.name, action: 'remove', because } : null
    }
    const { author } = reaction
    if (state.people.get(author)?.standing !== 'well') return null
    if (reaction.type === 'block') return { type: 'block', by: author, whom: to.author, because }
    const id = () => state.nextId(at)
    if (to.kind === 'message') {
      const message = state.mail.get(to.name)
      if (!message || state.people.get(to.author)?.standing !== 'well') return null
      const subject = message.subject.startsWith('re: ') ? message.subject : `re: ${message.subject}`
      const body = this.#community.wordsOf(reaction, this.#words)
      const { subreddit } = message
      const of = subreddit === null ? {} : { subreddit }
      return {
        type: 'message',
        at,
        id: id(),
        from: author,
        to: to.author,
        ...of,
        subject,
        body,
        parent: to.name,
        because,
      }
    }
    const isNote = reaction.type === 'note'
    const thing = state.thing(to.name)
    if (!thing || (!isNote && isClosed(state, thing))) return null
    const body = this.#community.wordsOf(reaction, this.#words)
    return { type: 'comment', at, id: id(), parent: to.name, author, body, because, ...(isNote ? { isNote } : {}) }
  }
}

function isClosed(state: State, thing: Thing): boolean {
  const post = postOf(thing)
  return thing.gone !== null || post.gone !== null || post.isLocked || !state.isOpen(post.subreddit)
}

/** Returns what the community knows about a post or comment. */
export function heardThing(thing: Thing): Omit<ClientText, 'isRepeated' | 'hasPromoted'> {
  const { name, at, author, body } = thing
  const post = postOf(thing)
  const text = thing.kind === 't3' ? [thing.title, body, thing.url ?? ''].join('\n') : body
  return {
    ...{ name, at, author, text, subreddit: post.subreddit, thread: post.key, starter: post.author },
    kind: thing.kind === 't3' ? 'post' : 'comment',
    to: thing.kind === 't3' ? null : thing.parent.author,
    others: othersIn(post.replies, author).slice(0, othersMost),
    turn: thing.kind === 't3' ? 0 : above(thing).filter((each) => same(each.author, author)).length,
  }
}

function othersIn(comments: readonly Comment[], author: string): string[] {
  const names = comments.flatMap((comment) => [comment.author, ...comment.replies.map((reply) => reply.author)])
  return [...new Set(names)].filter((name) => !same(name, author))
}

/** Returns a comment's ancestors without the post. */
function above({ parent }: Comment): Comment[] {
  return parent.kind === 't3' ? [] : [parent, ...above(parent)]
}

/** Returns what the addressee knows about a private message. */
export function heardMessage(message: Message): Omit<ClientText, 'isRepeated' | 'hasPromoted'> {
  const { id, at, from, to, body } = message
  let turn = 0
  for (let before = message.parent; before; before = before.parent) if (same(before.from, from)) turn += 1
  return {
    ...{ name: nameOf('t4', id), kind: 'message' as const, at, author: from, text: body, to, turn },
    ...{ subreddit: null, thread: null, starter: null, others: [] },
  }
}
