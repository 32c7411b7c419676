import type { CommentEvent, CommunityEvent, PostEvent } from '../../community/types.ts'
import { dayOf } from './ids.ts'
import { type Comment, type Gone, nameOf, type Post, type Thing } from './things.ts'

/** An event of the community, with the ID for the thing that it creates. */
export type NumberedEvent = { happening: CommunityEvent; id: number }

/** The posts and comments of one day, oldest first. */
interface Bucket {
  t3: Post[]
  t1: Comment[]
}

/** The posts and comments so far, for the days that are loaded. */
export class Board {
  readonly #byName = new Map<string, Thing>()
  /** The community's things by key. */
  readonly #byKey = new Map<string, Thing>()
  /** Events whose target is not loaded yet, by its key. */
  readonly #waiting = new Map<string, NumberedEvent[]>()
  readonly #days = new Map<number, Bucket>()
  #newestDays: number[] = []

  get(name: string): Thing | null {
    return this.#byName.get(name) ?? null
  }

  /** Yields things newest first. */
  *newest<Kind extends keyof Bucket>(kind: Kind): Generator<Bucket[Kind][number]> {
    for (const day of this.#newestDays) {
      const things = this.#days.get(day)![kind]
      for (let at = things.length - 1; at >= 0; at--) yield things[at]!
    }
  }

  counts(): { posts: number; comments: number } {
    let [posts, comments] = [0, 0]
    for (const { t3, t1 } of this.#days.values()) {
      posts += t3.length
      comments += t1.length
    }
    return { posts, comments }
  }

  /** Applies an event. The event waits if its target is not loaded yet. */
  tell(event: NumberedEvent): void {
    const { happening, id } = event
    if (happening.type === 'leave') return
    const needs = happening.type === 'post' ? null : happening.type === 'comment' ? happening.parent : happening.target
    const thing = needs === null ? null : (this.#byKey.get(needs) ?? null)
    if (needs !== null && !thing) this.#wait(needs, event)
    else if (happening.type === 'post') this.#release(this.#post(happening, id))
    else if (thing && happening.type === 'comment') this.#release(this.#comment(happening, id, thing))
    else if (thing && happening.type === 'edit') this.edit(thing, happening.at, happening.body)
    else if (thing && happening.type === 'delete') this.gone(thing, 'deleted')
    else if (thing && happening.type === 'remove') this.gone(thing, 'removed')
    else if (thing && happening.type === 'lock') thing.isLocked = true
  }

  #wait(key: string, event: NumberedEvent): void {
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push(event)
    else this.#waiting.set(key, [event])
  }

  /** Applies the events that waited for a thing. */
  #release(thing: Thing): void {
    const key = thing.key ?? ''
    this.#byKey.set(key, thing)
    const waiting = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    for (const event of waiting.toSorted((a, b) => a.happening.at - b.happening.at)) this.tell(event)
  }

  #post({ key, at, author, subreddit, title, body, url, flair, votes }: PostEvent, id: number): Post {
    return this.post({ key, id, at, author, subreddit, title, body, url: url ?? null, flair: flair ?? null, votes })
  }

  #comment({ key, at, author, body, votes }: CommentEvent, id: number, parent: Thing): Comment {
    return this.comment({ key, id, at, author, body, votes }, parent)
  }

  post(
    fields: Pick<Post, 'key' | 'id' | 'at' | 'author' | 'subreddit' | 'title' | 'body' | 'url' | 'flair' | 'votes'>,
  ): Post {
    return this.#add({ kind: 't3', name: nameOf('t3', fields.id), ...fields, ...fresh(), commentCount: 0 })
  }

  comment(
    fields: Pick<Comment, 'key' | 'id' | 'at' | 'author' | 'body' | 'votes'>,
    parent: Thing,
    isNote = false,
  ): Comment {
    const post = parent.kind === 't3' ? parent : parent.post
    const depth = parent.kind === 't3' ? 0 : parent.depth + 1
    const name = nameOf('t1', fields.id)
    const comment = this.#add({ kind: 't1', name, ...fields, ...fresh(), post, parent, depth, isNote })
    insert(parent.replies, comment)
    post.commentCount += 1
    return comment
  }

  #add<Kind extends Thing>(thing: Kind): Kind {
    this.#byName.set(thing.name, thing)
    const day = dayOf(thing.at)
    let bucket = this.#days.get(day)
    if (!bucket) {
      bucket = { t3: [], t1: [] }
      this.#days.set(day, bucket)
      this.#newestDays = [...this.#days.keys()].sort((a, b) => b - a)
    }
    if (thing.kind === 't3') insert(bucket.t3, thing)
    else insert(bucket.t1, thing)
    return thing
  }

  /** Unloads a day. */
  forget(day: number): void {
    const bucket = this.#days.get(day)
    for (const { name, key } of [...(bucket?.t3 ?? []), ...(bucket?.t1 ?? [])]) {
      this.#byName.delete(name)
      if (key !== null) this.#byKey.delete(key)
    }
    this.#days.delete(day)
    this.#newestDays = this.#newestDays.filter((each) => each !== day)
  }

  vote(thing: Thing, by: string, direction: -1 | 0 | 1): void {
    thing.voters ??= new Map()
    if (direction === 0) thing.voters.delete(by)
    else thing.voters.set(by, direction)
  }

  edit(thing: Thing, at: number, body: string): void {
    if (at < (thing.editedAt ?? 0)) return
    thing.body = body
    thing.editedAt = at
  }

  /** If the author deleted it, it stays deleted, even after moderators remove it. */
  gone(thing: Thing, gone: Gone): void {
    if (thing.gone !== 'deleted') thing.gone = gone
  }
}

function fresh(): Pick<Thing, 'voters' | 'editedAt' | 'gone' | 'isLocked' | 'replies'> {
  return { voters: null, editedAt: null, gone: null, isLocked: false, replies: [] }
}

/** Inserts into a list sorted by ID. New items usually go to the end. */
function insert<Kind extends Thing>(list: Kind[], thing: Kind): void {
  let at = list.length
  while (at > 0 && list[at - 1]!.id > thing.id) at -= 1
  list.splice(at, 0, thing)
}
