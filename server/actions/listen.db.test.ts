import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smallCommunity } from '../../sandbox/reddit/testing-community.ts'
import type { Ctx } from '../ctx.ts'
import { openDatabase, transaction } from '../db/database.ts'
import { type FaultPoint, faultPoints } from '../fault-points.ts'
import { testWorld, type World } from '../testing.ts'
import { asJob, editProject, startProject } from '../testing-leads.ts'
import { arrivedOf, type ListenedReddit, listenFor, lookOnce, openReddit } from '../testing-listening.ts'
import { openListener } from './listen.ts'

/** The whole loop over real wires; here and in the sandbox it is what the clock of the test says. */
let world: World
let reddit: ListenedReddit
let ctx: Ctx

const twoDaysBefore = new Date(Date.UTC(2026, 10, 18, 12))
const minute = 60_000
const listenOnce = (own: Ctx = ctx) => listenFor(own, world.clock)
const hour = 60 * minute

beforeEach(async () => {
  world = await testWorld()
  reddit = await openReddit(world.ctx.now, { community: smallCommunity, days: 12 })
  await reddit.tell('whole', {})
  const { app, exchange } = reddit
  ctx = { ...asJob(world.ctx), reddit: { app, exchange, realm: 'real' } }
})
afterEach(async () => {
  reddit.close()
  await world.close()
})

type Row = Record<string, unknown>
const read = async (query: ReturnType<typeof sql>) =>
  (await transaction(asJob(world.ctx), (tx) => tx.execute<Row>(query))).rows
const health = () => read(sql`select source, error, next_try_at as next from source_health order by source`)
const places = () =>
  read(sql`select stream || ' of ' || kind || ' ' || name as place, error from place order by kind, name, stream desc`)
const gaps = () =>
  read(sql`select p.name, p.stream, g.ended_at is not null as ended, g.given_up as "givenUp" from listening_gap g
    join place p on p.id = g.place_id where not is_beginning order by g.opened_at, p.name, p.stream`)

/** What somebody says who is a lead for the project of these tests. */
const wish = 'Looking for a CRM for client follow-ups, which do you recommend?'
const leads = async () =>
  (await read(sql`select p.title from opportunity o join post p on p.id = o.post_id`)).map(({ title }) => title)

async function listeningTo(communities: string[], overrides = {}): Promise<string> {
  const id = await startProject(ctx, overrides)
  await read(sql`update project set communities = ${sql.param(communities)}::text[] where id = ${id}`)
  return id
}

/** Lets time pass, with the looks at what is due that a worker would take, if more seldom. */
async function live(ms: number, step = minute): Promise<void> {
  const listener = openListener(ctx)
  for (let passed = 0; passed < ms; passed += step) {
    world.clock.advance(step)
    await lookOnce(listener)
  }
}

const names = (items: string[]) => [...new Set(items)].toSorted()

describe('what is said where a project listens', () => {
  test('arrives, also what was said before, and becomes a lead once it is said', async () => {
    await listeningTo(['kettles', 'hedgehogs'])
    await listenOnce()
    const before = await arrivedOf(ctx)
    expect(before.length).toBeGreaterThan(500)
    expect(names(before)).toHaveLength(before.length)
    reddit.asked()
    const said = await reddit.say('hedgehogs', wish)
    world.clock.advance(10 * minute)
    await listenOnce()
    expect(reddit.asked()).toEqual(expect.arrayContaining(['/r/hedgehogs+kettles/new']))
    await world.drain()
    expect(await leads()).toContain(wish)
    const after = await arrivedOf(ctx)
    expect([names(after).length, after.includes(`post ${said}`)]).toEqual([after.length, true])
  })

  test('is asked for more often where more is said', async () => {
    await listeningTo(['kettles', 'hedgehogs'])
    await live(20 * minute)
    for (let at = 0; at < 40; at++) await reddit.say('kettles', `Something new, number ${at}`)
    await live(10 * minute)
    const [row] = await read(sql`
      select k.pace_items / k.pace_ms > 20 * h.pace_items / h.pace_ms as busier, k.next_at < h.next_at as sooner
      from place k, place h where k.name = 'kettles' and h.name = 'hedgehogs' and k.stream = 'posts' and h.stream = 'posts'`)
    expect(row).toMatchObject({ busier: true })
  })

  test('comes once, however lists are shuffled and repeated', async () => {
    await listeningTo(['kettles'])
    await listenOnce()
    const known = names(await arrivedOf(ctx))
    for (const behaviour of ['duplicates', 'disorder']) {
      await reddit.tell('behaviour', { behaviour })
      const said = await reddit.say('kettles', `Said while lists are ${behaviour}`)
      world.clock.advance(11 * minute)
      await listenOnce()
      expect(await arrivedOf(ctx)).toContain(`post ${said}`)
    }
    expect((await read(sql`select 1 from listening_gap where not is_beginning`)).length).toBe(0)
    expect(names(await arrivedOf(ctx)).length).toBeGreaterThan(known.length)
  })
})

