import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { addMember, auditOf, call, create, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { AlertRule, AlertSubscription } from '../contract.ts'

let world: World
let app: FastifyInstance
let ann: Person
let eve: Person
let project: string
let hotLeads: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(async () => {
  await world.restart()
  ann = await signUp(app, 'ann@example.com')
  eve = await signUp(app, 'eve@example.com')
  project = await setUpProject(app, ann)
  const rules: AlertRule[] = (await call(app, ann, 'GET', 'alert-rules?filters[name]=Hot leads')).json().data
  hotLeads = rules[0]?.id ?? ''
})
afterAll(() => world.close())

const own = async (by: Person): Promise<AlertSubscription[]> =>
  (await call(app, by, 'GET', 'alert-subscriptions')).json().data
/** The names of the rules about leads. */
const namesOf = async (by: Person) =>
  (await own(by))
    .filter(({ rule }) => rule.kind === 'lead')
    .map(({ rule, subscribed }) => `${rule.name}${subscribed ? '' : ' off'}`)
const put = (by: Person, id = hotLeads) => call(app, by, 'PUT', `alert-rules/${id}/subscription`)
const remove = (by: Person, id = hotLeads) => call(app, by, 'DELETE', `alert-rules/${id}/subscription`)

describe('members', () => {
  test('choose the rules that tell them, without changing the rules of others', async () => {
    await addMember(world.ctx, project, eve, 'member')
    expect(await namesOf(ann)).toEqual(['Hot leads', 'Daily digest'])
    expect(await namesOf(eve)).toEqual(['Hot leads off', 'Daily digest off'])
    expect((await put(eve)).json().data).toMatchObject({
      ...{ rule: { id: hotLeads, kind: 'lead', rhythm: 'immediately' }, project: { id: project }, subscribed: true },
    })
    expect((await put(eve)).statusCode).toBe(200)
    expect(await namesOf(eve)).toEqual(['Hot leads', 'Daily digest off'])
    expect((await remove(ann)).json().data).toMatchObject({ subscribed: false })
    expect(await namesOf(ann)).toEqual(['Hot leads off', 'Daily digest'])
    const entries = (await auditOf(world.ctx, project)).filter((entry) => entry.includes('subscribe'))
    expect(entries).toEqual([`user:${eve.id} alertRule.subscribe`, `user:${ann.id} alertRule.unsubscribe`])
  })

  test("can't change rules unless they are owners or admins", async () => {
    await addMember(world.ctx, project, eve, 'member')
    const changes = [
      call(app, eve, 'PUT', `alert-rules/${hotLeads}`, { name: 'Cold leads' }),
      call(app, eve, 'DELETE', `alert-rules/${hotLeads}`),
      call(app, eve, 'POST', `alert-rules/${hotLeads}/sample`),
      call(app, eve, 'POST', 'alert-rules', { project, name: 'Mine' }),
    ]
    expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  })
})

describe('clients', () => {
  test('see only the rules that tell them', async () => {
    await addMember(world.ctx, project, eve, 'client')
    expect(await own(eve)).toEqual([])
    await call(app, ann, 'PUT', `alert-rules/${hotLeads}`, { recipients: [ann.id, eve.id] })
    expect(await namesOf(eve)).toEqual(['Hot leads'])
    expect((await remove(eve)).statusCode).toBe(200)
  })

  test("can't subscribe to what their role doesn't show", async () => {
    await addMember(world.ctx, project, eve, 'client')
    const { id } = await create(app, ann, 'alert-rules', { project, name: 'Limits', kind: 'quota' })
    expect((await put(eve, id)).statusCode).toBe(403)
  })
})

test('others reach neither the list nor the rules of a project', async () => {
  expect(await own(eve)).toEqual([])
  expect((await put(eve)).statusCode).toBe(404)
  expect((await remove(eve)).statusCode).toBe(404)
  expect((await put(ann, project)).statusCode).toBe(404)
  expect((await call(app, ann, 'PUT', 'alert-rules/none/subscription')).statusCode).toBe(404)
  for (const method of ['GET', 'PUT'] as const) {
    const path = method === 'GET' ? 'alert-subscriptions' : `alert-rules/${hotLeads}/subscription`
    expect((await app.inject({ method, url: `/api/${path}` })).statusCode).toBe(403)
  }
})

test('rules of drafts and archived projects are not listed', async () => {
  await call(app, ann, 'PUT', 'setup', { name: 'Draft' })
  expect(await namesOf(ann)).toEqual(['Hot leads', 'Daily digest'])
  await call(app, ann, 'DELETE', `projects/${project}`)
  expect(await own(ann)).toEqual([])
})
