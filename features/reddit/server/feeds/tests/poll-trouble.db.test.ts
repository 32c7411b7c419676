import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { arrivedOf } from '#tests/support/polling.ts'
import { PollingWorld } from '#tests/support/polling-world.ts'
import { answered } from '#tests/support/reddit-answers.ts'

let polling: PollingWorld

beforeEach(async () => {
  polling = await PollingWorld.open()
})

afterEach(() => polling.close())
const asked = () => polling.reddit.asked()

const minute = 60_000
const hour = 60 * minute

test('an error of one feed affects no other, is shown with its reason, and is retried within 90 minutes', async () => {
  await polling.startProjectIn(['kettles', 'backroom', 'nowhere_at_all'])
  await polling.pollBriefly()
  const missing = "This doesn't exist on Reddit, or no longer does"
  const closed = 'This community is private. Only its members can read it'
  expect(await polling.errors()).toEqual([closed, closed, null, null, missing, missing])
  expect(await polling.health()).toEqual([{ source: 'reddit-api', error: null, next: null }])
  asked()
  await polling.live(30 * minute, 10 * minute)
  expect(asked().filter((path) => !path.startsWith('/r/kettles/'))).toEqual([])
  await polling.live(60 * minute, 10 * minute)
  expect(asked()).toEqual(expect.arrayContaining(['/r/backroom/new', '/r/nowhere_at_all/new']))
})

test('a community that closes while its feed shares a list is found within a day, and polled again once it opens', async () => {
  await polling.startProjectIn(['kettles', 'smallfirms'])
  await polling.live(hour, 10 * minute)
  await polling.reddit.tell('subreddits/smallfirms', { standing: 'private' })
  await polling.live(30 * hour, 5 * hour)
  expect((await polling.feeds()).filter(({ error }) => error !== null)).toHaveLength(2)
  await polling.reddit.tell('subreddits/smallfirms', { standing: 'public' })
  const said = await polling.reddit.say('smallfirms', 'We are open again')
  await polling.live(25 * hour, 5 * hour)
  expect((await polling.feeds()).filter(({ error }) => error !== null)).toEqual([])
  expect(await arrivedOf(polling.ctx)).toContain(`post ${said}`)
})

test.each([
  ['nonsense', "Reddit is blocking this server's IP address. This usually ends within an hour"],
  ['unknown', "Reddit rejected this server's credentials"],
  ['broken', "Reddit's response was cut off"],
])(
  'a failure of all of Reddit (%s) is shown, retried with a growing delay, and over once Reddit responds',
  async (behaviour, words) => {
    await polling.startProjectIn(['kettles'])
    await polling.reddit.tell('behaviour', { behaviour, path: '/r/' })
    await polling.pollBriefly()
    const [health] = await polling.health()
    expect(health).toMatchObject({ source: 'reddit-api', error: words })
    expect(new Date(String(health!.next)).getTime()).toBeGreaterThan(polling.world.ctx.now().getTime())
    asked()
    await polling.live(20 * minute, 2 * minute)
    // Two lists, polled six times instead of ten; with a rejected token, each poll makes two requests.
    expect(asked().length).toBeLessThan(behaviour === 'unknown' ? 25 : 13)
    expect(await polling.errors()).toEqual([null, null])
    await polling.reddit.tell('behaviour', { behaviour: 'well' })
    await polling.live(20 * minute, 5 * minute)
    expect(await polling.health()).toEqual([{ source: 'reddit-api', error: null, next: null }])
    expect(await polling.errors()).toEqual([null, null])
  },
)

