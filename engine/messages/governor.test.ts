import { describe, expect, test } from 'vitest'
import { account, ago, firstMessage, noon, promotions, publicReply, sent, sentAt, settings } from './factories.ts'
import { dailyAllowance, decideSending, type SendingInput } from './governor.ts'

/** Returns a decision in short: `go`, `hold plan until ...` or `refuse noInvitation`. */
function decided(input: SendingInput): string {
  const decision = decideSending(input)
  if (decision.state === 'go') return 'go'
  if (decision.state === 'refuse') return `refuse ${decision.because}`
  return `hold ${decision.hold} until ${decision.until?.toISOString().replace('.000', '') ?? 'changed'}`
}

/** An answer to somebody who wrote to us. */
const answer = (change: Partial<SendingInput> = {}) => firstMessage({ isFirst: false, hasInvitation: false, ...change })
const within = (change: Partial<SendingInput['settings']>) => ({ settings: { ...settings, ...change } })
const by = (change: Partial<NonNullable<SendingInput['account']>>) => ({ account: { ...account, ...change } })
const plan = (limit: number | null, used: number) => ({
  plan: { limit, used, renewsAt: new Date('2026-11-25T23:00:00Z') },
})
const comment = (at: Date, community: string) => sent(at, { kind: 'comment', isFirst: false, community })
const fiveThisHour = sentAt(...[50, 40, 30, 20, 10].map((minutes) => ago({ ms: minutes * 60_000 })))
const twenty = sentAt(...Array.from({ length: 20 }, (_, each) => ago({ hours: 22, ms: -each })))

describe('nothing leaves', () => {
  test.each([
    ['a stopped project', within({ stoppedAt: noon }), 'stopped'],
    ['no account', { account: null }, 'account'],
    ['an account to reconnect', by({ state: 'signIn' }), 'account'],
    ['a suspended account', by({ suspendedAt: noon }), 'suspended'],
  ] as const)('from %s', (_what, change, hold) => {
    for (const kind of [firstMessage, publicReply, answer]) {
      expect(decided(kind(change))).toBe(`hold ${hold} until changed`)
    }
  })

  test('to somebody who asked not to be contacted', () => {
    for (const kind of [firstMessage, publicReply, answer]) {
      expect(decided(kind({ doNotContact: true }))).toBe('refuse doNotContact')
    }
  })
})

describe('a first message', () => {
  test.each([
    ['to somebody who invited it', {}, 'go'],
    ['without an invitation', { hasInvitation: false }, 'refuse noInvitation'],
    ['to somebody who got one from the same owner', { alreadyContacted: true }, 'refuse alreadyContacted'],
    [
      'with a text that went out days ago',
      { sendings: [sent(ago({ days: 5 }), { textDigest: 'this text' })] },
      'hold sameText until 2026-11-27T11:00:00Z',
    ],
    [
      'with a text that was an answer',
      { sendings: [sent(ago({ days: 1 }), { textDigest: 'this text', isFirst: false })] },
      'hold sameText until 2026-12-01T11:00:00Z',
    ],
    ['with a text of a week ago', { sendings: [sent(ago({ days: 7 }), { textDigest: 'this text' })] }, 'go'],
    ['below the number of the plan', plan(30, 29), 'go'],
    ['beyond the number of the plan', plan(30, 30), 'hold plan until 2026-11-25T23:00:00Z'],
    ['after a change to a smaller plan', plan(30, 100), 'hold plan until 2026-11-25T23:00:00Z'],
    ['with a plan without messages', plan(0, 0), 'hold plan until changed'],
    ['with a plan without a limit', plan(null, 5_000), 'go'],
    ['beyond the number of the account', { sendings: twenty }, 'hold daily until 2026-11-25T13:00:00Z'],
    [
      'after as many public replies',
      { sendings: twenty.map(({ at }) => sent(at, { kind: 'comment', community: 'Welding' })) },
      'go',
    ],
    ['a day later', { sendings: sentAt(...twenty.map(() => ago({ days: 1 }))) }, 'go'],
    ['beyond the number of an hour', { sendings: fiveThisHour }, 'hold hourly until 2026-11-25T11:10:00Z'],
    ['after fewer in the hour', { sendings: fiveThisHour.slice(1) }, 'go'],
    [
      'after comments and answers in the hour',
      {
        sendings: fiveThisHour.map(({ at }, each) =>
          each % 2 === 0 ? comment(at, 'Welding') : sent(at, { isFirst: false }),
        ),
      },
      'hold hourly until 2026-11-25T11:10:00Z',
    ],
    ['by an account that promotes too much', { promotes: true, ...by({ promotions: promotions('1111') }) }, 'go'],
  ])('%s', (_what, change, expected) => {
    expect(decided(firstMessage(change))).toBe(expected)
  })
})

