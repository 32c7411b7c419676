import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, call, create, type Person, seedMention, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { MentionTrends } from '../../contract.ts'

/** Tests counts over time. The project's days begin at 05:00 UTC, or at 04:00 until October. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
let weldco: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  world.clock.now = new Date('2026-11-20T12:00:00Z')
  project = await newProject()
  await addMember(world.ctx, project, cleo, 'client')
  weldco = (await create(app, ann, 'competitors', { project, name: 'Weldco' })).id
})
afterAll(() => world.close())

async function newProject(): Promise<string> {
  const id = await setUpProject(app, ann, { name: 'Pipewell' })
  await call(app, ann, 'PUT', `projects/${id}`, { timeZone: 'America/New_York' })
  return id
}

type Values = NonNullable<Parameters<typeof seedMention>[2]>
const seed = (projectId: string, postedAt: string, values: Values = {}) =>
  seedMention(world.ctx, projectId, { postedAt: new Date(postedAt), author: null, ...values })

/** Values of a mention with these names, of which the first is foremost. */
const naming = (
  ...names: [id: string, kind: 'brand' | 'competitor', phrase: string, sentiment?: 'positive' | 'negative'][]
): Values => ({
  kind: names[0]![1],
  named: names.map(([id, kind, phrase, sentiment = null]) => ({ id, kind, phrase, sentiment })),
})
const brand = () => naming([project, 'brand', 'Pipewell', 'positive'])

