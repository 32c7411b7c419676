import type { Item, Profile } from '../item.ts'
import { none } from '../kernel-constants.ts'
import { type Matcher, matcherInSteps } from '../match/match.ts'
import { Numbering } from '../match/numbering.ts'
import type { CompiledQuery } from '../query/compile.ts'
import { communityVector } from '../reddit/community.ts'
import { kindCommunity } from '../score/kinds/kind-chance.ts'
import type { ProductKind } from '../score/kinds/kinds.ts'
import { closenessOfItem, readItem } from '../score/reading.ts'
import { asksInTitle } from '../score/sentences.ts'
import { gate } from '../score/weights.ts'
import type { Span } from '../spans.ts'
import { runSteps, type Steps } from '../steps.ts'
import { similarity, type Vector } from '../text/words.ts'
import { isBesideName, isDomain, isWrittenAsName } from './names.ts'
import { type OwnerLists, Owners, OwnersBySpelling } from './owners.ts'
import { type WatchedPhrase, type Watchlist, watchlistOf } from './watchlist.ts'

/** An occurrence of a project's phrase in an item. */
export interface Hit extends Span {
  /** The project's own wording (keyword, competitor, brand) or a derived word (profile). */
  phrase: string
  kind: WatchedPhrase['kind']
}

/** Returns whether a hit is of a keyword or competitor. The product's name and derived words don't count. */
export function isListed(hit: Hit): hit is Hit & { kind: 'keyword' | 'competitor' } {
  return hit.kind === 'keyword' || hit.kind === 'competitor'
}

/** A project for which an item is a candidate, with the phrases that matched. */
export interface Candidate {
  projectId: string
  hits: Hit[]
}

/** The subset of candidates to return. `after` requires that projects were added in ascending order of their ids. */
export interface Part {
  /** Only projects with a greater id. */
  after?: string | undefined
  /** The maximum number of candidates, since an item can match very many projects. */
  limit?: number | undefined
  /** Projects to skip. */
  except?: { has(projectId: string): boolean } | undefined
  /** The time from which a keyword's `after:7d` counts back, in ms since 1970. Defaults to the time of the item. */
  now?: number | undefined
}

export interface CandidateFinder {
  /** The number of phrases. A phrase that projects share counts once for each. */
  readonly size: number
  /** Returns the projects for which the item is a candidate, in the order in which they were added. */
  find(item: Item, part?: Part): Candidate[]
}

/** Builds a finder for these projects. */
export function buildFinder(projects: readonly { id: string; profile: Profile }[]): CandidateFinder {
  const builder = new FinderBuilder()
  for (const { id, profile } of projects) builder.add(id, watchlistOf(profile))
  return builder.build()
}

/** Collects watchlists one at a time, so that callers with many projects can pause in between. */
export class FinderBuilder {
  private readonly spellings = new Numbering()
  private readonly projects: string[] = []
  private readonly vectors: Vector[] = []
  private readonly kinds: (readonly ProductKind[])[] = []
  private readonly owners = new Owners()
  private readonly ownersOf = new OwnersBySpelling()
  /** The owners of each community, by its name in lower case. */
  private readonly communities = new Map<string, number[]>()

  add(projectId: string, { phrases, vector, kinds }: Watchlist): void {
    const project = this.projects.push(projectId) - 1
    this.vectors.push(vector)
    this.kinds.push(kinds)
    for (const phrase of phrases) {
      const owner = this.owners.add(project, phrase)
      for (const spelling of phrase.spellings) this.ownersOf.add(this.spellings.of(spelling), owner)
      if (!phrase.subreddit) continue
      const existing = this.communities.get(phrase.subreddit)
      if (existing) existing.push(owner)
      else this.communities.set(phrase.subreddit, [owner])
    }
  }

  /** Builds one automaton over all phrases of all projects (DESIGN 4). Nothing can be added afterwards. */
  build(): CandidateFinder {
    return runSteps(this.buildInSteps())
  }

  /** Builds the automaton in steps. */
  *buildInSteps(): Steps<CandidateFinder> {
    const { projects, vectors, kinds, owners, ownersOf, communities } = this
    const spellings = this.spellings.texts
    owners.trim()
    yield
    const lists = ownersOf.lists(spellings.length)
    yield
    const matcher = yield* matcherInSteps(spellings)
    return new Finder({ ids: projects, vectors, kinds }, owners, { lists, communities, matcher })
  }
}

const fields = ['title', 'body'] as const
/** The fields of hits, by number. Words are searched in the first ones; a community matches as a whole. */
const hitFields = [...fields, 'subreddit'] as const
const inCommunity = hitFields.indexOf('subreddit')

