import { describe, expect, test } from 'vitest'
import { conditionsText, daysText, hoursText, rhythmText, snoozeChoices, timeElsewhere, waysText } from './labels.ts'

const all = { kind: 'lead', query: '', threshold: 0, label: 2, fresh: false, restOnly: false, keywords: [] } as const

describe('a rule', () => {
  test.each([
    [{}, 'Leads'],
    [{ label: 3, fresh: true }, 'Leads who want it now · posted within three days'],
    [{ threshold: 60, keywords: ['k'] }, 'Leads · chance of 60% or more · for 1 keyword'],
    [{ keywords: ['k', 'l'], query: 'crm -free' }, 'Leads · for 2 keywords · matching crm -free'],
    [{ restOnly: true }, 'Leads · not covered by another rule'],
    [{ kind: 'mention', threshold: 60, label: 3 }, 'Mentions'],
    [{ kind: 'quota', query: 'crm' }, 'Plan limits'],
  ] as const)('with %j is about: %s', (conditions, text) => {
    expect(
      conditionsText({ ...all, ...conditions, keywords: [...('keywords' in conditions ? conditions.keywords : [])] }),
    ).toBe(text)
  })

  test.each([
    ['immediately', 'Immediately'],
    ['hourly', 'Every hour'],
    ['daily', 'Every day at 08:00'],
    ['weekly', 'Every Monday at 08:00'],
  ] as const)('that tells %s says when: %s', (rhythm, text) => {
    expect(rhythmText({ rhythm, timeOfDay: '08:00' })).toBe(text)
  })

  test('says its hours', () => {
    const workingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
    expect(hoursText({ quietHours: null, workingHours: null })).toBe('')
    expect(hoursText({ quietHours: { from: '22:00', to: '07:00' }, workingHours })).toBe(
      'only Mon–Fri 09:00–17:00, quiet 22:00–07:00',
    )
  })
})

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[7, 6], 'Sat, Sun'],
  [[1, 3, 4, 5, 7], 'Mon, Wed–Fri, Sun'],
  [[2], 'Tue'],
])('the days %j are %s', (days, text) => {
  expect(daysText(days)).toBe(text)
})

const own = { id: 'o', email: 'olga@example.com' }
const others = [
  { id: 'a', email: 'ada@example.com' },
  { id: 'b', email: 'bob@example.com' },
]
test.each([
  [[], [], 'by email to nobody'],
  [[own], [], 'by email to you'],
  [[own, others[0]!], [], 'by email to you and ada@example.com'],
  [[others[0]!], [], 'by email to ada@example.com'],
  [[own, ...others], [], 'by email to you and 2 others'],
  [others, [], 'by email to 2 people'],
  [[], ['CRM'], 'to CRM'],
  [[own], ['CRM'], 'by email to you, and to CRM'],
  [[own], ['CRM', 'Zapier'], 'by email to you, and to CRM and Zapier'],
])('the recipients %j and webhooks %j are shown as %s', (recipients, names, text) => {
  expect(waysText({ channel: 'mail', recipients, destinations: names.map((name) => ({ name })) }, 'o')).toBe(text)
})

test.each([
  ['08:00', 'Europe/Berlin', 'UTC', '2026-01-10T12:00:00Z', '07:00'],
  ['08:00', 'Europe/Berlin', 'UTC', '2026-07-10T12:00:00Z', '06:00'],
  ['20:00', 'America/New_York', 'Asia/Kolkata', '2026-01-10T12:00:00Z', '06:30'],
  ['08:00', 'UTC', 'UTC', '2026-01-10T23:59:00Z', '08:00'],
])('%s in %s is shown in %s on %s as %s', (time, from, to, now, shown) => {
  expect(timeElsewhere(time, from, to, Date.parse(now))).toBe(shown)
})

test.each([
  [new Date(2026, 10, 26, 15), [new Date(2026, 10, 26, 16), new Date(2026, 10, 27, 8), new Date(2026, 10, 30, 8)]],
  // A Monday: until the next one.
  [new Date(2026, 10, 30, 7), [new Date(2026, 10, 30, 8), new Date(2026, 11, 1, 8), new Date(2026, 11, 7, 8)]],
])('at %s a rule can be snoozed for an hour, until tomorrow, and until Monday', (now, until) => {
  expect(snoozeChoices(now).map((choice) => choice.until)).toEqual(until)
})
