import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscription } from '#features/billing/server/tables.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import {
  auditOf,
  call,
  jobTransaction,
  type Person,
  seedSubscription,
  setUpProject,
  watchlistState,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { keepToQuotas } from '../keep-to-quotas.ts'
import { keyword } from '../tables.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  world.ctx.billing = 'sandbox'
})

beforeEach(async () => {
  project = await setUpProject(app, ann, { keywords: [] })
  await seedSubscription(world.ctx, project, { userId: ann.id })
})

afterAll(() => world.close())

/** The two resources with a quota, with the limits of Growth and Startup. */
const kinds = [
  { path: 'keywords', word: 'query', growth: 40, startup: 20 },
  { path: 'competitors', word: 'name', growth: 6, startup: 3 },
] as const

async function changePlan(name: 'Growth' | 'Startup'): Promise<void> {
  const product = { mainProductId: `pro_${name.toLowerCase()}`, mainProductName: name }
  await jobTransaction(world.ctx, (tx) => tx.update(subscription).set(product))
  await keepToQuotas(actingAs(world.ctx, { kind: 'job', name: 'upkeep' }))
}

/** Adds an active keyword with a statement, in a tenth of the time that a request takes. Returns its ID. */
async function addKeyword(query: string): Promise<string> {
  const id = world.ctx.id()
  const dated = { createdAt: world.ctx.now(), updatedAt: world.ctx.now() }
  const values = { projectId: project, id, kind: 'problem', query, status: 'active', ...dated } as const
  await jobTransaction(world.ctx, (tx) => tx.insert(keyword).values(values))
  return id
}

describe.each(kinds)('$path', ({ path, word, growth, startup }) => {
  const send = (text: string, more: object = {}) => call(app, ann, 'POST', path, { project, [word]: text, ...more })
  const fill = async (count: number) => {
    const ids: string[] = []
    for (let each = 0; each < count; each++) {
      world.clock.advance(1000)
      if (path === 'keywords') ids.push(await addKeyword(`word ${each}`))
      else ids.push((await send(`word ${each}`)).json().data.id)
    }
    return ids
  }
  const found = async (filter = '') => {
    const kind = path === 'keywords' ? '&filters[kind][$ne]=competitor' : ''
    const query = `filters[project]=${project}&sort=createdAt:asc&pagination[pageSize]=100${kind}${filter}`
    return (await call(app, ann, 'GET', `${path}?${query}`)).json().data
  }
  const statuses = async () =>
    (await found()).map(({ status, pausedBy }: { status: string; pausedBy: string | null }) => pausedBy ?? status)

  test('are added once if twenty requests compete for the last place', async () => {
    await fill(growth - 1)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, each) => send(`late ${each}`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...new Array(19).fill(409)])
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json().error
    expect(refused).toMatchObject({
      name: 'ConflictError',
      message: `Your plan includes ${growth} active ${path}. Pause or delete one, or upgrade your plan.`,
      details: { quota: path, limit: growth },
    })
    expect(await found()).toHaveLength(growth)
  })

  test('are resumed once if twenty requests compete for the last place', async () => {
    await fill(growth - 1)
    const waiting = await Promise.all(
      Array.from({ length: 20 }, async (_, each) => (await send(`late ${each}`, { status: 'paused' })).json().data.id),
    )
    const answers = await Promise.all(waiting.map((id) => call(app, ann, 'PUT', `${path}/${id}`, { status: 'active' })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await found('&filters[status]=active')).toHaveLength(growth)
  })

  test('can be changed, paused and deleted at the limit', async () => {
    const [first, second, third] = await fill(growth)
    expect((await call(app, ann, 'PUT', `${path}/${first}`, { [word]: 'reworded' })).statusCode).toBe(200)
    expect((await call(app, ann, 'PUT', `${path}/${second}`, { status: 'paused' })).statusCode).toBe(200)
    expect((await call(app, ann, 'DELETE', `${path}/${third}`)).statusCode).toBe(204)
    expect([(await send('new 1')).statusCode, (await send('new 2')).statusCode]).toEqual([201, 201])
    expect((await send('new 3')).statusCode).toBe(409)
  })

  test("beyond a smaller plan's limit are paused, newest first, and resume with a larger plan", async () => {
    const ids = await fill(startup + 2)
    await call(app, ann, 'PUT', `${path}/${ids[0]}`, { status: 'paused' })
    const before = await watchlistState(world.ctx, project)
    await changePlan('Startup')
    expect(await statuses()).toEqual(['user', ...new Array(startup).fill('active'), 'quota'])
    expect(await watchlistState(world.ctx, project)).toMatchObject({ version: before.version + 1 })
    const noun = path.slice(0, -1)
    expect((await auditOf(world.ctx, project)).at(-1)).toBe(`job:upkeep ${noun}.update`)
    const refused = await call(app, ann, 'PUT', `${path}/${ids.at(-1)}`, { status: 'active' })
    expect(refused.statusCode).toBe(409)

    await call(app, ann, 'DELETE', `${path}/${ids[1]}`)
    await changePlan('Startup')
    expect(await statuses()).toEqual(['user', ...new Array(startup).fill('active')])

    await call(app, ann, 'POST', path, { project, [word]: 'kept', status: 'paused' })
    await changePlan('Growth')
    expect(await statuses()).toEqual(['user', ...new Array(startup).fill('active'), 'user'])
  })

  test('paused by the limit resume, oldest first, as far as there is room', async () => {
    const ids = await fill(startup + 3)
    await changePlan('Startup')
    await call(app, ann, 'DELETE', `${path}/${ids[0]}`)
    await changePlan('Startup')
    expect(await statuses()).toEqual([...new Array(startup).fill('active'), 'quota', 'quota'])
  })

  test('are not paused when the plan ends, which closes the whole project', async () => {
    await fill(startup + 1)
    await jobTransaction(world.ctx, (tx) => tx.update(subscription).set({ status: 'canceled' }))
    await keepToQuotas(actingAs(world.ctx, { kind: 'job', name: 'upkeep' }))
    expect((await send('one more')).statusCode).toBe(402)
    await jobTransaction(world.ctx, (tx) => tx.update(subscription).set({ status: 'active' }))
    expect(await statuses()).toEqual(new Array(startup + 1).fill('active'))
  })
})

test('names of competitors do not count as keywords', async () => {
  await call(app, ann, 'POST', 'competitors', {
    project,
    name: 'Weldco',
    aliases: Array.from({ length: 20 }, (_, i) => `Weld ${i}`),
  })
  for (let each = 0; each < 39; each++) await addKeyword(`word ${each}`)
  for (const status of [201, 409]) {
    const data = { project, query: `late ${status}` }
    expect((await call(app, ann, 'POST', 'keywords', data)).statusCode).toBe(status)
  }
})

test('a retired competitor does not count, and a project without a quota has no limit', async () => {
  const names = (status: string) => (each: number) =>
    call(app, ann, 'POST', 'competitors', { project, name: `${status} ${each}`, status })
  for (let each = 0; each < 6; each++) expect((await names('active')(each)).statusCode).toBe(201)
  expect((await names('retired')(0)).json().data).toMatchObject({ status: 'retired', pausedBy: null })
  expect((await names('active')(6)).statusCode).toBe(409)
  world.ctx.billing = 'off'
  expect((await names('active')(6)).statusCode).toBe(201)
  world.ctx.billing = 'sandbox'
})