describe('places', () => {
  test('are those of the projects that listen, each once, and change with them', async () => {
    const ann = await listeningTo(['kettles'])
    const bob = await listeningTo(['kettles', 'smallfirms'], { keywords: ['kettle'] })
    await listenOnce()
    const both = ['posts of community kettles', 'comments of community kettles']
    const bobs = ['posts of community smallfirms', 'comments of community smallfirms']
    expect((await places()).map(({ place }) => place)).toEqual([...both, ...bobs])
    await editProject(ctx, bob, { status: 'archived' })
    await listenOnce()
    expect((await places()).map(({ place }) => place)).toEqual(both)
    await read(sql`delete from project where id = ${ann}`)
    expect(await places()).toEqual([])
    expect(await read(sql`select 1 from listening_gap`)).toEqual([])
  })

  test('of a project without communities are all of Reddit, unless it chose other sources', async () => {
    const id = await listeningTo([])
    await listenOnce()
    expect((await places()).map(({ place }) => place)).toEqual(['posts of all ', 'comments of all '])
    await read(sql`update project set sources = '{archive}' where id = ${id}`)
    world.clock.advance(11 * minute)
    await listenOnce()
    expect(await places()).toEqual([])
  })

  test('of the sandbox are not those of a project that sees the real world', async () => {
    const [seesReal, seesSandbox] = [await listeningTo(['kettles']), await listeningTo(['smallfirms'])]
    await read(sql`update project set realm = 'sandbox' where id = ${seesSandbox}`)
    ctx = { ...ctx, reddit: { ...ctx.reddit!, realm: 'sandbox' } }
    await listenOnce()
    const uses = await read(sql`select distinct project_id as id from place_use`)
    expect([uses, seesReal === seesSandbox]).toEqual([[{ id: seesSandbox }], false])
    expect(await read(sql`select distinct source from recent`)).toEqual([{ source: 'sandbox' }])
    expect((await health()).map(({ source }) => source)).toEqual(['sandbox'])
  })
})

describe('what is missing', () => {
  test('is seen and read back page by page', async () => {
    await listeningTo(['kettles'])
    await listenOnce()
    // A day without anybody listening: more comments than two pages hold.
    world.clock.advance(24 * hour)
    await listenOnce()
    expect(await gaps()).toEqual([{ name: 'kettles', stream: 'comments', ended: true, givenUp: null }])
    expect(names(await arrivedOf(ctx, twoDaysBefore))).toEqual(names(await allOf(['kettles'])))
  })

  test('is given up where Reddit lists no more, and says so', async () => {
    await listeningTo(['kettles'])
    await listenOnce()
    world.clock.advance(8 * 24 * hour)
    await reddit.tell('whole', {})
    await listenOnce()
    const comments = (await gaps()).filter(({ stream }) => stream === 'comments')
    expect(comments).toEqual([
      { name: 'kettles', stream: 'comments', ended: true, givenUp: 'Reddit lists the newest thousand alone' },
    ])
  })

  test('waits while there are no calls, and is read on with the next ones', async () => {
    await listeningTo(['kettles'])
    await listenOnce()
    world.clock.advance(24 * hour)
    await reddit.tell('behaviour', { behaviour: 'busy', path: '/r/kettles/comments' })
    await listenOnce()
    await reddit.tell('behaviour', { behaviour: 'well' })
    await live(5 * minute)
    expect((await gaps()).every(({ ended }) => ended)).toBe(true)
    expect(names(await arrivedOf(ctx, twoDaysBefore))).toEqual(names(await allOf(['kettles'])))
  })
})

