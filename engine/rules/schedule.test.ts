import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pseudoRandom } from '../pseudo-random.ts'
import { nextRelease, releaseStep, type Schedule } from './schedule.ts'

const hour = 3_600_000
const day = 24 * hour
const length = { daily: day, weekly: 7 * day }
const at = (instant: string) => new Date(instant)
const later = (instant: Date, by: number) => new Date(instant.getTime() + by)
const daily = (timeZone: string): Schedule => ({ interval: 'daily', timeZone })
const weekly = (timeZone: string): Schedule => ({ interval: 'weekly', timeZone })

describe('the next release is at 07:00 in the time zone of the project (DECISIONS 21)', () => {
  test.each([
    ['in the evening, the next morning', daily('UTC'), '2026-11-22T20:00:00Z', '2026-11-23T07:00:00Z'],
    ['a moment before', daily('UTC'), '2026-11-22T06:59:59.999Z', '2026-11-22T07:00:00Z'],
    ['at the very moment, the next', daily('UTC'), '2026-11-22T07:00:00Z', '2026-11-23T07:00:00Z'],
    ['a week waits for Monday', weekly('UTC'), '2026-11-17T12:00:00Z', '2026-11-23T07:00:00Z'],
    ['early on a Monday, the same day', weekly('UTC'), '2026-11-23T06:00:00Z', '2026-11-23T07:00:00Z'],
    ['at the very moment on a Monday, the next', weekly('UTC'), '2026-11-23T07:00:00Z', '2026-11-30T07:00:00Z'],
    ['late on a Sunday', weekly('UTC'), '2026-11-22T23:59:59Z', '2026-11-23T07:00:00Z'],
    ['it is Monday there already', weekly('Asia/Tokyo'), '2026-11-22T15:30:00Z', '2026-11-22T22:00:00Z'],
    ['it is Sunday there still', weekly('America/Los_Angeles'), '2026-11-23T07:30:00Z', '2026-11-23T15:00:00Z'],
    ['14 hours ahead', daily('Pacific/Kiritimati'), '2026-11-22T17:00:00Z', '2026-11-23T17:00:00Z'],
    ['12 hours behind', daily('Etc/GMT+12'), '2026-11-22T18:59:00Z', '2026-11-22T19:00:00Z'],
    ['by three quarters of an hour', daily('Asia/Kathmandu'), '2026-11-22T00:00:00Z', '2026-11-22T01:15:00Z'],
    ['into 29 February', daily('UTC'), '2028-02-28T12:00:00Z', '2028-02-29T07:00:00Z'],
    ['out of 29 February', daily('UTC'), '2028-02-29T12:00:00Z', '2028-03-01T07:00:00Z'],
    ['a year without one', daily('UTC'), '2027-02-28T12:00:00Z', '2027-03-01T07:00:00Z'],
    ['a week over 29 February', weekly('UTC'), '2028-02-28T12:00:00Z', '2028-03-06T07:00:00Z'],
    ['a Monday that is 29 February', weekly('UTC'), '2044-02-24T12:00:00Z', '2044-02-29T07:00:00Z'],
    ['over the end of a year', daily('Europe/Berlin'), '2026-12-31T12:00:00Z', '2027-01-01T06:00:00Z'],
    ['a week over the end of a year', weekly('Europe/Berlin'), '2026-12-30T12:00:00Z', '2027-01-04T06:00:00Z'],
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
    ['into summer: 23 hours', daily('Europe/Berlin'), '2026-03-28T06:00:00Z', '2026-03-29T05:00:00Z'],
    ['into winter: 25 hours', daily('Europe/Berlin'), '2026-10-24T05:00:00Z', '2026-10-25T06:00:00Z'],
    ['a week into summer', weekly('America/New_York'), '2026-03-02T12:00:00Z', '2026-03-09T11:00:00Z'],
    ['a week into winter', weekly('America/New_York'), '2026-10-26T11:00:00Z', '2026-11-02T12:00:00Z'],
    ['by two hours', daily('Antarctica/Troll'), '2026-03-28T07:00:00Z', '2026-03-29T05:00:00Z'],
    ['by half an hour', daily('Australia/Lord_Howe'), '2026-10-03T12:00:00Z', '2026-10-03T20:00:00Z'],
    [
      'for good, where summer time was given up',
      daily('America/Sao_Paulo'),
      '2019-02-16T12:00:00Z',
      '2019-02-17T10:00:00Z',
    ],
    ['a Friday left out: when Saturday begins', daily('Pacific/Apia'), '2011-12-29T18:00:00Z', '2011-12-30T10:00:00Z'],
    ['and again on that Saturday', daily('Pacific/Apia'), '2011-12-30T10:00:00Z', '2011-12-30T17:00:00Z'],
    ['a Friday left out of a week', weekly('Pacific/Apia'), '2011-12-29T18:00:00Z', '2012-01-01T17:00:00Z'],
    ['a Friday shown twice: its first 07:00', daily('America/Juneau'), '1867-10-18T00:00:00Z', '1867-10-18T15:57:41Z'],
    ['and not its second', daily('America/Juneau'), '1867-10-18T15:57:41Z', '1867-10-20T15:57:41Z'],
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
    ['the first tells of the next release', null, weekly('UTC'), sunday, false, monday],
    ['before it nothing changes', monday, weekly('UTC'), sunday, false, monday],
    ['at it all is released', monday, weekly('UTC'), monday, true, nextMonday],
    ['after having been down over several, once', at('2026-11-02T07:00:00Z'), weekly('UTC'), noon, true, nextMonday],
    ['from weekly to daily: sooner', nextMonday, daily('UTC'), noon, false, tuesday],
    ['from daily to weekly: what was told of stands', tuesday, weekly('UTC'), noon, false, tuesday],
    ['and then weekly', tuesday, weekly('UTC'), tuesday, true, nextMonday],
    ['to at once: now', nextMonday, atOnce, noon, true, null],
    ['from at once to daily', null, daily('UTC'), noon, false, tuesday],
    ['into a zone whose morning is sooner', tuesday, daily('Asia/Tokyo'), noon, false, at('2026-11-23T22:00:00Z')],
    ['into a zone whose morning is later', tuesday, daily('America/Lima'), at('2026-11-24T01:00:00Z'), false, tuesday],
    ['and then in its morning', tuesday, daily('America/Lima'), tuesday, true, at('2026-11-24T12:00:00Z')],
    ['paused: what was told of waits', monday, null, noon, false, monday],
    ['paused and back before it', tuesday, daily('UTC'), noon, false, tuesday],
    ['back after it: now', monday, weekly('UTC'), noon, true, nextMonday],
    ['access to a project that never had any: from now on it waits for it', null, null, noon, false, noon],
    ['and has all with it', noon, weekly('UTC'), tuesday, true, nextMonday],
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
    let found: { told: Date }[] = []
    let [finds, releases] = [0, 0]

    const look = () => {
      const step = releaseStep(standing, schedule, now)
      if (step.due) {
        expect(schedule).not.toBeNull()
        releases += found.length
        found = []
      }
      standing = step.releasesAt
      if (schedule && standing) expect(standing.getTime()).toBeGreaterThan(now.getTime())
      for (const find of found) {
        if (standing! < find.told) find.told = standing!
        // An overdue find is held only without access.
        if (find.told <= now) expect(schedule).toBeNull()
        expect(standing!.getTime()).toBeLessThanOrEqual(find.told.getTime())
      }
    }

    for (const [wait, happening] of happenings) {
      const then = later(now, wait)
      // The regular check, on time.
      while (schedule && standing && standing <= then) {
        now = standing > now ? standing : now
        look()
      }
      now = then
      if (happening === 'find') {
        finds++
        if (standing === null) releases++
        else {
          found.push({ told: schedule ? nextRelease(schedule, now) : standing > now ? standing : now })
          if (schedule) expect(standing.getTime()).toBeLessThanOrEqual(found.at(-1)!.told.getTime())
        }
      } else {
        schedule = happening
        look()
      }
    }
    schedule = daily('UTC')
    look()
    now = later(now, day)
    look()
    expect(found).toEqual([])
    expect(releases).toBe(finds)
    allFinds += finds
  })
  fc.assert(history, { seed: 20_280_220, numRuns: 40 })
  expect(allFinds).toBeGreaterThan(2_000)
})
