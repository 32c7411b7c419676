import { type Hit, isListed } from '#engine/candidates/candidates.ts'
import { healthDays } from '#engine/candidates/health-days.ts'
import type { Item } from '#engine/item.ts'
import type { KeywordPreview } from '#features/watchlist/contract.ts'

const dayMs = 24 * 3_600_000
const shownMost = 5

/** Counts a keyword's matches, post by post. */
export class PreviewTally {
  private read = 0
  private found = 0
  private older = 0
  private alone = 0
  private readonly today: number
  private readonly days = Array.from({ length: healthDays }, () => ({ read: 0, live: 0, imported: 0 }))
  private readonly overlap = new Map<string, KeywordPreview['overlap'][number]>()
  private readonly subreddits = new Map<string, number>()

  constructor(now: Date) {
    this.today = Math.floor(now.getTime() / dayMs)
  }

  /** The start of the days covered. */
  get since(): Date {
    return new Date((this.today - healthDays + 1) * dayMs)
  }

  /** Counts posts that were searched, and those of each day. */
  countSearched(read: number, readOn: readonly { day: string; read: number }[]): void {
    this.read += read
    for (const { day, read: ofDay } of readOn) {
      const counted = this.days[this.indexOf(Date.parse(day))]
      if (counted) counted.read += ofDay
    }
  }

  /** Counts a post that was read, by its time. */
  countRead(at: number): void {
    this.read++
    const day = this.days[this.indexOf(at)]
    if (day) day.read++
  }

  /** Counts a match of the keyword and the project's other hits in it. */
  countHit(
    { subreddit }: Pick<Item, 'subreddit'>,
    others: readonly Hit[],
    { at, weight, isLive }: { at: number; weight: number; isLive: boolean },
  ): void {
    this.found++
    const day = this.days[this.indexOf(at)]
    if (!day) this.older += isLive ? 1 : weight
    else if (isLive) day.live += weight
    else day.imported += weight
    this.subreddits.set(subreddit, (this.subreddits.get(subreddit) ?? 0) + 1)
    const names = new Map(others.filter(isListed).map(({ kind, phrase }) => [`${kind} ${phrase}`, { kind, phrase }]))
    let isAlone = true
    for (const [key, { kind, phrase }] of names) {
      isAlone = false
      const known = this.overlap.get(key) ?? { kind, phrase, hits: 0 }
      this.overlap.set(key, { ...known, hits: known.hits + 1 })
    }
    if (isAlone) this.alone++
  }

  /** Returns the counts. `scale` is the number of drawn live batches per batch read. */
  result(scale: number): Omit<KeywordPreview, 'total' | 'judged' | 'leads' | 'tooCommon' | 'samples'> {
    const { read, found, older, alone, since } = this
    const days = this.days.map((day, index) => ({
      day: new Date(since.getTime() + index * dayMs).toISOString().slice(0, 10),
      hits: day.live * scale + day.imported,
      read: day.read,
    }))
    const covered = days.filter((day) => day.read > 0)
    const hits = covered.reduce((sum, day) => sum + day.hits, 0)
    return {
      ...{ read, found, alone, covered: covered.length, days },
      older: Math.round(older),
      perDay: covered.length === 0 ? 0 : hits / covered.length,
      overlap: mostFirst([...this.overlap.values()]),
      subreddits: mostFirst([...this.subreddits].map(([name, hits]) => ({ name, hits }))),
    }
  }

  private indexOf(at: number): number {
    return healthDays - 1 - Math.max(0, this.today - Math.floor(at / dayMs))
  }
}

function mostFirst<Counted extends { hits: number }>(counted: Counted[]): Counted[] {
  return counted.toSorted((a, b) => b.hits - a.hits).slice(0, shownMost)
}