describe('quiet hours', () => {
  test.each([
    ['before the evening', '2026-11-25T19:59:59.999Z', {}, 'go'],
    ['in the evening', '2026-11-25T20:00:00Z', {}, 'hold quietHours until 2026-11-26T07:00:00Z'],
    ['in the morning', '2026-11-25T06:59:59.999Z', {}, 'hold quietHours until 2026-11-25T07:00:00Z'],
    ['after the morning', '2026-11-25T07:00:00Z', {}, 'go'],
    ['at noon', '2026-11-25T11:30:00Z', { quietFrom: 12, quietTo: 14 }, 'hold quietHours until 2026-11-25T13:00:00Z'],
    ['with equal hours', '2026-11-25T02:00:00Z', { quietFrom: 3, quietTo: 3 }, 'go'],
    ['in a short night', '2026-03-28T22:00:00Z', {}, 'hold quietHours until 2026-03-29T06:00:00Z'],
    ['in a long night', '2026-10-24T22:00:00Z', {}, 'hold quietHours until 2026-10-25T07:00:00Z'],
    [
      'that end in a skipped hour',
      '2026-03-29T00:30:00Z',
      { quietTo: 2 },
      'hold quietHours until 2026-03-29T01:00:00Z',
    ],
    [
      'that end after a repeated hour',
      '2026-10-25T00:30:00Z',
      { quietTo: 3 },
      'hold quietHours until 2026-10-25T02:00:00Z',
    ],
    ['that are skipped', '2026-03-29T01:00:00Z', { quietFrom: 2, quietTo: 3 }, 'go'],
  ])('%s', (_what, now, hours, expected) => {
    expect(decided(firstMessage({ now: new Date(now), plan: { ...plan(null, 0).plan }, ...within(hours) }))).toBe(
      expected,
    )
  })

  test('on a day that a time zone skips end on the day after', () => {
    const apia = { timeZone: 'Pacific/Apia', now: new Date('2011-12-30T08:00:00Z'), ...plan(null, 0) }
    const old = by({ joinedAt: new Date('2009-01-01'), firstSentAt: new Date('2010-01-01') })
    // Thursday, 22:00; Friday is skipped.
    expect(decided(firstMessage({ ...apia, ...old }))).toBe('hold quietHours until 2011-12-30T18:00:00Z')
  })

  test.each([
    ['public replies', publicReply],
    ['answers', answer],
  ])('do not hold %s', (_what, kind) => {
    expect(decided(kind({ now: new Date('2026-11-25T23:00:00Z') }))).toBe('go')
  })
})

describe('warming up: first messages in 24 hours', () => {
  const low = { karma: 99 }
  test.each([
    ['never sent', { firstSentAt: null }, 3],
    ['first sent a moment ago', { firstSentAt: noon }, 3],
    ['first sent almost a day ago', { firstSentAt: ago({ hours: 23.9 }) }, 3],
    ['first sent a day ago', { firstSentAt: ago({ days: 1 }) }, 5],
    ['first sent a week ago', { firstSentAt: ago({ days: 7 }) }, 17],
    ['warmed up', { firstSentAt: ago({ days: 9 }) }, 20],
    ['first sent in the future, since a clock jumped back', { firstSentAt: ago({ days: -3 }) }, 3],
    ['with little karma', { ...low, firstSentAt: null }, 1],
    ['with little karma, first sent a week ago', { ...low, firstSentAt: ago({ days: 7 }) }, 8],
    ['with just enough karma', { karma: 100, firstSentAt: null }, 3],
    ['with unknown karma', { karma: null, firstSentAt: null }, 1],
    ['almost 30 days old', { joinedAt: ago({ days: 30, ms: -1 }), firstSentAt: null }, 1],
    ['30 days old', { joinedAt: ago({ days: 30 }), firstSentAt: null }, 3],
    ['of unknown age', { joinedAt: null, firstSentAt: null }, 1],
  ])('an account %s', (_what, change, expected) => {
    expect(dailyAllowance({ ...account, ...change }, 20, noon)).toBe(expected)
  })

  test('never more than the most that is set', () => {
    expect(dailyAllowance({ ...account, firstSentAt: null }, 2, noon)).toBe(2)
  })

  test.each([
    ['its first messages are a day old', {}, sentAt(ago({ hours: 20 }), ago({ hours: 19 }), ago({ hours: 18 })), 4],
    [
      'it has been sending for another day',
      { firstSentAt: ago({ hours: 22 }) },
      sentAt(ago({ hours: 3 }), ago({ hours: 2 }), ago({ hours: 2 })),
      2,
    ],
    [
      'it is 30 days old',
      { joinedAt: ago({ days: 30, hours: -1 }), firstSentAt: ago({ hours: 5 }) },
      sentAt(ago({ hours: 5 })),
      1,
    ],
  ])('a held message leaves when %s', (_what, change, sendings, hours) => {
    const young = by({ firstSentAt: ago({ hours: 20 }), ...change })
    const until = ago({ hours: -hours }).toISOString().replace('.000', '')
    expect(decided(firstMessage({ ...young, sendings }))).toBe(`hold daily until ${until}`)
  })
})

