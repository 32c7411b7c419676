import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pseudoRandom } from '../pseudo-random.ts'
import { dayIn, nextMonthly, nextRelease, releaseStep, type Schedule, spanOfDays, startOfDay } from './schedule.ts'

const hour = 3_600_000
const day = 24 * hour
const length = { daily: day, weekly: 7 * day }
const at = (instant: string) => new Date(instant)
const later = (instant: Date, by: number) => new Date(instant.getTime() + by)
const daily = (timeZone: string): Schedule => ({ interval: 'daily', timeZone })
const weekly = (timeZone: string): Schedule => ({ interval: 'weekly', timeZone })

describe('the next release is at 07:00 in the time zone of the project (DECISIONS 21)', () => {
  test.each([
    ['in the evening: the next morning', daily('UTC'), '2026-11-22T20:00:00Z', '2026-11-23T07:00:00Z'],
    ['just before 07:00: the same day', daily('UTC'), '2026-11-22T06:59:59.999Z', '2026-11-22T07:00:00Z'],
    ['exactly at 07:00: the next day', daily('UTC'), '2026-11-22T07:00:00Z', '2026-11-23T07:00:00Z'],
    ['weekly: the next Monday', weekly('UTC'), '2026-11-17T12:00:00Z', '2026-11-23T07:00:00Z'],
    ['weekly, early on a Monday: the same day', weekly('UTC'), '2026-11-23T06:00:00Z', '2026-11-23T07:00:00Z'],
    [
      'weekly, exactly at 07:00 on a Monday: the next Monday',
      weekly('UTC'),
      '2026-11-23T07:00:00Z',
      '2026-11-30T07:00:00Z',
    ],
    ['weekly, late on a Sunday: the next day', weekly('UTC'), '2026-11-22T23:59:59Z', '2026-11-23T07:00:00Z'],
    ['weekly, already Monday in the time zone', weekly('Asia/Tokyo'), '2026-11-22T15:30:00Z', '2026-11-22T22:00:00Z'],
    [
      'weekly, still Sunday in the time zone',
      weekly('America/Los_Angeles'),
      '2026-11-23T07:30:00Z',
      '2026-11-23T15:00:00Z',
    ],
    ['14 hours ahead of UTC', daily('Pacific/Kiritimati'), '2026-11-22T17:00:00Z', '2026-11-23T17:00:00Z'],
    ['12 hours behind UTC', daily('Etc/GMT+12'), '2026-11-22T18:59:00Z', '2026-11-22T19:00:00Z'],
    ['an offset of 5:45 hours', daily('Asia/Kathmandu'), '2026-11-22T00:00:00Z', '2026-11-22T01:15:00Z'],
    ['to February 29', daily('UTC'), '2028-02-28T12:00:00Z', '2028-02-29T07:00:00Z'],
    ['from February 29', daily('UTC'), '2028-02-29T12:00:00Z', '2028-03-01T07:00:00Z'],
    ['in a year without February 29', daily('UTC'), '2027-02-28T12:00:00Z', '2027-03-01T07:00:00Z'],
    ['weekly, across February 29', weekly('UTC'), '2028-02-28T12:00:00Z', '2028-03-06T07:00:00Z'],
    ['weekly, a Monday on February 29', weekly('UTC'), '2044-02-24T12:00:00Z', '2044-02-29T07:00:00Z'],
    ['across the end of a year', daily('Europe/Berlin'), '2026-12-31T12:00:00Z', '2027-01-01T06:00:00Z'],
    ['weekly, across the end of a year', weekly('Europe/Berlin'), '2026-12-30T12:00:00Z', '2027-01-04T06:00:00Z'],
    ['before 1970', weekly('UTC'), '1969-12-30T12:00:00Z', '1970-01-05T07:00:00Z'],
  ])('%s', (_name, schedule, now, expected) => {
    expect(nextRelease(schedule, at(now))).toEqual(at(expected))
  })

  test('is now for immediate releases', () => {
    const now = at('2026-11-22T20:00:00Z')
    expect(nextRelease({ interval: 'atOnce', timeZone: 'Europe/Berlin' }, now)).toEqual(now)
  })

  test('throws for an unknown time zone', () => {
    expect(() => nextRelease(daily('Mars/Olympus'), at('2026-11-22T20:00:00Z'))).toThrow(RangeError)
  })
})

