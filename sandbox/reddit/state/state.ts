import type { Community, Subreddit } from '../../community/types.ts'
import { Board } from './board.ts'
import type { Clock } from './clock.ts'
import { Days } from './days.ts'
import { Entry, type EntryOf, type Standing } from './entry.ts'
import { nextOwnId } from './ids.ts'
import { Log } from './log.ts'
import { Mail, same } from './mail.ts'
import { greeter, People } from './people.ts'
import { heardMessage, heardThing, Reactions } from './reactions.ts'
import { type Comment, nameOf, postOf, type Thing } from './things.ts'
import { Tokens } from './tokens.ts'

/** Longer than a client's pause between requests, because loading a day blocks. */
const idleMs = 250

/**
 * The complete state: the community up to the current time, plus client actions. The community is regenerated at every
 * start; client actions come from a log.
 */
export class State {
  readonly community: Community
  readonly clock: Clock
  readonly people: People
  readonly board = new Board()
  readonly mail = new Mail()
  readonly tokens = new Tokens()
  readonly #days: Days
  readonly #reactions: Reactions
  readonly #log: Log<Entry>
  readonly #subreddits: Map<string, Subreddit>
  readonly #standings = new Map<string, Standing>()
  #lastId = 0
  #filling: NodeJS.Timeout | null = null

  constructor(community: Community, clock: Clock, { folder, days }: { folder: string | null; days: number }) {
    this.community = community
    this.clock = clock
    this.people = new People(community.people)
    this.#subreddits = new Map(community.subreddits.map((subreddit) => [subreddit.name.toLowerCase(), subreddit]))
    this.#days = new Days(community, this.board, days, (person) => this.people.change(person, { standing: 'left' }))
    this.#reactions = new Reactions(community)
    this.#log = new Log(folder, (line) => Entry.parse(line))
    this.#begin()
  }

