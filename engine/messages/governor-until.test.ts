import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../rules/wall-clock.ts'
import { account, firstMessage, noon, publicReply, settings } from './factories.ts'
import { decideSending, governorLimits, type Sending, type SendingInput } from './governor.ts'
import type { MessageHold } from './holds.ts'

const run = { seed: 20_261_125, numRuns: 400 }
const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms)
const around = (pastMs: number, futureMs: number) =>
  fc.integer({ min: -pastMs, max: futureMs }).map((offset) => later(noon, offset))

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Havana', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['Antarctica/Troll', 'Africa/Cairo', 'America/Santiago', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Pacific/Apia'],
]
const hour = fc.nat(23)
/** Half of all texts and communities are the ones that are asked about. */
const communities = fc.constantFrom('Welding', 'welding', 'pipes', 'crm')
const digests = fc.constantFrom('this text', 'a', 'b', 'c')

/** What an account sent in the last days, and what a clock that jumped back makes of it. */
const sendings = (pastMs: number): fc.Arbitrary<Sending[]> =>
  fc.array(
    fc
      .record({
        at: around(pastMs, 2 * hourMs),
        isComment: fc.boolean(),
        isFirst: fc.boolean(),
        community: communities,
      })
      .chain(({ isComment, community, ...each }) =>
        digests.map((textDigest): Sending => {
          const kind = isComment ? 'comment' : 'message'
          return { ...each, kind, community: isComment ? community : null, textDigest }
        }),
      ),
    { maxLength: 30, size: 'max' },
  )

/** Years of which days begin and end at unusual times. */
const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }).map((ms) => new Date(ms))

/** For each limit that ends: inputs that no other limit holds. */
const alone: Partial<Record<MessageHold, fc.Arbitrary<SendingInput>>> = {
  sameText: sendings(8 * dayMs).map((each) =>
    publicReply({ sendings: each.map((sending) => ({ ...sending, community: 'pipes' })), settings: calm(1_000) }),
  ),
  quietHours: fc
    .record({ now: instants, timeZone: fc.constantFrom(...zones), quietFrom: hour, quietTo: hour })
    .map(({ now, timeZone, ...hours }) => firstMessage({ now, timeZone, settings: { ...settings, ...hours } })),
  plan: fc
    .record({ used: fc.nat(40), renewsAt: around(0, dayMs) })
    .map(({ used, renewsAt }) => firstMessage({ plan: { limit: 20, used, renewsAt }, settings: calm(1_000) })),
  daily: fc
    .record({
      sendings: sendings(2 * dayMs),
      firstSentAt: fc.option(around(12 * dayMs, 2 * dayMs)),
      joinedAt: fc.option(around(40 * dayMs, 0)),
      karma: fc.constantFrom(null, 50, 500),
      dailyMost: fc.integer({ min: 1, max: 30 }),
    })
    .map(({ sendings, dailyMost, ...facts }) =>
      firstMessage({
        ...{ sendings, textDigest: 'new', account: { ...account, ...facts } },
        settings: { ...calm(1_000), dailyMost },
      }),
    ),
  hourly: fc
    .record({ sendings: sendings(2 * hourMs), most: fc.integer({ min: 1, max: 12 }), isFirst: fc.boolean() })
    .map(({ sendings, most, isFirst }) =>
      publicReply({ sendings, isFirst, community: 'new', textDigest: 'new', settings: calm(most) }),
    ),
  community: sendings(4 * hourMs).map((each) =>
    publicReply({ sendings: each.slice(0, 4), textDigest: 'new', settings: calm(1_000) }),
  ),
}

function calm(hourlyMost: number): SendingInput['settings'] {
  return { stoppedAt: null, quietFrom: 0, quietTo: 0, hourlyMost, dailyMost: 500 }
}

const names = Object.keys(alone) as MessageHold[]

test.each(names)('%s ends exactly when it says', (hold) => {
  let held = 0
  const property = fc.property(alone[hold]!, fc.nat(1_000), (input, share) => {
    const decision = decideSending(input)
    if (decision.state === 'go') return
    expect(decision).toEqual({ state: 'hold', hold, until: expect.any(Date) })
    const until = (decision as { until: Date }).until
    held++
    expect(until.getTime()).toBeGreaterThan(input.now.getTime())
    expect(decideSending({ ...input, now: until })).toEqual({ state: 'go' })
    const between = later(input.now, Math.floor(((until.getTime() - input.now.getTime() - 1) * share) / 1_000))
    for (const now of [later(until, -1), between]) expect(decideSending({ ...input, now })).toEqual(decision)
  })
  fc.assert(property, run)
  expect(held).toBeGreaterThan(run.numRuns / 10)
})

test.each(names.filter((hold) => hold !== 'quietHours'))('%s still holds when a clock jumps back', (hold) => {
  const property = fc.property(alone[hold]!, fc.integer({ min: 1, max: 400 * dayMs }), (input, jump) => {
    if (decideSending(input).state === 'go') return
    expect(decideSending({ ...input, now: later(input.now, -jump) })).toMatchObject({ state: 'hold', hold })
  })
  fc.assert(property, run)
})

test('an account that tries all the time never passes a limit, even when its clock jumps', () => {
  const step = fc.record({
    wait: fc.oneof({ arbitrary: fc.nat(40 * 60_000), weight: 12 }, fc.integer({ min: -6 * hourMs, max: 6 * hourMs })),
    isComment: fc.boolean(),
    isFirst: fc.boolean(),
    textDigest: fc.nat(60).map(String),
    community: communities,
  })
  const most = { hourlyMost: 3, dailyMost: 4 }
  let went = 0
  const property = fc.property(fc.array(step, { minLength: 50, maxLength: 250, size: 'max' }), (steps) => {
    let now = noon
    const sent: Sending[] = []
    for (const { wait, isComment, textDigest, ...each } of steps) {
      now = later(now, wait)
      const kind = isComment ? 'comment' : 'message'
      const asked = { ...each, kind, textDigest, community: isComment ? each.community : null } as const
      const limits = { settings: { ...calm(most.hourlyMost), dailyMost: most.dailyMost }, sendings: sent }
      if (decideSending(firstMessage({ now, ...asked, ...limits })).state === 'go') sent.push({ at: now, ...asked })
    }
    went += sent.length
    const within = (windowMs: number, among: readonly Sending[], end: Date) =>
      among.filter(({ at }) => at <= end && at.getTime() > end.getTime() - windowMs).length
    const firstMessages = sent.filter(({ kind, isFirst }) => kind === 'message' && isFirst)
    for (const { at, kind, isFirst, textDigest, community } of sent) {
      expect(within(hourMs, sent, at)).toBeLessThanOrEqual(most.hourlyMost)
      expect(within(dayMs, firstMessages, at)).toBeLessThanOrEqual(most.dailyMost)
      if (!isFirst) continue
      const alike = sent.filter((each) => each.isFirst && each.textDigest === textDigest)
      expect(within(governorLimits.sameTextMs, alike, at)).toBe(1)
      const there = sent.filter((each) => each.isFirst && each.community?.toLowerCase() === community?.toLowerCase())
      if (kind === 'comment') expect(within(governorLimits.communityMs, there, at)).toBe(1)
    }
  })
  fc.assert(property, { ...run, numRuns: 40 })
  expect(went).toBeGreaterThan(500)
})