/** The indexes through which the owners of phrases are found. */
interface Indexes {
  lists: OwnerLists
  communities: ReadonlyMap<string, readonly number[]>
  matcher: Matcher
}

/** The projects, by their numbers. */
interface Projects {
  ids: readonly string[]
  vectors: readonly Vector[]
  kinds: readonly (readonly ProductKind[])[]
}

/**
 * Finds candidates. A keyword or a competitor's name makes an item one. Otherwise, profile words and a close community
 * must add up, and the whole text must be close to the product; less close if it is a request in a community of the
 * product's kinds. Counts per project, phrase and spelling are valid only if their stamp is the current item's.
 */
class Finder implements CandidateFinder {
  readonly size: number
  private readonly projects: Projects
  private readonly owners: Owners
  private readonly lists: OwnerLists
  private readonly communities: ReadonlyMap<string, readonly number[]>
  private readonly matcher: Matcher
  private readonly sums: Float64Array
  private readonly projectStamps: Uint32Array
  private readonly ownerStamps: Uint32Array
  private readonly spellingStamps: Uint32Array
  /** Per spelling: its occurrences, and those with a capital. */
  private readonly seen: Uint32Array
  private readonly seenCapital: Uint32Array
  /** Per owner, and of all profile words per project: the number of hits. */
  private readonly ownerHits: Uint8Array
  private readonly profileHits: Uint8Array
  /** Per project: the first and the last hit. */
  private readonly firstHits: Int32Array
  private readonly lastHits: Int32Array
  private stamp = 0

  constructor(projects: Projects, owners: Owners, { lists, communities, matcher }: Indexes) {
    const { length } = projects.ids
    this.projects = projects
    this.owners = owners
    this.lists = lists
    this.communities = communities
    this.matcher = matcher
    this.size = owners.count
    this.sums = new Float64Array(length)
    this.projectStamps = new Uint32Array(length)
    this.ownerStamps = new Uint32Array(owners.count)
    this.spellingStamps = new Uint32Array(lists.from.length)
    this.seen = new Uint32Array(lists.from.length)
    this.seenCapital = new Uint32Array(lists.from.length)
    this.ownerHits = new Uint8Array(owners.count)
    this.profileHits = new Uint8Array(length)
    this.firstHits = new Int32Array(length)
    this.lastHits = new Int32Array(length)
  }

  find(item: Item, { after, limit = Number.POSITIVE_INFINITY, except, now }: Part = {}): Candidate[] {
    const { touched, hits } = this.scan(item, now ?? item.postedAt ?? 0)
    const candidates: Candidate[] = []
    for (const project of Int32Array.from(touched).sort()) {
      if (candidates.length >= limit) break
      const projectId = this.projects.ids[project]!
      if (after !== undefined && projectId <= after) continue
      if (except?.has(projectId) || !this.passes(project, item)) continue
      candidates.push({ projectId, hits: this.hitsOf(project, item, hits) })
    }
    return candidates
  }

  /** Returns whether an item passes the gate. The cheap conditions come first. */
  private passes(project: number, item: Item): boolean {
    const sum = this.sums[project]!
    if (sum >= gate.named) return true
    // Only keywords that are too common matched.
    if (sum === 0) return false
    const { vectors, kinds } = this.projects
    const vector = vectors[project]!
    const community = Math.max(0, similarity(vector, communityVector(item.subreddit)))
    if (sum + gate.community * community < gate.threshold) return false
    const { title, body } = readItem(item)
    const closeness = closenessOfItem(vector, title, body) + gate.communityCloseness * community
    if (closeness >= gate.closeness) return true
    if (closeness < gate.requestCloseness) return false
    return kindCommunity(kinds[project]!, item.subreddit) >= gate.kindCommunity && asksInTitle(item, title)
  }

