import { once } from 'node:events'
import type { Server } from 'node:http'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runUpkeep } from '#app/server.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import type { RedditService } from '#platform/server/services.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { answered } from '#tests/support/reddit-answers.ts'
import { appOf, call, jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import type { CommunityProfile } from '../../contract.ts'
import { ExchangeError, openExchange } from '../api/exchange.ts'

import { community, redditLimit } from '../tables.ts'

import { createCommunityProfiles } from './create-community-profiles.ts'
import { readCommunities } from './read-communities.ts'

/** The sandbox's whole community, over a real connection. */
let server: Server
let world: World
let app: FastifyInstance
let ann: Person
let ctx: Ctx
const dayMs = 24 * 3_600_000

beforeAll(async () => {
  server = sandboxServer({ days: 1 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  world = await testWorld()
  ctx = { ...world.ctx, reddit: serviceOf(addressesOf(server).reddit.url) }
  app = await appOf(ctx)
  ann = await signUp(app, 'ann@example.com')
})

beforeEach(() => jobTransaction(world.ctx, (tx) => tx.delete(community)))

afterAll(async () => {
  await app.close()
  await world.close()
  server.closeAllConnections()
  server.close()
})

function serviceOf(url: string): RedditService {
  const { clientId, clientSecret } = addressesOf(server).reddit
  const reddit = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
  return { app: reddit, exchange: openExchange(), realm: 'sandbox' }
}

async function tell(what: string, words: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `${addressesOf(server).reddit.url}/control/${what}`
  expect((await fetch(url, { method: 'PUT', headers, body: JSON.stringify(words) })).ok).toBe(true)
}

async function profiles(...names: string[]): Promise<CommunityProfile[]> {
  return (await call(app, ann, 'POST', 'community-profiles', { names })).json().data
}

async function profileOf(name: string): Promise<CommunityProfile> {
  return (await profiles(name))[0]!
}

const asJob = (over: Partial<Ctx> = {}) => ({ ...actingAs(ctx, { kind: 'job', name: 'communities' }), ...over })
const read = () => readCommunities(asJob())
/** Fails as if Reddit couldn't be reached. */
const stopped: RedditService['exchange'] = () => Promise.reject(new ExchangeError('unreachable'))

const waiting = async () =>
  Number((await ask(world.url, `select count(*) from pgboss.job where name = 'communities'`))[0]!.count)

describe('requesting profiles', () => {
  test('returns unknown ones at first, and complete ones after they were read', async () => {
    const before = await waiting()
    expect(await profileOf('smallbusiness')).toEqual({
      name: 'smallbusiness',
      displayName: 'smallbusiness',
      title: '',
      members: null,
      isAdult: false,
      standing: 'unread',
      stance: 'unknown',
      stanceRule: null,
      stanceWords: null,
      rules: null,
      readAt: null,
      isPending: true,
      trouble: null,
    })
    expect(await waiting()).toBe(before + 1)
    await read()
    expect(await profileOf('r/SmallBusiness')).toEqual({
      name: 'smallbusiness',
      displayName: 'smallbusiness',
      title: 'Small business owners',
      members: 1_840_000,
      isAdult: false,
      standing: 'open',
      stance: 'forbids',
      stanceRule: 'No self-promotion',
      stanceWords: 'No advertising, referral codes, surveys or links to your own product.',
      rules: null,
      readAt: world.clock.now.toISOString(),
      isPending: false,
      trouble: null,
    })
  })

  test('includes the rules only if they are requested', async () => {
    await profileOf('smallbusiness')
    await read()
    const data = { names: ['smallbusiness'], rules: true }
    const [found] = (await call(app, ann, 'POST', 'community-profiles', data)).json().data
    expect(found.rules).toContainEqual({
      name: 'No self-promotion',
      description: 'No advertising, referral codes, surveys or links to your own product.',
    })
    expect((await call(app, ann, 'POST', 'community-profiles', { ...data, rules: 'yes' })).statusCode).toBe(400)
  })

  test("of Reddit's realm returns what is stored of it, not the sandbox's communities, and reads nothing", async () => {
    await profileOf('smallbusiness')
    await read()
    const before = await waiting()
    const ofReal = async (names: string[]) =>
      (await call(app, ann, 'POST', 'community-profiles', { names, rules: true, realm: 'real' })).json().data
    expect(await ofReal(['smallbusiness', 'unheard'])).toMatchObject([
      { standing: 'unread', rules: null, stance: 'unknown', isPending: false },
      { standing: 'unread', isPending: false },
    ])
    const [row] = await rows()
    await jobTransaction(world.ctx, (tx) =>
      tx.insert(community).values({ ...row!, realm: 'real', rules: [], stance: 'welcomes' }),
    )
    expect(await ofReal(['smallbusiness'])).toMatchObject([{ standing: 'open', rules: [], stance: 'welcomes' }])
    expect((await profileOf('smallbusiness')).stance).toBe('forbids')
    expect(await waiting()).toBe(before)
  })

  test('returns them in the requested order, with their own spelling, in every language', async () => {
    await profiles('coffee', 'selbststaendig', 'cafesfr', 'espresso')
    await read()
    const found = await profiles('selbststaendig', 'coffee', 'cafesfr')
    expect(found.map(({ displayName, stance, stanceWords }) => [displayName, stance, stanceWords])).toEqual([
      ['Selbststaendig', 'forbids', 'Keine Werbung, keine Rabattcodes, keine Umfragen.'],
      ['Coffee', 'tolerates', 'Say that it is yours, once a month at most, and take part otherwise.'],
      ['cafesfr', 'tolerates', 'Une fois par mois, en le disant.'],
    ])
  })

  test.each([
    ['ownerslounge', 'private'],
    ['coupondumps', 'banned'],
    ['smallbuisness', 'missing'],
  ])('r/%s is %s, with an unknown size', async (name, standing) => {
    await profileOf(name)
    await read()
    expect(await profileOf(name)).toMatchObject({ standing, members: null, stance: 'unknown', isPending: false })
  })

  test('a closed community keeps its size and loses its rules; a reopened one has them again', async () => {
    await profileOf('tax')
    await read()
    await tell('subreddits/tax', { standing: 'quarantined' })
    world.clock.advance(7 * dayMs)
    await read()
    expect(await profileOf('tax')).toMatchObject({ standing: 'quarantined', members: 655_000, stance: 'unknown' })
    await tell('subreddits/tax', { standing: 'public' })
    world.clock.advance(dayMs)
    await read()
    expect(await profileOf('tax')).toMatchObject({ standing: 'open', stance: 'forbids' })
  })

  test('without access to Reddit, nothing is read and everything stays unknown', async () => {
    const before = await waiting()
    const asAnn = actingAs(world.ctx, { kind: 'user', userId: ann.id, sessionId: world.ctx.id(), memberships: [] })
    const [found] = await createCommunityProfiles(asAnn, { names: ['coffee'] })
    expect(found).toMatchObject({ standing: 'unread', members: null, stance: 'unknown', isPending: false })
    expect([await waiting(), await rows()]).toEqual([before, []])
  })

  test.each([[['two words']], [['']], [Array.from({ length: 51 }, (_, at) => `welding${at}`)]])(
    '%j is rejected',
    async (names) => {
      expect((await call(app, ann, 'POST', 'community-profiles', { names })).statusCode).toBe(400)
    },
  )

  test('new names are rate-limited per user, while known ones stay available', async () => {
    const eager = await signUp(app, 'eager@example.com')
    const about = (name: string) => call(app, eager, 'POST', 'community-profiles', { names: [name] })
    for (let at = 0; at < 60; at++) expect((await about(`welding${at}`)).statusCode).toBe(200)
    expect((await about('welding60')).statusCode).toBe(429)
    expect((await about('welding0')).statusCode).toBe(200)
  })
})

const rows = () => jobTransaction(world.ctx, (tx) => tx.select().from(community))

describe('reading communities', () => {
  test('includes the lists of projects, except archived ones', async () => {
    await setUpProject(app, ann, { communities: ['espresso'] })
    const resting = await setUpProject(app, ann, { communities: ['homelab'] })
    await call(app, ann, 'PUT', `projects/${resting}/archive`)
    await read()
    expect((await rows()).map(({ key, standing }) => [key, standing])).toEqual([['espresso', 'open']])
  })

  test('loses nothing if the process dies at any moment: another one takes over', async () => {
    await profiles('devops', 'msp')
    const later = () => world.clock.advance(2 * 60_000)
    expect(await killAtEachMoment(asJob(), readCommunities, later)).toBeGreaterThan(10)
    expect((await profiles('devops', 'msp')).map(({ standing }) => standing)).toEqual(['open', 'open'])
  })

  test('two workers never read the same one at once', async () => {
    await profiles('gardening', 'lawncare', 'houseplants', 'dogs', 'cats')
    const asked: string[] = []
    const service = ctx.reddit!
    const exchange: RedditService['exchange'] = (question) => {
      asked.push(question.url.pathname)
      return service.exchange(question)
    }
    await Promise.all([1, 2, 3].map(() => readCommunities(asJob({ reddit: { ...service, exchange } }))))
    const abouts = asked.filter((path) => path.endsWith('/about'))
    expect(abouts).toEqual(expect.arrayContaining(['/r/gardening/about', '/r/cats/about']))
    expect(abouts).toHaveLength(new Set(abouts).size)
  })

  test('a failure of Reddit is shown with its reason, keeps the known facts, and affects no other', async () => {
    await profileOf('cycling')
    await read()
    world.clock.advance(7 * dayMs)
    await profiles('cycling', 'onebag', 'running')
    const service = ctx.reddit!
    const exchange: RedditService['exchange'] = async (question) =>
      /cycling|onebag/.test(question.url.pathname) ? answered(503, '') : service.exchange(question)
    await readCommunities(asJob({ reddit: { ...service, exchange } }))
    const [cycling, onebag, running] = await profiles('cycling', 'onebag', 'running')
    const trouble = 'Reddit is having problems'
    expect(cycling).toMatchObject({ members: 1_270_000, standing: 'open', stance: 'forbids', trouble })
    expect(onebag).toMatchObject({ members: null, standing: 'unread', trouble, isPending: false })
    expect(running).toMatchObject({ members: 2_980_000, trouble: null })
    world.clock.advance(60_000)
    await read()
    expect(await profileOf('onebag')).toMatchObject({ members: 624_000, trouble: null })
  })

  test('waits while the rate limit is used up, then continues', async () => {
    await profiles('sewing', 'crochet')
    const pausedUntil = new Date(world.clock.now.getTime() + 30_000)
    await jobTransaction(world.ctx, (tx) => tx.update(redditLimit).set({ pausedUntil }))
    await read()
    expect((await profiles('sewing', 'crochet')).map(({ isPending }) => isPending)).toEqual([true, true])
    world.clock.advance(31_000)
    await read()
    expect((await profiles('sewing', 'crochet')).map(({ members }) => members)).toEqual([1_160_000, 1_030_000])
  })
})

describe('communities that projects list but no user requested', () => {
  const calls = async () => {
    const [limit] = await jobTransaction(world.ctx, (tx) => tx.select().from(redditLimit))
    return { actions: limit?.actions ?? 0, used: limit?.used ?? 0 }
  }
  const listed = (first: string, count: number) =>
    setUpProject(app, ann, { communities: [first, ...Array.from({ length: count - 1 }, (_, at) => `${first}_${at}`)] })
  const since = async (before: { actions: number; used: number }) => {
    const now = await calls()
    return { actions: now.actions - before.actions, used: now.used - before.used }
  }
  beforeEach(async () => {
    await jobTransaction(world.ctx, (tx) => tx.execute(sql`update project set communities = '{}'`))
    world.clock.advance(60 * 60_000)
    // From here on, the reported rate limit is known.
    await profiles('knitting')
    await read()
  })

  test('are read with the calls for polling; requested ones come first, with the calls for users', async () => {
    await listed('cycling', 3)
    const before = await calls()
    await read()
    expect(await since(before)).toEqual({ actions: 0, used: 4 })
    await listed('sewing', 40)
    const unread = await calls()
    const order: string[] = []
    const service = ctx.reddit!
    const exchange: RedditService['exchange'] = (question) => {
      order.push(question.url.pathname)
      return service.exchange(question)
    }
    const late = { ...service, exchange: stopped }
    await readCommunities(asJob({ reddit: late }))
    world.clock.advance(2 * 60_000)
    await profiles('sewing_7')
    await readCommunities(asJob({ reddit: { ...service, exchange } }))
    expect(order[0]).toBe('/r/sewing_7/about')
    expect((await since(unread)).actions).toBe(1)
  })

  test("are limited per ten minutes, with each project's first ones first", async () => {
    await listed('gardening', 50)
    await listed('dogs', 50)
    await listed('cats', 2)
    await read()
    await read()
    const known = (await rows()).map(({ key }) => key).filter((key) => /^(gardening|dogs|cats)/.test(key))
    expect(known).toHaveLength(50)
    expect(known).toEqual(expect.arrayContaining(['gardening', 'dogs', 'cats', 'cats_0']))
    world.clock.advance(11 * 60_000)
    await read()
    expect(await rows()).toHaveLength(101)
  })
})

test('users who request many communities leave calls for others', async () => {
  const eager = await signUp(app, 'hasty@example.com')
  const names = Array.from({ length: 130 }, (_, at) => `hasty${at}`)
  for (let at = 0; at < names.length; at += 20) {
    await call(app, eager, 'POST', 'community-profiles', { names: names.slice(at, at + 20) })
  }
  const actions = async () => (await jobTransaction(world.ctx, (tx) => tx.select().from(redditLimit)))[0]!.actions
  const before = await actions()
  for (let run = 0; run < 4; run++) await read()
  expect((await actions()) - before).toBe(100)
})

test('an unlisted community is deleted a month after its last request, a mistyped name after a day', async () => {
  await setUpProject(app, ann, { communities: ['podcasting', 'podcastng'] })
  await profiles('podcasting', 'podcastng', 'boardgames', 'bordgames')
  await read()
  const kept = async () => {
    await runUpkeep(asJob({ reddit: null }))
    return (await rows())
      .map(({ key }) => key)
      .filter((key) => /^(pod|b)/.test(key))
      .toSorted()
  }
  expect(await kept()).toEqual(['boardgames', 'bordgames', 'podcasting', 'podcastng'])
  world.clock.advance(dayMs)
  expect(await kept()).toEqual(['boardgames', 'podcasting', 'podcastng'])
  world.clock.advance(30 * dayMs)
  expect(await kept()).toEqual(['podcasting', 'podcastng'])
})
