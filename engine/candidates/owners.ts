import { copyInto } from '../arrays.ts'
import { Numbering } from '../match/numbering.ts'
import type { CompiledQuery } from '../query/compile.ts'
import type { WatchedPhrase } from './watchlist.ts'

const kinds = ['keyword', 'competitor', 'brand', 'profile'] as const

/**
 * The owner and role of each phrase. A phrase of the automaton can have very many owners, so they are in typed arrays:
 * about 25 bytes each.
 */
export class Owners {
  count = 0
  /** Per owner: the number of its project. */
  projects = new Int32Array(16)
  /** Per owner: the weight that its first occurrence adds to the candidate's sum. */
  weights = new Float64Array(16)
  private texts = new Int32Array(16)
  /** Per owner: the number of its kind, plus 4 if it needs a capital, plus 8 if it has a query. */
  private flags = new Uint8Array(16)
  private readonly phrases = new Numbering()
  private readonly queries = new Map<number, CompiledQuery>()

  /** Adds an owner and returns its number. */
  add(project: number, { phrase, kind, weight, capital, query }: WatchedPhrase): number {
    if (this.count === this.projects.length) this.grow()
    const owner = this.count++
    this.projects[owner] = project
    this.weights[owner] = weight
    this.texts[owner] = this.phrases.of(phrase)
    this.flags[owner] = kinds.indexOf(kind) + (capital ? 4 : 0) + (query ? 8 : 0)
    if (query) this.queries.set(owner, query)
    return owner
  }

  phrase(owner: number): string {
    return this.phrases.texts[this.texts[owner]!]!
  }

  kind(owner: number): WatchedPhrase['kind'] {
    return kinds[this.flags[owner]! & 3]!
  }

  needsCapital(owner: number): boolean {
    return (this.flags[owner]! & 4) !== 0
  }

  /** Returns a further condition for an item with the phrase, usually null. */
  query(owner: number): CompiledQuery | null {
    return this.flags[owner]! < 8 ? null : this.queries.get(owner)!
  }

  /** Releases spare capacity. Nothing can be added afterwards. */
  trim(): void {
    this.projects = this.projects.slice(0, this.count)
    this.weights = this.weights.slice(0, this.count)
    this.texts = this.texts.slice(0, this.count)
    this.flags = this.flags.slice(0, this.count)
    this.phrases.trim()
  }

  private grow(): void {
    const size = this.count * 2
    this.projects = copyInto(this.projects, new Int32Array(size))
    this.weights = copyInto(this.weights, new Float64Array(size))
    this.texts = copyInto(this.texts, new Int32Array(size))
    this.flags = copyInto(this.flags, new Uint8Array(size))
  }
}

/** The owners of each spelling, in the order in which they were added. */
export class OwnersBySpelling {
  private count = 0
  private spellings = new Int32Array(16)
  private owners = new Int32Array(16)

  add(spelling: number, owner: number): void {
    if (this.count === this.owners.length) {
      this.spellings = copyInto(this.spellings, new Int32Array(this.count * 2))
      this.owners = copyInto(this.owners, new Int32Array(this.count * 2))
    }
    this.spellings[this.count] = spelling
    this.owners[this.count++] = owner
  }

  /** Returns the lists: the owners of spelling n are list[from[n]] up to list[from[n + 1]], exclusive. */
  lists(spellings: number): OwnerLists {
    const from = new Int32Array(spellings + 1)
    for (let at = 0; at < this.count; at++) from[this.spellings[at]! + 1]!++
    for (let spelling = 1; spelling <= spellings; spelling++) from[spelling]! += from[spelling - 1]!
    const next = from.slice()
    const list = new Int32Array(this.count)
    for (let at = 0; at < this.count; at++) list[next[this.spellings[at]!]!++] = this.owners[at]!
    return { from, list }
  }
}

export interface OwnerLists {
  from: Int32Array
  list: Int32Array
}