describe('clock changes', () => {
  test.each([
    ['to daylight saving time: 23 hours', daily('Europe/Berlin'), '2026-03-28T06:00:00Z', '2026-03-29T05:00:00Z'],
    ['from daylight saving time: 25 hours', daily('Europe/Berlin'), '2026-10-24T05:00:00Z', '2026-10-25T06:00:00Z'],
    ['a week to daylight saving time', weekly('America/New_York'), '2026-03-02T12:00:00Z', '2026-03-09T11:00:00Z'],
    ['a week from daylight saving time', weekly('America/New_York'), '2026-10-26T11:00:00Z', '2026-11-02T12:00:00Z'],
    ['by two hours', daily('Antarctica/Troll'), '2026-03-28T07:00:00Z', '2026-03-29T05:00:00Z'],
    ['by half an hour', daily('Australia/Lord_Howe'), '2026-10-03T12:00:00Z', '2026-10-03T20:00:00Z'],
    [
      'the last one before daylight saving time was abolished',
      daily('America/Sao_Paulo'),
      '2019-02-16T12:00:00Z',
      '2019-02-17T10:00:00Z',
    ],
    ['a skipped Friday: the start of Saturday', daily('Pacific/Apia'), '2011-12-29T18:00:00Z', '2011-12-30T10:00:00Z'],
    [
      'after a skipped Friday: 07:00 on Saturday',
      daily('Pacific/Apia'),
      '2011-12-30T10:00:00Z',
      '2011-12-30T17:00:00Z',
    ],
    ['a week with a skipped Friday', weekly('Pacific/Apia'), '2011-12-29T18:00:00Z', '2012-01-01T17:00:00Z'],
    ['a repeated Friday: its first 07:00', daily('America/Juneau'), '1867-10-18T00:00:00Z', '1867-10-18T15:57:41Z'],
    [
      'a repeated Friday: not its second 07:00',
      daily('America/Juneau'),
      '1867-10-18T15:57:41Z',
      '1867-10-20T15:57:41Z',
    ],
  ])('%s', (_name, schedule, now, expected) => {
    expect(nextRelease(schedule, at(now))).toEqual(at(expected))
  })
})

describe('releases follow the local clock in every time zone', () => {
  const random = pseudoRandom(21)
  test.each(Intl.supportedValuesOf('timeZone'))('%s', (timeZone) => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
    for (const interval of ['daily', 'weekly'] as const) {
      const schedule = { interval, timeZone }
      const shown = interval === 'daily' ? /^\w{3},? 07:00$/ : /^Mon,? 07:00$/
      let now = at('2026-01-01T00:00:00Z')
      while (now < at('2027-01-01T00:00:00Z')) {
        const release = nextRelease(schedule, now)
        const following = nextRelease(schedule, release)
        expect(format.format(release)).toMatch(shown)
        expect(release.getTime() % 60_000).toBe(0)
        expect(Math.abs(following.getTime() - release.getTime() - length[interval])).toBeLessThanOrEqual(2 * hour)
        const between = later(release, Math.floor(random() * (following.getTime() - release.getTime())))
        expect(nextRelease(schedule, between)).toEqual(following)
        now = later(now, (60 + random() * 300) * day)
      }
    }
  })
})

describe('checking the releases of a project', () => {
  const sunday = at('2026-11-22T20:00:00Z')
  const monday = at('2026-11-23T07:00:00Z')
  const tuesday = at('2026-11-24T07:00:00Z')
  const nextMonday = at('2026-11-30T07:00:00Z')
  const noon = at('2026-11-23T12:00:00Z')
  const atOnce: Schedule = { interval: 'atOnce', timeZone: 'UTC' }

  test.each([
    ['for the first time announces the next release', null, weekly('UTC'), sunday, false, monday],
    ['before the announced release changes nothing', monday, weekly('UTC'), sunday, false, monday],
    ['at the announced release releases everything', monday, weekly('UTC'), monday, true, nextMonday],
    [
      'after downtime across several releases releases once',
      at('2026-11-02T07:00:00Z'),
      weekly('UTC'),
      noon,
      true,
      nextMonday,
    ],
    [
      'after a change from weekly to daily announces an earlier release',
      nextMonday,
      daily('UTC'),
      noon,
      false,
      tuesday,
    ],
    ['after a change from daily to weekly keeps the announced release', tuesday, weekly('UTC'), noon, false, tuesday],
    ['at that release announces the next Monday', tuesday, weekly('UTC'), tuesday, true, nextMonday],
    ['after a change to immediate releases releases everything', nextMonday, atOnce, noon, true, null],
    ['after a change from immediate to daily announces the next morning', null, daily('UTC'), noon, false, tuesday],
    [
      'after a move to a time zone with an earlier morning announces an earlier release',
      tuesday,
      daily('Asia/Tokyo'),
      noon,
      false,
      at('2026-11-23T22:00:00Z'),
    ],
    [
      'after a move to a time zone with a later morning keeps the announced release',
      tuesday,
      daily('America/Lima'),
      at('2026-11-24T01:00:00Z'),
      false,
      tuesday,
    ],
    [
      'at that release announces the next morning of the time zone',
      tuesday,
      daily('America/Lima'),
      tuesday,
      true,
      at('2026-11-24T12:00:00Z'),
    ],
    ['without access keeps the announced release', monday, null, noon, false, monday],
    ['with access again before the announced release keeps it', tuesday, daily('UTC'), noon, false, tuesday],
    [
      'with access again after the announced release releases everything',
      monday,
      weekly('UTC'),
      noon,
      true,
      nextMonday,
    ],
    ['that never had access makes a release due as soon as it has', null, null, noon, false, noon],
    ['that has access for the first time releases everything', noon, weekly('UTC'), tuesday, true, nextMonday],
  ])('%s', (_name, standing, schedule, now, due, releasesAt) => {
    expect(releaseStep(standing, schedule, now)).toEqual({ due, releasesAt })
  })
})