const ask200 = async (id: string, query: string): Promise<MentionTrends> => {
  const answer = await call(app, ann, 'GET', `projects/${id}/mention-trends?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

describe('trends', () => {
  test('count each name by day in the time zone of the project, all names of the brand as one', async () => {
    const keyword = (await create(app, ann, 'keywords', { project, query: 'pipewell app', kind: 'brand' })).id
    // Still the 17th in New York.
    await seed(project, '2026-11-18T04:59:59Z', brand())
    await seed(
      project,
      '2026-11-18T05:00:00Z',
      naming(
        [project, 'brand', 'Pipewell', 'positive'],
        [keyword, 'brand', 'pipewell app'],
        [weldco, 'competitor', 'Weldco', 'negative'],
      ),
    )
    await seed(project, '2026-11-20T01:00:00Z', {
      ...naming([weldco, 'competitor', 'Weldco']),
      handled: true,
      handledAt: world.clock.now,
    })
    const { unit, periods, names, capped } = await ask200(project, 'from=2026-11-17&to=2026-11-19')
    expect({ unit, periods, capped }).toEqual({
      unit: 'day',
      periods: ['2026-11-17', '2026-11-18', '2026-11-19'],
      capped: false,
    })
    const none = { positive: 0, neutral: 0, negative: 0, unknown: 0 }
    expect(names).toHaveLength(2)
    expect(names).toEqual(
      expect.arrayContaining([
        { ...none, id: project, kind: 'brand', phrase: 'Pipewell', positive: 2, counts: [1, 1, 0] },
        { ...none, id: weldco, kind: 'competitor', phrase: 'Weldco', negative: 1, unknown: 1, counts: [0, 1, 1] },
      ]),
    )
  })

  test('begin with the first mention and end today by default, and count long ranges by week', async () => {
    const id = await newProject()
    await seed(id, '2026-11-10T12:00:00Z', naming([id, 'brand', 'Pipewell']))
    expect((await ask200(id, '')).periods).toHaveLength(11)
    expect((await ask200(id, 'to=2027-01-01')).periods.at(-1)).toBe('2026-11-20')
    await seed(id, '2026-08-01T12:00:00Z', naming([id, 'brand', 'Pipewell']))
    const { unit, periods, names } = await ask200(id, '')
    expect([unit, periods[0], periods.at(-1)]).toEqual(['week', '2026-07-27', '2026-11-16'])
    expect(names[0]!.counts.reduce((sum, count) => sum + count)).toBe(2)
  })

  test('of a project without mentions have only its own name', async () => {
    const id = await newProject()
    expect(await ask200(id, '')).toMatchObject({ periods: ['2026-11-20'], names: [{ id, counts: [0] }], spikes: [] })
  })

  test('leave out held and muted mentions, and those without a date', async () => {
    const id = await newProject()
    const named = naming([id, 'brand', 'Pipewell'])
    const held = await seed(id, '2026-11-19T12:00:00Z', named)
    await ask(world.url, 'update mention set released_at = null where id = $1', [held])
    const muted = await seed(id, '2026-11-19T12:00:00Z', { ...named, author: 'mara' })
    await create(app, ann, 'mention-mutes', { project: id, mention: muted, kind: 'author' })
    await seedMention(world.ctx, id, { ...named, postedAt: null })
    expect((await ask200(id, '')).names).toMatchObject([{ unknown: 0 }])
  })

  test('count only what the filters leave: communities, sentiment toward the name, and words of the sentence', async () => {
    const id = await newProject()
    const rival: Parameters<typeof naming>[0] = [weldco, 'competitor', 'Weldco', 'negative']
    const both = naming([id, 'brand', 'Pipewell', 'positive'], rival)
    const at = '2026-11-19T12:00:00Z'
    await seed(id, at, { ...both, subreddit: 'Welding', sentence: 'Pipewell beats Weldco by 100%.' })
    await seed(id, at, { ...naming([id, 'brand', 'Pipewell', 'positive']), subreddit: 'Plumbing' })
    await seed(id, at, { ...naming(rival), subreddit: 'Plumbing', sentence: 'Weldco is down.' })
    const counts = async (query: string) =>
      Object.fromEntries(
        (await ask200(id, query)).names.map(({ phrase, positive, negative }) => [phrase, [positive, negative]]),
      )
    expect(await counts('')).toEqual({ Pipewell: [2, 0], Weldco: [0, 2] })
    expect(await counts('communities[0]=Welding')).toEqual({ Pipewell: [1, 0], Weldco: [0, 1] })
    expect(await counts('communities[0]=Welding&communities[1]=Plumbing')).toEqual(await counts(''))
    // The brand is always among the names.
    expect(await counts('sentiments[0]=negative')).toEqual({ Pipewell: [0, 0], Weldco: [0, 2] })
    expect(await counts('text=IS+DOWN')).toEqual({ Pipewell: [0, 0], Weldco: [0, 1] })
    expect(await counts('text=100%25.&communities[0]=Welding')).toEqual({ Pipewell: [1, 0], Weldco: [0, 1] })
    expect(await counts('text=1%250')).toEqual({ Pipewell: [0, 0] })
    const path = `projects/${id}/mention-trends`
    for (const query of ['sentiments[0]=sad', 'communities=x', 'text[a]=b']) {
      expect((await call(app, ann, 'GET', `${path}?${query}`)).statusCode, query).toBe(400)
    }
  })

  test('are for members, clients included, and need sound days', async () => {
    const path = `projects/${project}/mention-trends`
    expect((await call(app, cleo, 'GET', path)).statusCode).toBe(200)
    expect((await call(app, bob, 'GET', path)).statusCode).toBe(404)
    expect((await app.inject(`/api/${path}`)).statusCode).toBe(403)
    for (const query of ['from=2026-13-01', 'from=2026-11-02&to=2026-11-01', 'since=2026-11-01']) {
      expect((await call(app, ann, 'GET', `${path}?${query}`)).statusCode, query).toBe(400)
    }
  })
})

describe('a spike', () => {
  test('is a day far above the usual number, with the thread that has the most mentions', async () => {
    const id = await newProject()
    const named = naming([weldco, 'competitor', 'Weldco'])
    for (const day of ['01', '03', '05', '07', '09']) await seed(id, `2026-11-${day}T12:00:00Z`, named)
    const ids = []
    for (let count = 0; count < 6; count++) ids.push(await seed(id, '2026-11-12T15:00:00Z', named))
    // Three comments in one thread; elsewhere, a post with many votes.
    await ask(
      world.url,
      `update post set kind = 'comment', title = '', permalink = '/r/Welding/comments/1abc/outage/' || md5(id::text) || '/'
       where id in (select post_id from mention where id = any ($1))`,
      [ids.slice(0, 3)],
    )
    await ask(
      world.url,
      `update post set kind = 'post', title = 'Weldco is down', score = 3 where id = (select post_id from mention where id = $1)`,
      [ids[1]],
    )
    await ask(world.url, 'update post set score = 900 where id = (select post_id from mention where id = $1)', [ids[5]])
    const { spikes } = await ask200(id, '')
    expect(spikes).toEqual([
      {
        ...{ id: weldco, kind: 'competitor', phrase: 'Weldco', day: '2026-11-12', mentions: 6, usual: 0 },
        thread: { mention: ids[1], title: 'Weldco is down', subreddit: expect.any(String), mentions: 3 },
      },
    ])
    // Filters apply to spikes and to the threads behind them.
    expect((await ask200(id, 'sentiments[0]=unknown')).spikes).toEqual(spikes)
    expect((await ask200(id, 'sentiments[0]=negative')).spikes).toEqual([])
    // The days before a short period count too.
    expect((await ask200(id, 'from=2026-11-12&to=2026-11-13')).spikes).toEqual(spikes)
    expect((await ask200(id, 'from=2026-11-13')).spikes).toEqual([])
  })

  test('is found after quiet weeks, but not in the first week of all', async () => {
    const id = await newProject()
    const named = naming([weldco, 'competitor', 'Weldco'])
    for (let count = 0; count < 5; count++) await seed(id, '2026-11-18T15:00:00Z', named)
    expect((await ask200(id, 'from=2026-11-17')).spikes).toEqual([])
    await seed(id, '2026-09-01T15:00:00Z', named)
    for (const query of ['', 'from=2026-11-17']) {
      expect((await ask200(id, query)).spikes, query).toMatchObject([{ day: '2026-11-18', mentions: 5, usual: 0 }])
    }
  })
})
