import { describe, expect, test } from 'vitest'
import { pseudoRandom } from '../pseudo-random.ts'
import {
  type CallPurpose,
  type GovernorState,
  newGovernor,
  paused,
  permitFor,
  recordRate,
  windowMs,
} from './governor.ts'

const now = Date.UTC(2026, 10, 22)
/** In the middle of a window that Reddit reported. */
const known: GovernorState = { ...newGovernor(now), source: 'said', windowEndsAt: now + windowMs / 2 }

function opens(purpose: CallPurpose, state: GovernorState): number {
  const leave = permitFor(purpose, state, now)
  return leave.state === 'go' ? 0 : leave.at - now
}

/** Counts the calls that may go at once, one after the other. */
function atOnce(purpose: CallPurpose, state: GovernorState, at = now): { count: number; state: GovernorState } {
  for (let count = 0, current = state; ; count++) {
    const leave = permitFor(purpose, current, at)
    if (leave.state === 'wait') return { count, state: current }
    current = leave.next
  }
}

describe('a call waits for', () => {
  test.each<[string, CallPurpose, Partial<GovernorState>, number]>([
    ['nothing, in an open window', 'listen', {}, 0],
    ['nothing, while people have used no call', 'listen', { used: 899 }, 0],
    ['the next window, where the rest is kept for people', 'listen', { used: 900 }, windowMs / 2],
    ['the next window, when looking again', 'recheck', { used: 900 }, windowMs / 2],
    ['nothing, for somebody who waits', 'action', { used: 999 }, 0],
    ['the next window, where nothing is left at all', 'action', { used: 1000 }, windowMs / 2],
    ['nothing, where people have had what is kept for them', 'listen', { used: 950, actions: 100 }, 0],
    ['the next window, where people had half', 'action', { used: 500, actions: 500 }, windowMs / 2],
    ['the next window, where 40 % were rechecks', 'recheck', { used: 400, rechecks: 400 }, windowMs / 2],
    ['nothing, where 40 % were rechecks, to listen', 'listen', { used: 400, rechecks: 400 }, 0],
    ['its turn, after a burst', 'listen', { pace: now + 45_000 }, 667],
    ['nothing, after a burst, when looking again', 'recheck', { pace: now + 45_000 }, 0],
    ['nothing, after a burst, for somebody who waits', 'action', { pace: now + 60_000 }, 0],
    ['the end of a pause', 'action', { pausedUntil: now + 7000 }, 7000],
    ['the later of a pause and the next window', 'action', { pausedUntil: now + 7000, used: 1000 }, windowMs / 2],
  ])('%s', (_what, purpose, state, ms) => {
    expect(opens(purpose, { ...known, ...state })).toBe(ms)
  })

  test('at most a minute of calls goes at once, and only a few for an unknown app', () => {
    expect(atOnce('listen', known).count).toBe(67)
    expect(atOnce('recheck', known).count).toBe(40)
    const strange = newGovernor(now)
    expect((['listen', 'recheck', 'action'] as const).map((each) => atOnce(each, strange).count)).toEqual([5, 3, 30])
  })

  test('polling leaves some calls for rechecks', () => {
    expect(atOnce('recheck', atOnce('listen', known).state).count).toBeGreaterThan(10)
  })
})

describe('a reported limit', () => {
  const said = (used: number, remaining: number, resetSeconds = 299) => ({ used, remaining, resetSeconds })

  test('is adopted for an unknown app', () => {
    expect(recordRate(said(40, 560, 99), newGovernor(now), now)).toMatchObject({
      source: 'said',
      used: 40,
      allowance: 600,
      windowEndsAt: now + 100_000,
    })
  })

  test('only tightens the same window, in whatever order reports arrive', () => {
    const answers = [said(9, 991), said(30, 970), said(12, 988), said(31, 569), said(10, 990)]
    const after = answers.reduce((state, answer) => recordRate(answer, state, now), known)
    expect(after).toMatchObject({ used: 31, allowance: 600, windowEndsAt: known.windowEndsAt })
    expect(recordRate(said(3, 997), { ...known, used: 77 }, now).used).toBe(77)
  })

  test('is ignored for the previous window', () => {
    const later = known.windowEndsAt + 3_000
    const begun = permitFor('listen', { ...known, used: 900 }, later)
    if (begun.state !== 'go') throw new Error('the next window has room')
    expect(recordRate(said(0, 10_000, 0), begun.next, later)).toEqual(begun.next)
  })

  test('starts the next window and keeps the calls still in flight', () => {
    const soon = known.windowEndsAt - 2_000
    const state = { ...known, used: 900, late: 7 }
    expect(recordRate(said(1, 999, 599), state, soon)).toMatchObject({ used: 7, late: 0, rechecks: 0, source: 'said' })
    expect(recordRate(said(12, 988, 599), state, soon)).toMatchObject({ used: 12 })
  })

  test.each([
    ['no calls at all', said(0, 0), 60],
    ['more than anybody has', said(0, 9_000_000), 10_000],
  ])('is bounded: %s', (_what, answer, allowance) => {
    expect(recordRate(answer, newGovernor(now), now).allowance).toBe(allowance)
  })

  test('lasts ten minutes at most when the reported end is absurd', () => {
    expect(recordRate(said(1, 999, 9_999_999), newGovernor(now), now).windowEndsAt).toBe(now + windowMs)
  })
})