describe('a public reply', () => {
  const promoting = (each: string) => ({ promotes: true, ...by({ promotions: promotions(each) }) })
  test.each([
    ['to somebody who invited nothing', {}, 'go'],
    ['after a message to the same person', { alreadyContacted: true }, 'go'],
    ['with a plan without messages', plan(0, 0), 'go'],
    ['by an account that sent its messages of the day', { sendings: twenty }, 'go'],
    [
      'with the text of another',
      { sendings: [sent(ago({ days: 1 }), { kind: 'comment', community: 'pipes', textDigest: 'this text' })] },
      'hold sameText until 2026-12-01T11:00:00Z',
    ],
    ['beyond the number of an hour', { sendings: fiveThisHour }, 'hold hourly until 2026-11-25T11:10:00Z'],
    ['that promotes, when 2 of 20 do', promoting('11000000000000000000'), 'go'],
    ['that promotes, when 3 of 20 do', promoting('11100000000000000000'), 'hold promotion until changed'],
    ['that promotes, when 1 of 9 does', promoting('100000000'), 'hold promotion until changed'],
    ['that promotes, first of the account', promoting(''), 'go'],
    [
      'that promotes, when it is unknown whether others do',
      { promotes: true, ...by({ promotions: { state: 'unread', because: 'hidden' } }) },
      'go',
    ],
    ['that promotes nothing, when all others do', { ...promoting('1111'), promotes: false }, 'go'],
    [
      'in a community of a reply an hour ago',
      { sendings: [comment(ago({ hours: 1 }), 'welding')] },
      'hold community until 2026-11-25T12:00:00Z',
    ],
    ['in a community of a reply 2 hours ago', { sendings: [comment(ago({ hours: 2 }), 'welding')] }, 'go'],
    [
      'in a community from which somebody got a message an hour ago',
      { sendings: [sent(ago({ hours: 1 }), { isFirst: false, community: 'welding' })] },
      'go',
    ],
    ['in another community', { sendings: [comment(ago({ hours: 1 }), 'pipes')] }, 'go'],
  ] as const)('%s', (_what, change, expected) => {
    expect(decided(publicReply(change))).toBe(expected)
  })
})

describe('an answer to somebody who wrote', () => {
  const all = {
    ...plan(0, 0),
    alreadyContacted: true,
    promotes: true,
    ...by({ promotions: promotions('1111'), firstSentAt: null, karma: 0 }),
    now: new Date('2026-11-25T23:00:00Z'),
  }
  test.each(['message', 'comment'] as const)('as a %s is held by no limit but the hourly one', (kind) => {
    const there = { kind, community: kind === 'comment' ? 'Welding' : null }
    const sendings = [comment(all.now, 'welding'), sent(all.now, { textDigest: 'this text' })]
    expect(decided(answer({ ...all, ...there, sendings }))).toBe('go')
    const most = within({ hourlyMost: 2 })
    expect(decided(answer({ ...all, ...there, sendings, ...most }))).toBe('hold hourly until 2026-11-26T00:00:00Z')
  })
})

test('of several limits, the first in order holds', () => {
  const night = new Date('2026-11-25T02:00:00Z')
  const sendings = [
    ...Array.from({ length: 20 }, () => sent(night)),
    sent(night, { textDigest: 'this text' }),
    comment(night, 'Welding'),
  ]
  const all = firstMessage({
    now: night,
    sendings,
    ...plan(1, 1),
    ...{ doNotContact: true, hasInvitation: false, alreadyContacted: true },
    ...within({ stoppedAt: noon }),
    ...by({ state: 'signIn', suspendedAt: noon }),
  })
  const steps: [string, Partial<SendingInput>][] = [
    ['hold stopped until changed', {}],
    ['hold account until changed', within({})],
    ['hold suspended until changed', by({ suspendedAt: noon })],
    ['refuse doNotContact', by({})],
    ['refuse noInvitation', { doNotContact: false }],
    ['refuse alreadyContacted', { hasInvitation: true }],
    ['hold sameText until 2026-12-02T02:00:00Z', { alreadyContacted: false }],
    ['hold quietHours until 2026-11-25T07:00:00Z', { textDigest: 'a third text' }],
    ['hold plan until 2026-11-25T23:00:00Z', within({ quietFrom: 8 })],
    ['hold daily until 2026-11-26T02:00:00Z', plan(2, 1)],
    ['hold hourly until 2026-11-25T03:00:00Z', within({ quietFrom: 8, dailyMost: 100 })],
    ['go', within({ quietFrom: 8, dailyMost: 100, hourlyMost: 30 })],
  ]
  let input = all
  for (const [expected, change] of steps) {
    input = { ...input, ...change }
    expect(decided(input)).toBe(expected)
  }
  // The same sendings hold a comment by its own limits.
  input = { ...input, kind: 'comment', community: 'Welding', promotes: true, ...by({ promotions: promotions('1') }) }
  expect(decided(input)).toBe('hold promotion until changed')
  expect(decided({ ...input, promotes: false })).toBe('hold community until 2026-11-25T04:00:00Z')
})

test('an unknown time zone throws', () => {
  expect(() => decideSending(firstMessage({ timeZone: 'Mars/Olympus' }))).toThrow(RangeError)
})
