import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cannedRepliesMax } from '#engine/replies/canned.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, auditOf, call, create, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
})
afterAll(() => world.close())
beforeEach(async () => {
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, bob, 'member')
  await addMember(world.ctx, project, cleo, 'client')
})

const add = (name: string, by = bob) => call(app, by, 'POST', 'canned-replies', { project, name, text: 'Hi {author}' })

test('canned replies are added, changed, and deleted by the whole team, with audit entries', async () => {
  const { id } = await create(app, bob, 'canned-replies', {
    project,
    name: ' Thanks ',
    text: 'Hi {author} of {subreddit}',
  })
  const changed = await call(app, ann, 'PUT', `canned-replies/${id}`, { text: 'Hello {author}' })
  expect(changed.json().data).toMatchObject({ name: 'Thanks', text: 'Hello {author}' })
  expect((await call(app, bob, 'DELETE', `canned-replies/${id}`)).statusCode).toBe(204)
  const actions = (await auditOf(world.ctx, project)).map((line) => line.split(' ')[1])
  expect(actions.slice(-3)).toEqual(['cannedReply.create', 'cannedReply.update', 'cannedReply.delete'])
})

test('an unknown variable is refused by its name', async () => {
  const { id } = await create(app, ann, 'canned-replies', { project, name: 'Thanks', text: 'Hi' })
  for (const answer of [
    await call(app, ann, 'POST', 'canned-replies', { project, name: 'Bye', text: 'Hi {autor}' }),
    await call(app, ann, 'PUT', `canned-replies/${id}`, { text: 'Hi {autor}' }),
  ]) {
    expect(answer.json().error).toMatchObject({
      status: 400,
      message: expect.stringContaining('unknown variable {autor}'),
      details: { errors: [{ path: ['text'] }] },
    })
  }
})

test('a project has at most a hundred, even if two are added at once', async () => {
  await ask(
    world.url,
    `insert into canned_reply (project_id, id, name, text, created_at, updated_at)
     select $1, gen_random_uuid(), 'Reply ' || n, 'Hi', now(), now() from generate_series(2, $2::int) n`,
    [project, cannedRepliesMax],
  )
  const answers = await Promise.all([add('One'), add('Another')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
})

test('clients neither read nor write them', async () => {
  await add('Thanks')
  expect((await add('Bye', cleo)).statusCode).toBe(403)
  expect((await call(app, cleo, 'GET', 'canned-replies')).statusCode).toBe(403)
})