  #begin(): void {
    const entries = this.#log.read()
    // The last pace determines the time, and therefore which days exist.
    const pace = entries.findLast((entry) => entry.type === 'pace')
    this.clock.set(pace ?? null)
    // Without client actions, no days are needed yet: the client may only sign in.
    if (entries.length > 0) this.advance()
    for (const account of this.people.all()) if (account.password !== null) this.#greet(account.name)
    for (const entry of entries) this.#apply(entry)
  }

  /** Loads one day at a time while the sandbox is idle. */
  #fill(): void {
    if (this.#days.isWhole) return
    if (this.#filling) {
      this.#filling.refresh()
      return
    }
    this.#filling = setTimeout(() => {
      this.#filling = null
      this.#days.fill()
      this.#fill()
    }, idleMs)
  }

  /** Loads all earlier days at once. */
  fillAll(): void {
    while (!this.#days.isWhole) this.#days.fill()
  }

  /** Applies everything up to the current sandbox time and returns that time. */
  advance(): number {
    const now = this.clock.now()
    this.#days.advance(now)
    this.#react(now)
    this.#fill()
    return now
  }

  /** Performs the community's due reactions to client texts. */
  #react(now: number): void {
    for (let next = this.#reactions.due(now); next; next = this.#reactions.due(now)) {
      const entry = this.#reactions.entryOf(this, next)
      if (entry) this.record(entry)
    }
  }

  /** Reactions are only for clients, not for members of the community or unknown names. */
  #isClient(name: string): boolean {
    return this.people.get(name)?.password != null
  }

  /** Whether all earlier days are loaded. */
  get isWhole(): boolean {
    return this.#days.isWhole
  }

  /** Returns a post or comment by name, including old ones. */
  thing(name: string): Thing | null {
    const found = this.board.get(name)
    if (found || !/^t[13]_[0-9a-z]{1,12}$/.test(name)) return found
    return this.#days.reachBack(Number.parseInt(name.slice(3), 36)) ? this.board.get(name) : null
  }

  subreddit(name: string): Subreddit | null {
    return this.#subreddits.get(name.toLowerCase()) ?? null
  }

  standingOf(subreddit: Subreddit): Standing {
    return this.#standings.get(subreddit.name) ?? subreddit.type
  }

  isOpen(subreddit: string): boolean {
    const found = this.subreddit(subreddit)
    return found !== null && this.standingOf(found) === 'public'
  }

  /** Returns the next ID, for now or for another time. */
  nextId(at = this.clock.now()): number {
    return nextOwnId(at, this.#lastId)
  }

  /** Logs an entry and applies it. */
  record(entry: Entry): void {
    this.#log.add(entry)
    this.#apply(entry)
  }

  /** Stops. With `forget`, deletes all client actions and resets the clock; the next request then needs a new state. */
  close({ forget }: { forget: boolean }): void {
    if (this.#filling) clearTimeout(this.#filling)
    this.#filling = null
    if (forget) {
      this.#log.clear()
      this.#log.add({ type: 'purge', lastId: this.#lastId })
    }
    this.#log.close()
  }

  #apply(entry: Entry): void {
    switch (entry.type) {
      case 'post':
        this.#lastId = entry.id
        this.#days.keep(entry.at)
        this.#hear(this.board.post({ ...entry, key: null, votes: 1 }))
        return
      case 'comment':
        this.#lastId = entry.id
        this.#comment(entry)
        return
      case 'edit':
        this.#with(entry.target, (thing) => this.board.edit(thing, entry.at, entry.body))
        return
      case 'vote':
        this.#with(entry.target, (thing) => this.board.vote(thing, entry.by, entry.direction))
        return
      case 'moderate':
        this.#with(entry.target, (thing) => this.#moderate(thing, entry))
        if (entry.because !== undefined) this.#reactions.happened(entry.because, null)
        return
      case 'message':
        this.#lastId = entry.id
        this.#message(entry)
        return
      case 'read':
        this.mail.mark(entry.by, entry.names, entry.isNew)
        return
      case 'token':
        this.tokens.add(entry)
        return
      case 'revoke':
        this.tokens.revoke(entry.token)
        return
      case 'purge':
        this.#lastId = entry.lastId
        return
      case 'pace':
        this.clock.set(entry)
        return
      case 'subreddit':
        this.#standings.set(this.subreddit(entry.name)?.name ?? entry.name, entry.standing)
        return
      case 'block':
        this.people.block(entry.by, entry.whom)
        if (entry.because !== undefined) this.#reactions.happened(entry.because, null)
        return
      case 'person':
        this.people.change(entry.name, entry.change)
        return
    }
  }

  #with(name: string, happen: (thing: Thing) => void): void {
    const thing = this.thing(name)
    if (!thing) return
    this.#days.keep(postOf(thing).at)
    happen(thing)
  }

  #hear(thing: Thing): void {
    if (this.#isClient(thing.author)) this.#reactions.hear(heardThing(thing))
  }

  #comment({ id, at, author, body, parent: name, isNote = false, because }: EntryOf<'comment'>): void {
    if (because !== undefined) this.#reactions.happened(because, body)
    this.#with(name, (parent) => {
      const comment = this.board.comment({ key: null, id, at, author, body, votes: 1 }, parent, isNote)
      this.#days.keep(at)
      this.#hear(comment)
      const reason = parent.kind === 't3' ? 'post_reply' : 'comment_reply'
      if (!same(parent.author, author)) this.mail.receive(parent.author, { item: comment, reason, isNew: true })
      for (const mentioned of this.#mentioned(comment)) {
        this.mail.receive(mentioned, { item: comment, reason: 'username_mention', isNew: true })
      }
    })
  }

  #mentioned({ body, author, parent }: Comment): string[] {
    const names = [...body.matchAll(/(?<![\w/])\/?u\/([\w-]{3,20})/g)].map((match) => match[1]!.toLowerCase())
    const others = names.filter((name) => !same(name, author) && !same(name, parent.author))
    return [...new Set(others)].filter((name) => this.people.get(name))
  }

  #moderate(thing: Thing, { action }: EntryOf<'moderate'>): void {
    if (action === 'delete') this.board.gone(thing, 'deleted')
    else if (action === 'remove') this.board.gone(thing, 'removed')
    else postOf(thing).isLocked = action === 'lock'
  }

  #message({ id, parent, because, ...fields }: EntryOf<'message'>): void {
    if (because !== undefined) this.#reactions.happened(because, fields.body)
    const name = nameOf('t4', id)
    const before = parent === null ? null : this.mail.get(parent)
    const { at, from, to, subreddit = null, subject, body } = fields
    const message = { kind: 't4' as const, id, name, at, from, to, subreddit, subject, body, parent: before }
    this.mail.message(message)
    if (this.#isClient(from)) this.#reactions.hear(heardMessage(message))
  }

  /** Sends a greeting to each client account, so that no inbox is empty. */
  #greet(to: string): void {
    const account = this.people.get(to)!
    const at = account.createdAt
    const id = Number.parseInt(account.id, 36)
    const body = `Hi u/${account.name}, this is the sandbox: everyone here is fictional, and nothing leaves this machine.`
    this.mail.message({
      kind: 't4',
      id,
      name: nameOf('t4', id),
      at,
      from: greeter,
      to,
      subreddit: null,
      subject: 'Welcome',
      body,
      parent: null,
    })
  }
}