/** All that was said there for two days before the first test and since, as Reddit lists it. */
async function allOf(communities: string[]): Promise<string[]> {
  const other = await testWorld()
  const { app, exchange } = reddit
  const own: Ctx = { ...asJob(other.ctx), now: world.ctx.now, reddit: { app, exchange, realm: 'real' } }
  const id = await startProject(own)
  await transaction(own, (tx) =>
    tx.execute(sql`update project set communities = ${sql.param(communities)}::text[] where id = ${id}`),
  )
  await listenOnce(own)
  const items = await arrivedOf(own, twoDaysBefore)
  await other.close()
  return items
}

describe('several processes', () => {
  test('never ask for the same at once', async () => {
    await listeningTo(['kettles', 'hedgehogs', 'smallfirms'])
    const others = [1, 2].map(() => ({ ...ctx, db: openDatabase(world.url, { poolSize: 3 }) }))
    await Promise.all([ctx, ...others].map((each) => listenOnce(each)))
    for (const { db } of others) await db.close()
    const asked = reddit.asked()
    expect(asked.length).toBeGreaterThan(6)
    expect(names(asked)).toHaveLength(asked.length)
    const items = await arrivedOf(ctx)
    expect(names(items)).toHaveLength(items.length)
  })

  test('take over from one that died, once its lease is over', async () => {
    await listeningTo(['kettles'])
    const reach = (point: FaultPoint) => {
      if (point === 'listen: claimed') throw new Error('died')
    }
    await expect(listenOnce({ ...ctx, reach })).rejects.toThrow('died')
    await listenOnce()
    expect(reddit.asked()).toEqual([])
    world.clock.advance(2 * minute)
    await listenOnce()
    expect(reddit.asked()).toEqual(expect.arrayContaining(['/r/kettles/new', '/r/kettles/comments']))
  })

  test('leave what a slow one still holds to nobody but whoever took it over', async () => {
    await listeningTo(['kettles'])
    let isSlow = true
    const slow: Ctx = {
      ...ctx,
      reach: (point) => {
        if (point !== 'listen: page delivered' || !isSlow) return
        isSlow = false
        world.clock.advance(2 * minute)
      },
    }
    await Promise.all([listenOnce(slow), listenOnce()])
    await listenOnce()
    expect(await read(sql`select name from place where lease_id is not null`)).toEqual([])
  })
})

describe('a process that dies', () => {
  const points = faultPoints.filter((point) => point.startsWith('listen: ') || point.startsWith('arrive: '))

  /** A first hearing, and a day later, with whatever dies tried again by the next process. */
  async function run(deadly: readonly FaultPoint[]) {
    const reached = new Set<FaultPoint>()
    const dying: Ctx = {
      ...ctx,
      reach: (point) => {
        const isFirst = !reached.has(point)
        reached.add(point)
        if (isFirst && deadly.includes(point)) throw new Error(`died at ${point}`)
      },
    }
    await listeningTo(['kettles', 'smallfirms'])
    for (let day = 0; day < 2; day++) {
      for (let tries = 0; tries < 4; tries++) {
        await listenOnce(dying).catch(() => {})
        world.clock.advance(2 * minute)
      }
      if (day === 0) world.clock.advance(24 * hour)
    }
    return {
      reached,
      items: names(await arrivedOf(ctx, twoDaysBefore)),
      open: (await gaps()).filter(({ ended }) => !ended),
    }
  }

  let quiet: string[] | undefined
  test.each(['nowhere', ...points])('at "%s" loses nothing', async (point) => {
    const { reached, items, open } = await run(faultPoints.filter((each) => each === point))
    quiet ??= items
    expect(points.filter((each) => !reached.has(each))).toEqual([])
    expect(open).toEqual([])
    expect(items.length).toBeGreaterThan(500)
    expect(items).toEqual(quiet)
  })
})

