import { describe, expect, test } from 'vitest'
import { type DigestChoice, digestDue, type Limits, nextAllowed, type Schedule, scheduleFor } from './timing.ts'

const berlin = 'Europe/Berlin'
const kolkata = 'Asia/Kolkata'

describe('a digest is due', () => {
  test.each<[string, Schedule, string, string | null]>([
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

describe('a recipient’s own digest time', () => {
  const daily: Schedule = { rhythm: 'daily', time: '08:00', timeZone: 'UTC' }
  const weekly: Schedule = { ...daily, rhythm: 'weekly' }
  const friday = '2026-11-20T12:00Z'

  test.each<[string, Schedule, DigestChoice, string, string | null]>([
    ['is the rule’s without one', daily, { timeOfDay: null, timeZone: berlin }, friday, '2026-11-21T08:00Z'],
    [
      'is in the rule’s zone if they set none',
      daily,
      { timeOfDay: '18:30', timeZone: null },
      friday,
      '2026-11-20T18:30Z',
    ],
    ['is in their zone', daily, { timeOfDay: '18:30', timeZone: berlin }, friday, '2026-11-20T17:30Z'],
    ['is on their date', daily, { timeOfDay: '00:30', timeZone: kolkata }, friday, '2026-11-20T19:00Z'],
    ['is on their Monday', weekly, { timeOfDay: '01:00', timeZone: kolkata }, friday, '2026-11-22T19:30Z'],
    [
      'is at the jump if their clocks skip it',
      daily,
      { timeOfDay: '02:30', timeZone: berlin },
      '2026-03-28T12:00Z',
      '2026-03-29T01:00Z',
    ],
    [
      'doesn’t change hourly digests',
      { ...daily, rhythm: 'hourly' },
      { timeOfDay: '18:30', timeZone: kolkata },
      friday,
      '2026-11-20T13:00Z',
    ],
    [
      'doesn’t delay what is sent immediately',
      { ...daily, rhythm: 'immediately' },
      { timeOfDay: '18:30', timeZone: berlin },
      friday,
      null,
    ],
  ])('%s', (_, rule, recipient, now, due) => {
    expect(digestDue(scheduleFor(rule, recipient), new Date(now))).toEqual(due === null ? null : new Date(due))
  })
})

describe('a recipient is alerted', () => {
  const none: Limits = {
    ...{ snoozedUntil: null, quietHours: null, workingHours: null, ownQuietHours: null },
    timeZone: berlin,
  }
  const weekend = { days: [6, 7], from: '00:00', to: '00:00' }
  const fridayNight = { days: [5], from: '18:00', to: '09:00' }
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
      'now, outside of their own quiet hours',
      { ownQuietHours: weekend },
      '2026-11-20T22:59Z',
      '2026-11-20T22:59Z',
      null,
    ],
    [
      'after a weekend of their own quiet hours',
      { ownQuietHours: weekend },
      '2026-11-20T23:00Z',
      '2026-11-22T23:00Z',
      'ownQuietHours',
    ],
    [
      'on the morning after the day on which their own quiet hours began',
      { ownQuietHours: fridayNight },
      '2026-11-21T07:59Z',
      '2026-11-21T08:00Z',
      'ownQuietHours',
    ],
    [
      'now, in a night that doesn’t begin on one of their days',
      { ownQuietHours: fridayNight },
      '2026-11-20T05:00Z',
      '2026-11-20T05:00Z',
      null,
    ],
    [
      'after their own quiet hours in their zone',
      { ownQuietHours: { days: [5], from: '09:00', to: '12:00' }, timeZone: 'America/New_York' },
      '2026-11-20T14:00Z',
      '2026-11-20T17:00Z',
      'ownQuietHours',
    ],
    [
      'after their own quiet hours in a night in which clocks go forward',
      { ownQuietHours: { days: [6], from: '22:00', to: '07:00' } },
      '2026-03-28T22:00Z',
      '2026-03-29T05:00Z',
      'ownQuietHours',
    ],
    [
      'at the jump if clocks skip the end of their own quiet hours',
      { ownQuietHours: { days: [6], from: '22:00', to: '02:30' } },
      '2026-03-28T22:00Z',
      '2026-03-29T01:00Z',
      'ownQuietHours',
    ],
    [
      'after the rule’s quiet hours that follow their own',
      { ownQuietHours: { days: [5], from: '09:00', to: '22:00' }, quietHours },
      '2026-11-20T12:00Z',
      '2026-11-21T06:00Z',
      'ownQuietHours',
    ],
    [
      'outside of their own quiet hours if these cover all working hours',
      { ownQuietHours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }, workingHours },
      '2026-11-20T12:00Z',
      '2026-11-20T17:00Z',
      'ownQuietHours',
    ],
    [
      'in working hours after their own quiet hours if the rule’s quiet hours cover all working hours',
      {
        ownQuietHours: { days: [5], from: '08:00', to: '18:00' },
        quietHours: { from: '17:30', to: '17:00' },
        workingHours,
      },
      '2026-11-20T12:00Z',
      '2026-11-23T08:00Z',
      'ownQuietHours',
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
