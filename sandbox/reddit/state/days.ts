import type { Community } from '../../community/types.ts'
import type { Board, NumberedEvent } from './board.ts'
import { DayIds, dayOf, dayOfId } from './ids.ts'

/** The age in days up to which a thing can be looked up by name. */
const oldest = 400
/** The most days that a thread spans. */
const reach = 3

/**
 * Loads the community's events into a board, up to the current time. Recent days load first; earlier ones fill in while
 * the sandbox is idle.
 */
export class Days {
  readonly #community: Community
  readonly #board: Board
  readonly #leave: (person: string) => void
  /** The number of days to load at the start. */
  readonly #remembered: number
  readonly #loaded = new Set<number>()
  /** Days with client activity. */
  readonly #active = new Set<number>()
  #today = Number.NaN
  #upcoming: NumberedEvent[] = []
  #next = 0

  constructor(community: Community, board: Board, remembered: number, leave: (person: string) => void) {
    this.#community = community
    this.#board = board
    this.#remembered = remembered
    this.#leave = leave
  }

  /** Whether all earlier days are loaded. */
  get isWhole(): boolean {
    return this.#missing() === null
  }

  /** Applies events up to now. */
  advance(now: number): void {
    const today = dayOf(now)
    if (today !== this.#today) {
      this.#applyUntil(Number.POSITIVE_INFINITY)
      this.#today = today
      this.#upcoming = this.#day(today)
      this.#next = 0
      if (!this.#loaded.has(today - 1)) this.#loadDay(today - 1)
      this.#forget()
    }
    this.#applyUntil(now)
  }

  /** Loads one earlier day. */
  fill(): void {
    const day = this.#missing()
    if (day !== null) this.#loadDay(day)
  }

  /** Keeps the days around a time loaded, because of client activity. */
  keep(time: number): void {
    for (let day = dayOf(time); day <= dayOf(time) + reach; day++) this.#active.add(day)
  }

  /** Limits memory when time runs fast. An unloaded day loads again on request. */
  #forget(): void {
    for (const day of this.#loaded) {
      if (day >= this.#today - 2 * this.#remembered || this.#active.has(day)) continue
      this.#board.forget(day)
      this.#loaded.delete(day)
    }
  }

  /** Loads the day of an old thing, and the days with its replies. */
  reachBack(id: number): boolean {
    const day = dayOfId(id)
    if (!(day < this.#today && day >= this.#today - oldest) || this.#loaded.has(day)) return false
    for (let each = day; each <= Math.min(day + reach, this.#today - 1); each++) {
      if (!this.#loaded.has(each)) this.#loadDay(each)
    }
    return true
  }

  #missing(): number | null {
    for (let day = this.#today - 1; day > this.#today - this.#remembered; day--) if (!this.#loaded.has(day)) return day
    return null
  }

  #loadDay(day: number): void {
    for (const event of this.#day(day)) this.#apply(event)
  }

  #day(day: number): NumberedEvent[] {
    this.#loaded.add(day)
    const ids = { post: new DayIds(), comment: new DayIds() }
    return this.#community.happenings(day).map((happening) => ({
      happening,
      id: happening.type === 'post' || happening.type === 'comment' ? ids[happening.type].at(happening.at) : 0,
    }))
  }

  #applyUntil(now: number): void {
    for (; this.#next < this.#upcoming.length; this.#next++) {
      const event = this.#upcoming[this.#next]!
      if (event.happening.at > now) return
      this.#apply(event)
    }
  }

  #apply(event: NumberedEvent): void {
    if (event.happening.type === 'leave') this.#leave(event.happening.person)
    else this.#board.tell(event)
  }
}
