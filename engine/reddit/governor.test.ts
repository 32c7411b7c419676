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
  const permit = permitFor(purpose, state, now)
  return permit.state === 'go' ? 0 : permit.at - now
}

/** Counts the calls that may go at once, one after the other. */
function atOnce(purpose: CallPurpose, state: GovernorState, at = now): { count: number; state: GovernorState } {
  for (let count = 0, current = state; ; count++) {
    const permit = permitFor(purpose, current, at)
    if (permit.state === 'wait') return { count, state: current }
    current = permit.next
  }
}

describe('a call waits for', () => {
  test.each<[string, CallPurpose, Partial<GovernorState>, number]>([
    ['nothing in an open window', 'listen', {}, 0],
    ['nothing up to the calls reserved for users', 'listen', { used: 899 }, 0],
    ['the next window if only reserved calls are left', 'listen', { used: 900 }, windowMs / 2],
    ['the next window for a recheck if only reserved calls are left', 'recheck', { used: 900 }, windowMs / 2],
    ['nothing for a user action if reserved calls are left', 'action', { used: 999 }, 0],
    ['the next window if no calls are left', 'action', { used: 1000 }, windowMs / 2],
    ['nothing if users have used their reserved calls', 'listen', { used: 950, actions: 100 }, 0],
    ['the next window if user actions took half of the calls', 'action', { used: 500, actions: 500 }, windowMs / 2],
    ['the next window for a recheck after 40 % rechecks', 'recheck', { used: 400, rechecks: 400 }, windowMs / 2],
    ['nothing for a poll after 40 % rechecks', 'listen', { used: 400, rechecks: 400 }, 0],
    ['its turn after a burst', 'listen', { pace: now + 45_000 }, 667],
    ['nothing for a recheck after a burst', 'recheck', { pace: now + 45_000 }, 0],
    ['nothing for a user action after a burst', 'action', { pace: now + 60_000 }, 0],
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
    ['more calls than any app has', said(0, 9_000_000), 10_000],
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
    const permit = permitFor('action', { ...known, used: 1000, pace: now + 60_000 }, back)
    expect(permit).toEqual({ state: 'wait', at: back + windowMs })
  })

  test('that is hours ahead starts over', () => {
    const permit = permitFor('listen', { ...known, used: 1000, late: 30 }, now + 10 * windowMs)
    expect(permit.state === 'go' && permit.next).toMatchObject({ used: 1, source: 'guess' })
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
  const permitted = { listen: 0, recheck: 0, action: 0 }
  let state = newGovernor(now)
  let missed = 0
  const want = (purpose: CallPurpose, promised: GovernorState | null) => (at: number) => {
    const permit = permitFor(purpose, state, at)
    if (permit.state === 'wait') {
      // Unless Reddit has reported another window meanwhile.
      if (promised?.windowEndsAt === state.windowEndsAt && at > now + windowMs) missed++
      events.push({ at: permit.at, run: want(purpose, state) })
      return
    }
    state = permit.next
    if (at > now + windowMs) permitted[purpose]++
    const arrivesAt = at + random() * 15_000
    events.push({
      at: arrivesAt,
      run: () => {
        const said = server.arrive(arrivesAt)
        events.push({
          at: arrivesAt + random() * 15_000,
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
  return { most: Math.max(...server.counts), permitted, missed }
}

describe.each([1, 2, 3, 4, 5])('over an hour with random seed %d,', (seed) => {
  const all: CallPurpose[] = ['listen', 'listen', 'recheck', 'recheck', 'action']

  test.each([100, 600, 1000])('a window of %d calls is never exceeded, whatever the demand', (allowance) => {
    expect(anHour(seed, { allowance, wanted: all }).most).toBeLessThanOrEqual(allowance)
    expect(anHour(seed, { allowance, wanted: ['action', 'action'] }).most).toBeLessThanOrEqual(allowance)
  })

  test('rechecks get their 40 % and polling gets half of the calls', () => {
    const { permitted } = anHour(seed, { allowance: 1000, wanted: ['listen', 'listen', 'recheck', 'recheck'] })
    expect(permitted.recheck).toBeGreaterThan(0.35 * 5000)
    expect(permitted.recheck).toBeLessThanOrEqual(0.4 * 5000 + 400)
    expect(permitted.listen).toBeGreaterThan(0.45 * 5000)
  })

  test('a lone purpose gets nearly all calls, at the promised times', () => {
    const { permitted, missed } = anHour(seed, { allowance: 1000, wanted: ['listen'] })
    expect(permitted.listen).toBeGreaterThan(0.85 * 5000)
    expect(missed).toBe(0)
  })
})
