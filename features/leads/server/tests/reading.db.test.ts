import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { addMember, call, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
let lead: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
})
afterAll(() => world.close())

beforeEach(async () => {
  project = await setUpProject(app, ann)
  lead = await seedOpportunity(world.ctx, project)
  await seedOpportunity(world.ctx, project)
  await addMember(world.ctx, project, bob, 'client')
})

const minutes = (count: number) => world.clock.advance(count * 60_000)

describe('reading a lead', () => {
  const mark = (method: 'PUT' | 'DELETE', person = ann) => call(app, person, method, `opportunities/${lead}/read`)
  const unread = async (person = ann) => {
    const path = `opportunities?filters[project]=${project}&filters[unread]=true`
    const { data, meta } = (await call(app, person, 'GET', path)).json()
    expect(meta.pagination.total).toBe(data.length)
    return data.map(({ id }: { id: string }) => id === lead)
  }

  test('marks it for its reader only, also for clients, and can be undone', async () => {
    const answer = await mark('PUT', bob)
    expect(answer.json().data).toMatchObject({ id: lead, unread: false })
    expect((await mark('PUT', bob)).statusCode).toBe(200)
    expect(await unread(bob)).toEqual([false])
    expect(await unread()).toHaveLength(2)
    expect((await call(app, ann, 'GET', `opportunities/${lead}`)).json().data.unread).toBe(true)
    expect((await mark('DELETE', bob)).json().data.unread).toBe(true)
    expect(await unread(bob)).toHaveLength(2)
  })

  test('is for members only', async () => {
    expect((await mark('PUT', cleo)).statusCode).toBe(404)
    expect((await mark('DELETE', cleo)).statusCode).toBe(404)
  })
})

describe('a visit', () => {
  const visit = async (person = ann) =>
    (await call(app, person, 'PUT', `projects/${project}/lead-visit`)).json().data as {
      since: string | null
      newLeads: number
    }

  test('starts half an hour after the last sign of the user, and counts the leads released since', async () => {
    expect(await visit()).toEqual({ since: null, newLeads: 0 })
    minutes(20)
    expect(await visit()).toEqual({ since: null, newLeads: 0 })
    minutes(20)
    await call(app, ann, 'PUT', `opportunities/${lead}/read`)
    const left = world.clock.now.toISOString()
    minutes(20)
    expect(await visit()).toEqual({ since: null, newLeads: 0 })
    const end = world.clock.now.toISOString()
    expect(end > left).toBe(true)
    minutes(31)
    const rejected = await seedOpportunity(world.ctx, project)
    await call(app, ann, 'PUT', `opportunities/${rejected}/rejection`, { reason: 'tooOld' })
    const arrived = await seedOpportunity(world.ctx, project)
    expect(await visit()).toEqual({ since: end, newLeads: 1 })
    minutes(5)
    expect(await visit()).toEqual({ since: end, newLeads: 1 })
    const path = `opportunities?filters[project]=${project}&filters[state]=new&filters[releasedAt][$gt]=${end}`
    expect((await call(app, ann, 'GET', path)).json().data.map(({ id }: { id: string }) => id)).toEqual([arrived])
  })

  test("is each user's own", async () => {
    await visit()
    minutes(60)
    expect(await visit(bob)).toEqual({ since: null, newLeads: 0 })
    expect((await call(app, cleo, 'PUT', `projects/${project}/lead-visit`)).statusCode).toBe(404)
  })
})
