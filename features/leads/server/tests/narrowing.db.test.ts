import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { importRecords, record } from '#tests/support/leads.ts'
import { auditOf, call, create, type Person, setUpProject, signUp, watchlistState } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

/** Limits of keywords and names of competitors, from the API to the matches. */
let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})

afterAll(() => world.close())

beforeEach(async () => {
  project = await setUpProject(app, ann, { keywords: [], summary: '' })
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (method: Method, path: string, data?: object) => call(app, ann, method, path, data)

/** Returns the subreddits of posts that contain a keyword or competitor of the project. */
async function found(): Promise<string[]> {
  await world.drain()
  const rows = await ask(
    world.url,
    `select p.subreddit from candidate c join post p on p.id = c.post_id
     where c.project_id = $1 and exists (select from jsonb_array_elements(c.hits) h where h->>'kind' <> 'profile')
     order by 1`,
    [project],
  )
  return rows.map(({ subreddit }) => String(subreddit))
}

async function posts(): Promise<void> {
  const texts = { title: 'Anybody with an orbital welder?', body: 'Ours broke down and Pipewise does not answer.' }
  const names = ['Welding', 'Pipes', 'Pipewise']
  await importRecords(
    world.ctx,
    names.map((subreddit, index) =>
      record(`n${index}${project.slice(-8)}`, {
        ...texts,
        subreddit,
        score: 5 + index,
        permalink: `/r/${subreddit}/x`,
      }),
    ),
    project,
  )
}

describe('a keyword', () => {
  test('is found within its limits, and every change starts a backfill', async () => {
    const keyword = await create(app, ann, 'keywords', { project, query: 'orbital welder', subredditsOut: ['r/Pipes'] })
    await posts()
    expect(await found()).toEqual(['Pipewise', 'Welding'])
    for (const [change, expected] of [
      [{ subredditsOut: [], subredditsIn: ['pipes', 'welding'] }, ['Pipes', 'Welding']],
      [{ subredditsIn: [], minScore: 7 }, ['Pipewise']],
      [{ minScore: null, language: 'de' }, []],
      [{ language: 'en' }, ['Pipes', 'Pipewise', 'Welding']],
    ] as const) {
      const before = (await watchlistState(world.ctx, project)).version
      const answer = await send('PUT', `keywords/${keyword.id}`, change)
      expect(answer.json().data).toMatchObject(change)
      expect((await watchlistState(world.ctx, project)).version).toBe(before + 1)
      expect(await found()).toEqual(expected)
    }
  })

  test.each([
    [{ language: 'xx' }, 'language'],
    [{ language: 'english' }, 'language'],
    [{ subredditsIn: ['two words'] }, 'subredditsIn.0'],
    [{ minScore: -1 }, 'minScore'],
  ])('is refused with %j', async (change, path) => {
    const answer = await send('POST', 'keywords', { project, query: 'welder', ...change })
    const { details } = answer.json().error
    expect(details.errors.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([path])
  })

  test('shows who paused it, which only the server can set', async () => {
    const { id } = await create(app, ann, 'keywords', { project, query: 'welder' })
    const put = async (data: object) => (await send('PUT', `keywords/${id}`, data)).json()
    expect((await put({ status: 'paused' })).data).toMatchObject({ status: 'paused', pausedBy: 'user' })
    expect((await put({ status: 'active' })).data).toMatchObject({ status: 'active', pausedBy: null })
    for (const key of ['pausedBy', 'hitsPerDay', 'hitsFrom', 'leadShare', 'lastHitAt']) {
      expect((await put({ [key]: null })).error.message).toBe(`Invalid key ${key}`)
    }
  })

  test('shows how often it is found, its share of leads, and its last match', async () => {
    const { id } = await create(app, ann, 'keywords', { project, query: 'orbital welder' })
    const other = await create(app, ann, 'keywords', { project, query: 'laser cutter' })
    await posts()
    await world.drain()
    const [counted] = await ask(
      world.url,
      `select count(o.id)::int as leads from candidate c left join opportunity o
         on o.project_id = c.project_id and o.post_id = c.post_id where c.project_id = $1`,
      [project],
    )
    const read = async (row: string) => (await send('GET', `keywords/${row}`)).json().data
    expect(await read(id)).toMatchObject({
      hitsPerDay: 3,
      leadShare: Number(counted?.leads) / 3,
      lastHitAt: new Date(record('x').postedAt!).toISOString(),
    })
    expect(await read(other.id)).toMatchObject({ hitsPerDay: 0, leadShare: null, lastHitAt: null })
  })
})

describe('a competitor', () => {
  test('is found by all of its names, but not in a text with one of its excluded words', async () => {
    const { id } = await create(app, ann, 'competitors', { project, name: 'Rohrfix', subreddit: 'r/Pipewise' })
    await posts()
    expect(await found()).toEqual(['Pipewise'])
    for (const [change, expected] of [
      [{ subreddit: null, aliases: ['Pipewise'] }, ['Pipes', 'Pipewise', 'Welding']],
      [{ excludeWords: ['broke down'] }, []],
      [{ excludeWords: [], aliases: [], domains: ['pipewise.example'] }, []],
    ] as const) {
      expect((await send('PUT', `competitors/${id}`, change)).json().data).toMatchObject(change)
      expect(await found()).toEqual(expected)
    }
  })

  test('keeps only the host of a domain', async () => {
    const domains = ['https://www.Pipewise.example/pricing?x=1', 'app.pipewise.example']
    const { id } = await create(app, ann, 'competitors', { project, name: 'Pipewise', domains })
    const { data } = (await send('GET', `competitors/${id}`)).json()
    expect(data.domains).toEqual(['pipewise.example', 'app.pipewise.example'])
    expect((await send('PUT', `competitors/${id}`, { domains: ['no domain'] })).statusCode).toBe(400)
  })

  test('has a keyword for each of its names, which changes only with it', async () => {
    const values = { aliases: ['Pipeworx', 'pipewise'], domains: ['pipewise.example'], subreddit: 'pipewise' }
    const competitor = await create(app, ann, 'competitors', { project, name: 'Pipewise', ...values })
    await create(app, ann, 'keywords', { project, query: 'pipewise' })
    const query = `keywords?filters[project]=${project}&filters[kind]=competitor&sort=query&populate=project`
    const derived = async () => (await send('GET', query)).json().data
    const rows = await derived()
    expect(rows.map((row: { query: string }) => row.query)).toEqual([
      ...['Pipewise', 'Pipeworx', 'pipewise.example', 'r/pipewise'].toSorted(),
    ])
    expect(rows[0]).toMatchObject({ kind: 'competitor', status: 'active', project: { id: project } })
    const [{ id }] = rows
    expect((await send('GET', `keywords/${id}`)).json().data).toMatchObject({ id, documentId: id })
    for (const [method, data] of [['PUT', { status: 'paused' }], ['DELETE']] as const) {
      expect((await send(method, `keywords/${id}`, data)).json().error).toMatchObject({
        status: 400,
        message: expect.stringContaining('Change the competitor instead'),
      })
    }
    await send('PUT', `competitors/${competitor.id}`, { status: 'paused', aliases: [] })
    const paused = await derived()
    expect(paused.map((row: { pausedBy: string }) => row.pausedBy)).toEqual(['user', 'user', 'user'])
    expect(paused[0].id).toBe(id)
    await send('DELETE', `competitors/${competitor.id}`)
    expect(await derived()).toEqual([])
    expect((await auditOf(world.ctx, project)).at(-1)).toContain('competitor.delete')
  })

  test('and its keywords are invisible to other users', async () => {
    await create(app, ann, 'competitors', { project, name: 'Pipewise' })
    const [{ id }] = (await send('GET', `keywords?filters[project]=${project}&filters[kind]=competitor`)).json().data
    const bob = await signUp(app, `bob-${world.ctx.id()}@example.com`)
    await setUpProject(app, bob)
    for (const [method, data] of [['GET'], ['PUT', { status: 'paused' }], ['DELETE']] as const) {
      expect((await call(app, bob, method, `keywords/${id}`, data)).statusCode).toBe(404)
    }
    const all = (await call(app, bob, 'GET', 'keywords')).json().data
    expect(all.map(({ kind }: { kind: string }) => kind)).toEqual(['problem'])
  })
})
