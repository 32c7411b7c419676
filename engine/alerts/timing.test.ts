import { describe, expect, test } from 'vitest'
import { digestDue, type Limits, nextAllowed } from './timing.ts'

const berlin = 'Europe/Berlin'
const kolkata = 'Asia/Kolkata'

describe('a digest is due', () => {
  test.each<[string, Parameters<typeof digestDue>[0], string, string | null]>([
    [
      'never, if told immediately',
      { rhythm: 'immediately', time: '08:00', timeZone: 'UTC' },
      '2026-11-20T12:00Z',
      null,
    ],
    [
      'at the next full hour',
      { rhythm: 'hourly', time: '08:00', timeZone: 'UTC' },
      '2026-11-20T12:00:01Z',
      '2026-11-20T13:00Z',
    ],
    [
      'an hour later if it is a full hour',
      { rhythm: 'hourly', time: '08:00', timeZone: 'UTC' },
      '2026-11-20T12:00Z',
      '2026-11-20T13:00Z',
    ],
    [
      'at a full hour of a zone with half hours',
      { rhythm: 'hourly', time: '08:00', timeZone: kolkata },
      '2026-11-20T12:00Z',
      '2026-11-20T12:30Z',
    ],
    [
      'today, before the time',
      { rhythm: 'daily', time: '08:00', timeZone: berlin },
      '2026-11-20T06:59Z',
      '2026-11-20T07:00Z',
    ],
    [
      'tomorrow, at the time',
      { rhythm: 'daily', time: '08:00', timeZone: berlin },
      '2026-11-20T07:00Z',
      '2026-11-21T07:00Z',
    ],
    ['on Monday', { rhythm: 'weekly', time: '08:00', timeZone: berlin }, '2026-11-20T12:00Z', '2026-11-23T07:00Z'],
    [
      'a week later on Monday after the time',
      { rhythm: 'weekly', time: '08:00', timeZone: berlin },
      '2026-11-23T07:30Z',
      '2026-11-30T07:00Z',
    ],
    [
      'an hour earlier in UTC once clocks go forward',
      { rhythm: 'daily', time: '08:00', timeZone: berlin },
      '2026-03-28T08:00Z',
      '2026-03-29T06:00Z',
    ],
    [
      'at the jump if clocks skip the time',
      { rhythm: 'daily', time: '02:30', timeZone: berlin },
      '2026-03-28T12:00Z',
      '2026-03-29T01:00Z',
    ],
    [
      'once if clocks show the time twice',
      { rhythm: 'daily', time: '02:30', timeZone: berlin },
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ],
    [
      'on the date of a zone 14 hours ahead',
      { rhythm: 'daily', time: '08:00', timeZone: 'Pacific/Kiritimati' },
      '2026-11-20T12:00Z',
      '2026-11-20T18:00Z',
    ],
    [
      'on the date of a zone 12 hours behind',
      { rhythm: 'daily', time: '08:00', timeZone: 'Etc/GMT+12' },
      '2026-11-20T12:00Z',
      '2026-11-20T20:00Z',
    ],
  ])('%s', (_, schedule, now, due) => {
    expect(digestDue(schedule, new Date(now))).toEqual(due === null ? null : new Date(due))
  })

  test('at the end of one window for all finds within it', () => {
    const hourly = { rhythm: 'hourly', time: '08:00', timeZone: berlin } as const
    const ends = ['2026-11-20T12:00Z', '2026-11-20T12:20Z', '2026-11-20T12:59:59.999Z'].map((at) =>
      digestDue(hourly, new Date(at))?.toISOString(),
    )
    expect(new Set(ends).size).toBe(1)
  })

  test('never in an unknown time zone', () => {
    expect(() => digestDue({ rhythm: 'daily', time: '08:00', timeZone: 'Mars/Base' }, new Date())).toThrow(RangeError)
  })
})

describe('a recipient is alerted', () => {
  const none: Limits = { snoozedUntil: null, quietHours: null, workingHours: null, timeZone: berlin }
  const quietHours = { from: '22:00', to: '07:00' }
  const lunch = { from: '12:00', to: '13:00' }
  const workingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

  test.each<[string, Partial<Limits>, string, string, string | null]>([
    ['now without limits', {}, '2026-11-20T23:00Z', '2026-11-20T23:00Z', null],
    ['in the morning after quiet hours', { quietHours }, '2026-11-20T21:00Z', '2026-11-21T06:00Z', 'quietHours'],
    ['in the same morning, after midnight', { quietHours }, '2026-11-20T23:30Z', '2026-11-21T06:00Z', 'quietHours'],
    ['now, right before quiet hours', { quietHours }, '2026-11-20T20:59Z', '2026-11-20T20:59Z', null],
    ['now, at the end of quiet hours', { quietHours }, '2026-11-20T06:00Z', '2026-11-20T06:00Z', null],
    ['after quiet hours within a day', { quietHours: lunch }, '2026-11-20T11:30Z', '2026-11-20T12:00Z', 'quietHours'],
    [
      'in the recipient’s zone',
      { quietHours, timeZone: 'America/New_York' },
      '2026-11-21T04:00Z',
      '2026-11-21T12:00Z',
      'quietHours',
    ],
    [
      'after a night in which clocks go forward',
      { quietHours },
      '2026-03-28T22:00Z',
      '2026-03-29T05:00Z',
      'quietHours',
    ],
    ['after a night in which clocks go back', { quietHours }, '2026-10-24T21:00Z', '2026-10-25T06:00Z', 'quietHours'],
    [
      'when clocks reach the end for the second time',
      { quietHours: { from: '01:00', to: '02:30' } },
      '2026-10-25T01:10Z',
      '2026-10-25T01:30Z',
      'quietHours',
    ],
    ['now, within working hours', { workingHours }, '2026-11-20T12:00Z', '2026-11-20T12:00Z', null],
    ['on Monday after a Friday', { workingHours }, '2026-11-20T16:00Z', '2026-11-23T08:00Z', 'workingHours'],
    ['later on a working day', { workingHours }, '2026-11-20T05:00Z', '2026-11-20T08:00Z', 'workingHours'],
    [
      'on Monday, on a Sunday before work begins',
      { workingHours },
      '2026-11-22T05:00Z',
      '2026-11-23T08:00Z',
      'workingHours',
    ],
    [
      'after quiet hours that reach into working hours',
      { workingHours, quietHours: { from: '20:00', to: '10:00' } },
      '2026-11-19T20:00Z',
      '2026-11-20T09:00Z',
      'quietHours',
    ],
    [
      'during working hours if quiet hours cover them',
      { workingHours, quietHours: { from: '08:00', to: '18:00' } },
      '2026-11-20T06:30Z',
      '2026-11-20T08:00Z',
      'workingHours',
    ],
    [
      'after a snooze',
      { snoozedUntil: new Date('2026-11-21T10:00Z') },
      '2026-11-20T12:00Z',
      '2026-11-21T10:00Z',
      'snoozed',
    ],
    [
      'after the quiet hours in which a snooze ends',
      { snoozedUntil: new Date('2026-11-20T23:00Z'), quietHours },
      '2026-11-20T12:00Z',
      '2026-11-21T06:00Z',
      'snoozed',
    ],
    [
      'now, after a snooze that is over',
      { snoozedUntil: new Date('2026-11-20T11:00Z') },
      '2026-11-20T12:00Z',
      '2026-11-20T12:00Z',
      null,
    ],
  ])('%s', (_, limits, now, at, delay) => {
    expect(nextAllowed({ ...none, ...limits }, new Date(now))).toEqual({ at: new Date(at), delay })
  })
})
