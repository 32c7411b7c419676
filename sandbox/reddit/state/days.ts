import type { Community } from '../../community/types.ts'
import type { Board, NumberedEvent } from './board.ts'
import { DayIds, dayOf, dayOfId } from './ids.ts'

/** How many days back one can still ask for something by its name. */
const oldest = 400
/** What belongs together lies at most so many days apart. */
const reach = 3

/**
 * Tells a board what happens in the community, up to the time that it is. The last days come first; those before are
 * filled in while nobody asks for anything.
 */
export class Days {
  readonly #community: Community
  readonly #board: Board
  readonly #leave: (person: string) => void
  /** How many days are told of from the start on. */
  readonly #remembered: number
  readonly #told = new Set<number>()
  /** In which clients took part. */
  readonly #kept = new Set<number>()
  #today = Number.NaN
  #upcoming: NumberedEvent[] = []
  #next = 0

  constructor(community: Community, board: Board, remembered: number, leave: (person: string) => void) {
    this.#community = community
    this.#board = board
    this.#remembered = remembered
    this.#leave = leave
  }

  /** Whether there are days before that are not told of yet. */
  get isWhole(): boolean {
    return this.#missing() === null
  }

  /** Up to now. */
  advance(now: number): void {
    const today = dayOf(now)
    if (today !== this.#today) {
      this.#happenUntil(Number.POSITIVE_INFINITY)
      this.#today = today
      this.#upcoming = this.#day(today)
      this.#next = 0
      if (!this.#told.has(today - 1)) this.#tellDay(today - 1)
      this.#forget()
    }
    this.#happenUntil(now)
  }

  /** Tells of one more of the days before. */
  fill(): void {
    const day = this.#missing()
    if (day !== null) this.#tellDay(day)
  }

  /** Never forgets what has to do with an instant: a client took part in it. */
  keep(time: number): void {
    for (let day = dayOf(time); day <= dayOf(time) + reach; day++) this.#kept.add(day)
  }

  /** Time may run fast, and memory is finite: what is long over can be told of anew when somebody asks. */
  #forget(): void {
    for (const day of this.#told) {
      if (day >= this.#today - 2 * this.#remembered || this.#kept.has(day)) continue
      this.#board.forget(day)
      this.#told.delete(day)
    }
  }

  /** The day of something that nobody asked for in a long time, and those on which it was answered. */
  reachBack(id: number): boolean {
    const day = dayOfId(id)
    if (!(day < this.#today && day >= this.#today - oldest) || this.#told.has(day)) return false
    for (let each = day; each <= Math.min(day + reach, this.#today - 1); each++) {
      if (!this.#told.has(each)) this.#tellDay(each)
    }
    return true
  }

  #missing(): number | null {
    for (let day = this.#today - 1; day > this.#today - this.#remembered; day--) if (!this.#told.has(day)) return day
    return null
  }

  #tellDay(day: number): void {
    for (const told of this.#day(day)) this.#happen(told)
  }

  #day(day: number): NumberedEvent[] {
    this.#told.add(day)
    const ids = { post: new DayIds(), comment: new DayIds() }
    return this.#community.happenings(day).map((happening) => ({
      happening,
      id: happening.type === 'post' || happening.type === 'comment' ? ids[happening.type].at(happening.at) : 0,
    }))
  }

  #happenUntil(now: number): void {
    for (; this.#next < this.#upcoming.length; this.#next++) {
      const told = this.#upcoming[this.#next]!
      if (told.happening.at > now) return
      this.#happen(told)
    }
  }

  #happen(told: NumberedEvent): void {
    if (told.happening.type === 'leave') this.#leave(told.happening.person)
    else this.#board.tell(told)
  }
}
