import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
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
})

const save = (text: string, by = ann) => call(app, by, 'PUT', `opportunities/${lead}/reply-text`, { text })
const read = async (by = ann) => (await call(app, by, 'GET', `opportunities/${lead}/reply-text`)).json().data
const stored = () => ask<{ text: string }>(world.url, 'select text from reply_text where project_id = $1', [project])

test('the text that somebody writes is kept as it is, until it is empty', async () => {
  expect(await read()).toEqual({ text: '', updatedAt: null })
  const text = '  First line\n\nlast line '
  expect((await save(text)).json().data).toEqual({ text, updatedAt: world.ctx.now().toISOString() })
  expect(await read()).toMatchObject({ text })
  await save('Another one')
  expect(await stored()).toEqual([{ text: 'Another one' }])
  expect((await save(' \n')).json().data).toEqual({ text: '', updatedAt: null })
  expect(await stored()).toEqual([])
})

test('each member has their own text, and clients have none', async () => {
  await addMember(world.ctx, project, bob, 'member')
  await addMember(world.ctx, project, cleo, 'client')
  await save('by Ann')
  expect(await read(bob)).toMatchObject({ text: '' })
  await save('by Bob', bob)
  expect([await read(), await read(bob)]).toMatchObject([{ text: 'by Ann' }, { text: 'by Bob' }])
  expect((await save('by Cleo', cleo)).statusCode).toBe(403)
})

test('a text that is too long is refused, and the stored one stays', async () => {
  await save('Short')
  expect((await save('x'.repeat(10_001))).statusCode).toBe(400)
  expect((await save('a\0b')).statusCode).toBe(400)
  expect(await read()).toMatchObject({ text: 'Short' })
})

test('texts are deleted with the post, and none can be saved after that', async () => {
  await save('You asked which till to buy')
  const [{ outsideId }] = (await ask<{ outsideId: string }>(
    world.url,
    `select p.outside_id::text as "outsideId" from post p join opportunity o on o.post_id = p.id where o.id = $1`,
    [lead],
  )) as [{ outsideId: string }]
  await forgetPost(asJob(world.ctx), { source: 1, kind: 'post', outsideId }, 'deleted')
  expect(await stored()).toEqual([])
  const response = await save('You asked which till to buy')
  expect([response.statusCode, await stored()]).toEqual([409, []])
})
