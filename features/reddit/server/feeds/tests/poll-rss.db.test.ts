import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/database/database.ts'
import { arrivedOf, pollOnce } from '#tests/support/polling.ts'
import { PollingWorld } from '#tests/support/polling-world.ts'
import { answered } from '#tests/support/reddit-answers.ts'
import { openPoller } from '../poll-feeds.ts'

let polling: PollingWorld

beforeEach(async () => {
  polling = await PollingWorld.open()
  polling.useRss()
})

afterEach(() => polling.close())
const asked = () => polling.reddit.asked()

const minute = 60_000
const hour = 60 * minute
const names = (items: string[]) => [...new Set(items)].toSorted()
/** A post that is a lead for the project of these tests. */
const wish = 'Looking for a CRM for client follow-ups, which do you recommend?'

test('RSS is read once a minute by all processes together, each feed in its turn, without scores', async () => {
  await polling.startProjectIn(['kettles', 'smallfirms'])
  const others = { ...polling.ctx, db: openDatabase(polling.world.url, { poolSize: 3 }) }
  const [own, another] = [openPoller(polling.ctx), openPoller(others)]
  const paths: { second: number; path: string }[] = []
  for (let second = 0; second < 300; second += 6) {
    await Promise.all([pollOnce(own), pollOnce(another)])
    paths.push(...asked().map((path) => ({ second, path })))
    polling.world.clock.advance(6_000)
  }
  await others.db.close()
  for (const [at, { second }] of paths.slice(1).entries()) expect(second - paths[at]!.second).toBeGreaterThan(60)
  expect(names(paths.slice(0, 4).map(({ path }) => path))).toEqual([
    ...['/r/kettles/comments/.rss', '/r/kettles/new/.rss', '/r/smallfirms/comments/.rss', '/r/smallfirms/new/.rss'],
  ])
  expect((await polling.health()).map(({ source, error }) => [source, error])).toEqual([['reddit-rss', null]])
  await polling.reddit.say('kettles', wish)
  await polling.live(30 * minute)
  await polling.world.drain()
  expect(await polling.leads()).toEqual([wish])
  const counts = await polling.read(sql`select distinct source, score, num_comments as comments from post`)
  expect(counts).toEqual([{ source: 1, score: null, comments: null }])
})

test('feeds of all of Reddit are searches for the keywords and competitors', async () => {
  await polling.startProjectIn([], { keywords: ['question'], competitors: ['Hedgehogs'] })
  await polling.live(25 * minute)
  expect(names(asked())).toEqual([
    '/search.rss "hedgehogs"',
    '/search.rss "hedgehogs" OR "question"',
    '/search.rss "question"',
  ])
  expect((await arrivedOf(polling.ctx)).length).toBeGreaterThan(100)
})

test('RSS alternates between gaps and new posts', async () => {
  await polling.startProjectIn(['kettles'])
  await polling.live(5 * minute)
  polling.world.clock.advance(24 * hour)
  await polling.live(40 * minute)
  expect(await polling.gaps()).toEqual([{ name: 'kettles', stream: 'comments', ended: true, givenUp: null }])
})

/** Writes so many posts at once that polling leaves a gap. */
async function postMany(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await polling.reddit.say('kettles', `Something new, number ${at} of ${count}`)
}

/** Returns whether each request for posts was for new ones or for missing ones. */
const turns = (paths: string[]) =>
  paths
    .filter((path) => path.startsWith('/r/kettles/new'))
    .map((path) => (path.includes(' ') ? 'missing' : 'new'))
    .join(' ')

test('two gaps alternate with new posts just as one gap does', async () => {
  await polling.startProjectIn(['kettles'])
  await polling.live(5 * minute)
  asked()
  await postMany(300)
  while (!asked().some((path) => path === '/r/kettles/new/.rss')) await polling.live(minute)
  await postMany(220)
  await polling.live(40 * minute)
  const order = turns(asked())
  expect(order).not.toContain('missing missing')
  expect(order).toContain('missing new missing new missing new missing')
  const posts = (await polling.gaps()).filter(({ stream }) => stream === 'posts')
  expect(posts.map(({ ended, givenUp }) => [ended, givenUp])).toEqual([
    [true, null],
    [true, null],
  ])
})

test('a gap that cannot be filled delays no new posts', async () => {
  await polling.startProjectIn(['kettles'])
  await polling.live(5 * minute)
  const paths: string[] = []
  polling.between(async ({ url, ...question }, ask) => {
    const isMissing = url.searchParams.has('after')
    paths.push(isMissing ? `${url.pathname} after` : url.pathname)
    return isMissing ? answered(503, '') : ask({ url, ...question })
  })
  await postMany(250)
  await polling.live(40 * minute)
  expect(turns(paths)).toContain('new missing new')
  expect(turns(paths)).not.toContain('missing missing')
  expect(await polling.errors()).toEqual([null, null])
})

test('a feed with more posts is polled more often', async () => {
  await polling.startProjectIn(['kettles', 'hedgehogs'])
  await polling.live(20 * minute)
  asked()
  for (let round = 0; round < 8; round++) {
    await postMany(25)
    await polling.live(5 * minute)
  }
  const paths = asked()
  const times = (path: string) => paths.filter((each) => each === path).length
  expect(times('/r/kettles/new/.rss')).toBeGreaterThan(2 * times('/r/hedgehogs/new/.rss'))
})