test('each find is released once and no later than announced, whatever happens to plan, access and time zone', () => {
  const schedules = fc.record<Schedule>({
    interval: fc.constantFrom('daily', 'daily', 'weekly', 'weekly', 'weekly', 'atOnce'),
    timeZone: fc.constantFrom(
      ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Etc/GMT+12'],
    ),
  })
  const find = { arbitrary: fc.constant('find' as const), weight: 7 }
  const change = { arbitrary: fc.option(schedules, { freq: 4 }), weight: 3 }
  const happenings = fc.array(fc.tuple(fc.nat(15 * hour), fc.oneof(find, change)), { maxLength: 200, size: 'max' })
  let allFinds = 0

  const history = fc.property(schedules, happenings, (first, happenings) => {
    let now = at('2028-02-20T00:00:00Z')
    let schedule: Schedule | null = first
    let standing = releaseStep(null, schedule, now).releasesAt
    let found: { announced: Date }[] = []
    let [finds, releases] = [0, 0]

    const check = () => {
      const step = releaseStep(standing, schedule, now)
      if (step.due) {
        expect(schedule).not.toBeNull()
        releases += found.length
        found = []
      }
      standing = step.releasesAt
      if (schedule && standing) expect(standing.getTime()).toBeGreaterThan(now.getTime())
      for (const find of found) {
        if (standing! < find.announced) find.announced = standing!
        // An overdue find is held only without access.
        if (find.announced <= now) expect(schedule).toBeNull()
        expect(standing!.getTime()).toBeLessThanOrEqual(find.announced.getTime())
      }
    }

    for (const [wait, happening] of happenings) {
      const then = later(now, wait)
      // The regular check, on time.
      while (schedule && standing && standing <= then) {
        now = standing > now ? standing : now
        check()
      }
      now = then
      if (happening === 'find') {
        finds++
        if (standing === null) releases++
        else {
          found.push({ announced: schedule ? nextRelease(schedule, now) : standing > now ? standing : now })
          if (schedule) expect(standing.getTime()).toBeLessThanOrEqual(found.at(-1)!.announced.getTime())
        }
      } else {
        schedule = happening
        check()
      }
    }
    schedule = daily('UTC')
    check()
    now = later(now, day)
    check()
    expect(found).toEqual([])
    expect(releases).toBe(finds)
    allFinds += finds
  })
  fc.assert(history, { seed: 20_280_220, numRuns: 40 })
  expect(allFinds).toBeGreaterThan(2_000)
})

test.each([
  ['2026-11-20', 'Etc/UTC', '2026-11-20T00:00:00Z'],
  ['2026-11-20', 'America/New_York', '2026-11-20T05:00:00Z'],
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00Z'],
  ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00Z'],
  // Clocks skip midnight.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
])('the day %s begins in %s at %s', (day, timeZone, instant) => {
  expect(startOfDay(day, timeZone)).toEqual(new Date(instant))
})

test.each([
  ['UTC', '2026-11-20', '2026-11-20', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
  ['America/New_York', '2026-10-31', '2026-11-01', '2026-10-31T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['Asia/Kolkata', '2026-12-31', '2026-12-31', '2026-12-30T18:30:00Z', '2026-12-31T18:30:00Z'],
])('in %s the days from %s to %s begin at %s and end at %s', (timeZone, from, to, starts, ends) => {
  expect(spanOfDays({ from, to }, timeZone)).toEqual({ starts: at(starts), ends: at(ends) })
})

test.each([
  ['2026-11-20T04:59:59Z', 'America/New_York', '2026-11-19', '2026-11-20T05:00:00Z'],
  ['2026-11-20T05:00:00Z', 'America/New_York', '2026-11-20', '2026-11-21T05:00:00Z'],
  ['2026-12-31T18:30:00Z', 'Asia/Kolkata', '2027-01-01', '2027-01-01T18:30:00Z'],
])('at %s it is in %s the day %s, which ends at %s', (now, timeZone, day, ends) => {
  expect(dayIn(timeZone, at(now))).toEqual({ day, ends: at(ends) })
})

describe('SEO opportunities are updated on the 1st at 07:00 in the time zone of the project (DECISIONS 21)', () => {
  test.each([
    ['within a month: the next one', 'UTC', '2026-11-20T12:00:00Z', '2026-12-01T07:00:00.000Z'],
    ['on the 1st before 07:00: the same day', 'UTC', '2026-12-01T06:59:59Z', '2026-12-01T07:00:00.000Z'],
    ['at 07:00: a month later', 'UTC', '2026-12-01T07:00:00Z', '2027-01-01T07:00:00.000Z'],
    ['where the month has begun already', 'Pacific/Auckland', '2026-10-31T20:00:00Z', '2026-11-30T18:00:00.000Z'],
    ['where it has not yet', 'America/Los_Angeles', '2026-12-01T08:00:00Z', '2026-12-01T15:00:00.000Z'],
  ])('%s', (_, timeZone, now, next) => {
    expect(nextMonthly(timeZone, at(now)).toISOString()).toBe(next)
  })
})