  /** Reads the item once. Returns the projects with hits, and all hits, chained by project. */
  private scan(item: Item, now: number): { touched: number[]; hits: Found } {
    const { lists, owners } = this
    this.stamp++
    const touched: number[] = []
    const hits = new Found()
    const conditional: ConditionalHit[] = []
    for (const owner of this.communities.get(item.subreddit.toLowerCase()) ?? []) {
      const range = { field: inCommunity, start: 0, end: item.subreddit.length }
      const query = owners.query(owner)
      if (query === null) this.count(owner, touched, hits, range.field, range.start, range.end)
      else conditional.push({ query, owner, ...range })
    }
    for (const [field, name] of fields.entries()) {
      const text = item[name]
      this.matcher.scan(text, (spelling, start, end) => {
        const isCapital = startsWithCapital(text, start) || isDomain(text, end)
        if (this.isSeenEnough(spelling, isCapital)) return
        for (let at = lists.from[spelling]!; at < lists.from[spelling + 1]!; at++) {
          const owner = lists.list[at]!
          if (!isCapital && owners.needsCapital(owner)) continue
          const query = owners.query(owner)
          if (query === null) this.count(owner, touched, hits, field, start, end)
          else conditional.push({ query, owner, field, start, end })
        }
      })
    }
    const answers = new Map<CompiledQuery, boolean>()
    for (const { query, owner, field, start, end } of conditional) {
      const isMet = answers.get(query) ?? query.matches(item, now)
      answers.set(query, isMet)
      if (isMet) this.count(owner, touched, hits, field, start, end)
    }
    return { touched, hits }
  }

  /** Returns whether all owners have enough hits of a spelling, since both owners and occurrences can be very many. */
  private isSeenEnough(spelling: number, isCapital: boolean): boolean {
    const { seen, seenCapital, spellingStamps } = this
    if (spellingStamps[spelling] !== this.stamp) {
      spellingStamps[spelling] = this.stamp
      seen[spelling] = 0
      seenCapital[spelling] = 0
    }
    const times = isCapital ? ++seenCapital[spelling]! : seen[spelling]! + 1
    seen[spelling]!++
    return times > gate.hitsPerName
  }

  private count(owner: number, touched: number[], hits: Found, field: number, start: number, end: number): void {
    const { stamp, owners, ownerStamps, projectStamps, sums, ownerHits, profileHits, firstHits } = this
    const isFirst = ownerStamps[owner] !== stamp
    const isProfile = owners.kind(owner) === 'profile'
    // Of a profile word and of a keyword that is too common, only the first occurrence counts.
    if (!isFirst && (isProfile || owners.weights[owner] === 0)) return
    const project = owners.projects[owner]!
    if (projectStamps[project] !== stamp) {
      projectStamps[project] = stamp
      sums[project] = 0
      profileHits[project] = 0
      firstHits[project] = none
      touched.push(project)
    }
    if (isFirst) {
      ownerStamps[owner] = stamp
      sums[project]! += owners.weights[owner]!
      ownerHits[owner] = 0
    }
    // Each name has its own limit, so that none uses up the hits of another.
    if (isProfile ? profileHits[project]! >= gate.profileHits : ownerHits[owner]! >= gate.hitsPerName) return
    if (isProfile) profileHits[project]!++
    else ownerHits[owner]!++
    const hit = hits.add(owner, field, start, end)
    if (firstHits[project] === none) firstHits[project] = hit
    else hits.link(this.lastHits[project]!, hit)
    this.lastHits[project] = hit
  }

  /** Returns a project's hits. Leaves out everyday words that are no competitors' names here. */
  private hitsOf(project: number, item: Item, found: Found): Hit[] {
    const hits: Hit[] = []
    const doubtful = new Set<Hit>()
    for (let index = this.firstHits[project]!; index !== none; index = found.next(index)) {
      const { owner, field, start, end } = found.at(index)
      const name = hitFields[field]!
      const hit: Hit = { phrase: this.owners.phrase(owner), kind: this.owners.kind(owner), field: name, start, end }
      hits.push(hit)
      if (!this.owners.needsCapital(owner) || hit.kind === 'brand') continue
      if (!isWrittenAsName(item[name] ?? '', start, end)) doubtful.add(hit)
    }
    return doubtful.size === 0 ? hits : hits.filter((hit) => !doubtful.has(hit) || isBesideName(item, hit, hits))
  }
}

/** The hits in one item: five numbers each, since there can be very many. */
class Found {
  private readonly numbers: number[] = []

  add(owner: number, field: number, start: number, end: number): number {
    return this.numbers.push(owner, field, start, end, none) - 5
  }

  link(hit: number, to: number): void {
    this.numbers[hit + 4] = to
  }

  next(hit: number): number {
    return this.numbers[hit + 4]!
  }

  at(hit: number): { owner: number; field: number; start: number; end: number } {
    const { numbers } = this
    return { owner: numbers[hit]!, field: numbers[hit + 1]!, start: numbers[hit + 2]!, end: numbers[hit + 3]! }
  }
}

/** A hit that counts only if its query matches the item. */
interface ConditionalHit {
  query: CompiledQuery
  owner: number
  field: number
  start: number
  end: number
}

function startsWithCapital(text: string, at: number): boolean {
  const char = text.charAt(at)
  return char !== char.toLowerCase()
}