describe('a failure of one list while others succeed', () => {
  test('is shown at the feed that fails, but not at first, and is over once Reddit responds', async () => {
    let isFailing = true
    await polling.startProjectIn(['kettles', 'smallfirms'])
    await polling.live(hour, 10 * minute)
    polling.between((question, ask) => {
      const isList = /^\/r\/.*smallfirms.*\/new$/.test(question.url.pathname)
      return isList && isFailing ? Promise.resolve(answered(503, '')) : ask(question)
    })
    // Most failures are brief.
    await polling.live(minute, minute / 4)
    expect(await polling.errors()).toEqual([null, null, null, null])
    await polling.live(10 * minute)
    const reason = 'Reddit is having problems'
    expect(await polling.feeds()).toEqual([
      { feed: 'posts of community kettles', error: null },
      { feed: 'comments of community kettles', error: null },
      { feed: 'posts of community smallfirms', error: reason },
      { feed: 'comments of community smallfirms', error: null },
    ])
    expect(await polling.health()).toEqual([{ source: 'reddit-api', error: null, next: null }])
    const said = await polling.reddit.say('kettles', 'Said while another list failed')
    await polling.live(6 * minute, 2 * minute)
    expect(await arrivedOf(polling.ctx)).toContain(`post ${said}`)
    isFailing = false
    await polling.live(20 * minute, 5 * minute)
    expect(await polling.errors()).toEqual([null, null, null, null])
  })
})

describe('a failure of all of Reddit', () => {
  test('leaves the feeds in their shared list and their pace unchanged', async () => {
    await polling.startProjectIn(['kettles', 'smallfirms'])
    await polling.live(hour, 10 * minute)
    await polling.reddit.tell('behaviour', { behaviour: 'down', path: '/r/' })
    for (let at = 0; at < 12; at++) await polling.reddit.say('kettles', `Said while nobody heard it, number ${at}`)
    await polling.live(40 * minute, 5 * minute)
    await polling.reddit.tell('behaviour', { behaviour: 'well' })
    asked()
    await polling.live(15 * minute, 5 * minute)
    const paths = [...new Set(asked())].toSorted()
    expect(paths).toEqual(['/r/kettles+smallfirms/comments', '/r/kettles+smallfirms/new'])
    const [kettles] = await polling.read(sql`
      select pace_items * 60000 / pace_ms as "perMinute" from feed where name = 'kettles' and stream = 'posts'`)
    expect(Number(kettles!.perMinute)).toBeLessThan(0.5)
  })
})

describe('a failure while filling a gap', () => {
  /** Lets only first pages succeed. */
  const cutOff = () =>
    polling.between(async (question, ask) => {
      if (!question.url.searchParams.has('after')) return ask(question)
      tries++
      return answered(503, '')
    })
  let tries: number
  beforeEach(async () => {
    tries = 0
    await polling.startProjectIn(['kettles'])
    await polling.pollBriefly()
    polling.world.clock.advance(24 * hour)
  })

  test('is not shown at the feed, is retried with a growing delay, and is over once Reddit responds', async () => {
    cutOff()
    asked()
    await polling.live(20 * minute)
    expect([await polling.errors(), (await polling.gaps()).map(({ ended }) => ended)]).toEqual([[null, null], [false]])
    expect(tries).toBeLessThan(8)
    expect(asked().filter((path) => path === '/r/kettles/comments').length).toBeGreaterThan(15)
    polling.between((question, ask) => ask(question))
    await polling.live(12 * minute, 3 * minute)
    expect(await polling.gaps()).toEqual([{ name: 'kettles', stream: 'comments', ended: true, givenUp: null }])
  })

  test.each([
    ['closed', () => polling.reddit.tell('subreddits/kettles', { standing: 'private' })],
    ['unreachable', () => polling.reddit.tell('behaviour', { behaviour: 'down', path: '/r/' })],
  ])('of a feed that is %s is given up after half a day', async (_, begin) => {
    cutOff()
    await polling.live(2 * minute)
    await begin()
    await polling.live(16 * hour, hour)
    const givenUp = "It couldn't be filled within 12 hours"
    expect(await polling.gaps()).toEqual([{ name: 'kettles', stream: 'comments', ended: true, givenUp }])
  })
})