describe('trouble', () => {
  test('of one place stops no other, and is told with words and the next try', async () => {
    await listeningTo(['kettles', 'backroom', 'nowhere_at_all'])
    await listenOnce()
    const missing = 'This is not on Reddit, or not any more'
    const closed = 'This community is private: only its members can read it'
    expect((await places()).map(({ error }) => error)).toEqual([closed, closed, null, null, missing, missing])
    expect(await health()).toEqual([{ source: 'reddit-api', error: null, next: null }])
    reddit.asked()
    await live(30 * minute, 10 * minute)
    expect(reddit.asked().filter((path) => !path.startsWith('/r/kettles/'))).toEqual([])
    await live(60 * minute, 10 * minute)
    expect(reddit.asked()).toEqual(expect.arrayContaining(['/r/backroom/new', '/r/nowhere_at_all/new']))
  })

  test('of a place that closes while it shares a list is found within a day, and heard again once it opens', async () => {
    await listeningTo(['kettles', 'smallfirms'])
    await live(hour, 10 * minute)
    await reddit.tell('places/smallfirms', { standing: 'private' })
    await live(30 * hour, 5 * hour)
    expect((await places()).filter(({ error }) => error !== null)).toHaveLength(2)
    await reddit.tell('places/smallfirms', { standing: 'public' })
    const said = await reddit.say('smallfirms', 'We are open again')
    await live(25 * hour, 5 * hour)
    expect((await places()).filter(({ error }) => error !== null)).toEqual([])
    expect(await arrivedOf(ctx)).toContain(`post ${said}`)
  })

  test.each([
    ['down', 'Reddit has trouble of its own'],
    ['nonsense', 'Reddit turns this installation’s address away, which mostly passes within the hour'],
    ['unknown', 'Reddit does not accept how this installation signs in'],
    ['busy', 'Reddit asks for patience: it was asked too often'],
    ['broken', 'Reddit’s answer broke off'],
  ])(
    'of all of Reddit (%s) is told, tried again ever more seldom, and over once it answers',
    async (behaviour, words) => {
      await listeningTo(['kettles'])
      await reddit.tell('behaviour', { behaviour, path: '/r/' })
      await listenOnce()
      const [told] = await health()
      expect(told).toMatchObject({ source: 'reddit-api', error: words })
      expect(new Date(String(told!.next)).getTime()).toBeGreaterThan(world.ctx.now().getTime())
      reddit.asked()
      await live(20 * minute, 2 * minute)
      // Of two lists at ten moments; where Reddit itself says when to come back, that may be at each.
      expect(reddit.asked().length).toBeLessThan(behaviour === 'busy' ? 21 : 20)
      await reddit.tell('behaviour', { behaviour: 'well' })
      await live(20 * minute, 5 * minute)
      expect(await health()).toEqual([{ source: 'reddit-api', error: null, next: null }])
      expect((await places()).map(({ error }) => error)).toEqual([null, null])
    },
  )
})

describe('feeds', () => {
  beforeEach(() => {
    const { app, exchange } = reddit
    ctx = { ...ctx, reddit: null, feeds: { url: app.apiUrl, userAgent: app.userAgent, exchange } }
  })

  test('are read once a minute by all processes together, each place in its turn, without scores', async () => {
    await listeningTo(['kettles', 'smallfirms'])
    const others = { ...ctx, db: openDatabase(world.url, { poolSize: 3 }) }
    const [own, another] = [openListener(ctx), openListener(others)]
    const asked: { second: number; path: string }[] = []
    for (let second = 0; second < 600; second += 6) {
      await Promise.all([lookOnce(own), lookOnce(another)])
      asked.push(...reddit.asked().map((path) => ({ second, path })))
      world.clock.advance(6_000)
    }
    await others.db.close()
    for (const [at, { second }] of asked.slice(1).entries()) expect(second - asked[at]!.second).toBeGreaterThan(60)
    expect(names(asked.slice(0, 4).map(({ path }) => path))).toEqual([
      ...['/r/kettles/comments/.rss', '/r/kettles/new/.rss', '/r/smallfirms/comments/.rss', '/r/smallfirms/new/.rss'],
    ])
    expect((await health()).map(({ source, error }) => [source, error])).toEqual([['reddit-rss', null]])
    await reddit.say('kettles', wish)
    await live(30 * minute)
    await world.drain()
    expect(await leads()).toEqual([wish])
    const counts = await read(sql`select distinct source, score, num_comments as comments from post`)
    expect(counts).toEqual([{ source: 1, score: null, comments: null }])
  })

  test('of all of Reddit are searches for what is listened for', async () => {
    await listeningTo([], { keywords: ['question'], competitors: ['Hedgehogs'] })
    await live(25 * minute)
    const asked = names(reddit.asked())
    expect(asked).toEqual([
      '/search.rss "hedgehogs"',
      '/search.rss "hedgehogs" OR "question"',
      '/search.rss "question"',
    ])
    expect((await arrivedOf(ctx)).length).toBeGreaterThan(100)
  })

  test('read back what is missing in turn with what is new', async () => {
    await listeningTo(['kettles'])
    await live(5 * minute)
    world.clock.advance(24 * hour)
    await live(40 * minute)
    expect(await gaps()).toEqual([{ name: 'kettles', stream: 'comments', ended: true, givenUp: null }])
  })
})