test('a pause is only ever extended, to an hour at most', () => {
  const first = paused(now + 60_000, known, now)
  expect(paused(now + 5_000, first, now).pausedUntil).toBe(now + 60_000)
  expect(paused(now + 86_400_000, first, now).pausedUntil).toBe(now + 3_600_000)
})

describe('a clock', () => {
  test('that is set back keeps the used calls, and the window ends within ten minutes', () => {
    const back = now - 3 * windowMs
    const leave = permitFor('action', { ...known, used: 1000, pace: now + 60_000 }, back)
    expect(leave).toEqual({ state: 'wait', at: back + windowMs })
  })

  test('that is hours ahead starts over', () => {
    const leave = permitFor('listen', { ...known, used: 1000, late: 30 }, now + 10 * windowMs)
    expect(leave.state === 'go' && leave.next).toMatchObject({ used: 1, source: 'guess' })
  })
})

/** Simulates Reddit's count: windows by the clock or from a first call, late calls, and answers out of order. */
function reddit(allowance: number, offset: number, byClock: boolean) {
  const counts: number[] = []
  let endsAt = byClock ? now - windowMs + offset : now
  return {
    counts,
    arrive(at: number) {
      if (at >= endsAt) {
        endsAt = byClock ? endsAt + Math.ceil((at - endsAt + 1) / windowMs) * windowMs : at + windowMs
        counts.push(0)
      }
      const used = (counts.at(-1) ?? 0) + 1
      counts[counts.length - 1] = used
      return { used, remaining: Math.max(allowance - used, 0), resetSeconds: Math.floor((endsAt - at) / 1000) }
    },
  }
}

interface Event {
  at: number
  run(at: number): void
}

/**
 * Simulates an hour in which each wanted purpose asks for calls without a break. Returns Reddit's largest count of a
 * window, the calls of each purpose after the first window, and how often a promised time was not kept.
 */
function anHour(seed: number, { allowance, wanted }: { allowance: number; wanted: CallPurpose[] }) {
  const random = pseudoRandom(seed)
  const server = reddit(allowance, Math.floor(random() * windowMs), seed % 2 === 0)
  const events: Event[] = []
  const gone = { listen: 0, recheck: 0, action: 0 }
  let state = newGovernor(now)
  let dishonest = 0
  const want = (purpose: CallPurpose, promised: GovernorState | null) => (at: number) => {
    const leave = permitFor(purpose, state, at)
    if (leave.state === 'wait') {
      // Unless Reddit has reported another window meanwhile.
      if (promised?.windowEndsAt === state.windowEndsAt && at > now + windowMs) dishonest++
      events.push({ at: leave.at, run: want(purpose, state) })
      return
    }
    state = leave.next
    if (at > now + windowMs) gone[purpose]++
    const there = at + random() * 15_000
    events.push({
      at: there,
      run: () => {
        const said = server.arrive(there)
        events.push({
          at: there + random() * 15_000,
          run: (back) => {
            state = recordRate(said, state, back)
          },
        })
      },
    })
    events.push({ at: at + random() * 200, run: want(purpose, null) })
  }
  for (const purpose of wanted) events.push({ at: now + random() * 1000, run: want(purpose, null) })
  while (events.length > 0) {
    let first = 0
    for (let index = 1; index < events.length; index++) if (events[index]!.at < events[first]!.at) first = index
    const [event] = events.splice(first, 1)
    if (event!.at < now + 6 * windowMs) event!.run(event!.at)
  }
  return { most: Math.max(...server.counts), gone, dishonest }
}

describe.each([1, 2, 3, 4, 5])('over an hour with random seed %d,', (seed) => {
  const all: CallPurpose[] = ['listen', 'listen', 'recheck', 'recheck', 'action']

  test.each([100, 600, 1000])('a window of %d calls is never exceeded, whatever the demand', (allowance) => {
    expect(anHour(seed, { allowance, wanted: all }).most).toBeLessThanOrEqual(allowance)
    expect(anHour(seed, { allowance, wanted: ['action', 'action'] }).most).toBeLessThanOrEqual(allowance)
  })

  test('rechecks get their 40 % and polling gets half of the calls', () => {
    const { gone } = anHour(seed, { allowance: 1000, wanted: ['listen', 'listen', 'recheck', 'recheck'] })
    expect(gone.recheck).toBeGreaterThan(0.35 * 5000)
    expect(gone.recheck).toBeLessThanOrEqual(0.4 * 5000 + 400)
    expect(gone.listen).toBeGreaterThan(0.45 * 5000)
  })

  test('a lone purpose gets nearly all calls, at the promised times', () => {
    const { gone, dishonest } = anHour(seed, { allowance: 1000, wanted: ['listen'] })
    expect(gone.listen).toBeGreaterThan(0.85 * 5000)
    expect(dishonest).toBe(0)
  })
})
