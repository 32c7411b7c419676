import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answeringSeconds } from '#engine/replies/answering.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, call, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { Companion } from '../contract-team.ts'

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
  await addMember(world.ctx, project, bob, 'member')
  lead = await seedOpportunity(world.ctx, project)
})

const sign = (by: Person, id = lead) => call(app, by, 'PUT', `opportunities/${id}/answering`)
const stop = (by: Person) => call(app, by, 'DELETE', `opportunities/${lead}/answering`)
const request = (by: Person, id = lead) => call(app, by, 'GET', `opportunities/${id}/reply-company`)
async function company(by: Person): Promise<string[]> {
  const rows: Companion[] = (await request(by)).json().data
  return rows.map((row) => `${row.by} ${row.kind}${row.project.id === project ? '' : ` for ${row.project.name}`}`)
}
const announced = () =>
  ask(world.url, `select subject_id from event where kind = 'answering' and project_id = $1`, [project])

/** Adds a lead about a comment of the same thread. */
async function inThread(projectId: string): Promise<string> {
  const id = await seedOpportunity(world.ctx, projectId)
  await ask(
    world.url,
    `update post set permalink = (select p.permalink from opportunity o join post p on p.id = o.post_id where o.id = $2)
       || 'x/' || id || '/'
     where id = (select post_id from opportunity where id = $1)`,
    [id, lead],
  )
  return id
}

describe('somebody who is answering', () => {
  test('is shown to others at once, until they stop', async () => {
    expect((await sign(bob)).statusCode).toBe(200)
    expect(await announced()).toEqual([{ subject_id: lead }])
    expect(await company(ann)).toEqual(['bob@example.com answering'])
    expect(await company(bob)).toEqual([])
    for (let times = 0; times < 2; times++) expect((await stop(bob)).statusCode).toBe(204)
    expect(await company(ann)).toEqual([])
    expect(await announced()).toHaveLength(2)
  })

  test('is announced once while they go on, and disappears by itself without a sign of them', async () => {
    await sign(bob)
    world.clock.advance((answeringSeconds - 1) * 1000)
    await sign(bob)
    world.clock.advance((answeringSeconds - 1) * 1000)
    expect(await company(ann)).toEqual(['bob@example.com answering'])
    expect(await announced()).toHaveLength(1)
    world.clock.advance(1000)
    expect(await company(ann)).toEqual([])
    await sign(bob)
    expect(await announced()).toHaveLength(2)
  })

  test('leaves nothing behind in the project', async () => {
    await sign(bob)
    await ask(world.url, 'delete from member where project_id = $1 and user_id = $2', [project, bob.id])
    expect(await company(ann)).toEqual([])
  })
})

describe('a warning', () => {
  test('names who claimed the lead', async () => {
    await call(app, bob, 'PUT', `opportunities/${lead}/claim`)
    expect(await company(ann)).toEqual(['bob@example.com claimed'])
    expect(await company(bob)).toEqual([])
  })

  test('names who replied or is answering in the same thread, and nobody in other threads', async () => {
    const other = await inThread(project)
    const { data } = (await call(app, ann, 'GET', `opportunities/${lead}?populate=post`)).json()
    const permalink = `${data.post.permalink}x/2def/`
    await call(app, bob, 'PUT', `opportunities/${other}/reply`, { text: 'Try ours', permalink })
    await call(app, bob, 'PUT', `opportunities/${await seedOpportunity(world.ctx, project)}/reply`)
    await sign(bob, await inThread(project))
    expect(await company(ann)).toEqual(['bob@example.com answering', 'bob@example.com replied'])
    expect((await request(ann)).json().data[1]).toMatchObject({ opportunity: other, permalink })
  })

  test('includes other projects of the same owner only for people in both teams', async () => {
    const brewbook = await setUpProject(app, ann, { name: 'Brewbook' })
    const others = await inThread(brewbook)
    await call(app, ann, 'PUT', `opportunities/${others}/reply`)
    expect(await company(ann)).toEqual(['ann@example.com replied for Brewbook'])
    expect(await company(bob)).toEqual([])
    await addMember(world.ctx, brewbook, bob, 'client')
    expect(await company(bob)).toEqual([])
    await ask(world.url, `update member set role = 'member' where project_id = $1 and user_id = $2`, [brewbook, bob.id])
    expect(await company(bob)).toEqual(['ann@example.com replied for Brewbook'])
  })

  test("does not include other customers' projects", async () => {
    const cleos = await setUpProject(app, cleo, { name: 'Weldco' })
    await addMember(world.ctx, cleos, ann, 'member')
    await call(app, cleo, 'PUT', `opportunities/${await inThread(cleos)}/reply`)
    expect(await company(ann)).toEqual([])
  })

  test('is refused to clients, strangers, and visitors', async () => {
    for (const [by, status] of [[cleo, 404]] as const) {
      expect((await request(by)).statusCode).toBe(status)
      expect((await sign(by)).statusCode).toBe(status)
    }
    await addMember(world.ctx, project, cleo, 'client')
    expect((await request(cleo)).statusCode).toBe(403)
    expect((await sign(cleo)).statusCode).toBe(403)
    expect((await app.inject({ url: `/api/opportunities/${lead}/reply-company` })).statusCode).toBe(403)
  })
})
