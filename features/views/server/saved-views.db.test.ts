import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { addMember, call, create, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, cleo } = await testApp('ann', 'cleo'))
  project = await setUpProject(app, ann, { name: 'Pipewell' })
})

afterAll(() => world.close())

test('views of leads and of people have names of their own, and are found apart', async () => {
  const leads = await create(app, ann, 'saved-views', { project, name: 'Urgent', params: 'label=3' })
  const overdue = { project, kind: 'people', name: 'Urgent', params: 'q=mara&view=overdue' }
  const people = await create(app, ann, 'saved-views', overdue)
  expect(leads).toMatchObject({ kind: 'leads', params: 'label=3' })
  expect(people).toMatchObject({ kind: 'people', params: 'view=overdue&q=mara' })
  const found = await call(app, ann, 'GET', `saved-views?filters[project]=${project}&filters[kind]=people`)
  expect(found.json().data).toEqual([people])
})

test('a query is checked by the rules of its own list, also when it is changed', async () => {
  const refused = { error: { status: 400, details: { errors: [{ path: ['params'] }] } } }
  const values = { project, name: 'Mixed' }
  const wrong = await call(app, ann, 'POST', 'saved-views', { ...values, kind: 'people', params: 'tab=saved' })
  expect(wrong.json()).toMatchObject(refused)
  expect((await call(app, ann, 'POST', 'saved-views', { ...values, params: 'view=overdue' })).json()).toMatchObject(
    refused,
  )
  const { id } = await create(app, ann, 'saved-views', { ...values, kind: 'people', params: 'look=table' })
  expect((await call(app, ann, 'PUT', `saved-views/${id}`, { params: 'tab=saved' })).json()).toMatchObject(refused)
  const changed = await call(app, ann, 'PUT', `saved-views/${id}`, { params: 'view=mine&look=table' })
  expect(changed.json().data).toMatchObject({ name: 'Mixed', params: 'look=table&view=mine' })
  expect((await call(app, ann, 'PUT', `saved-views/${id}`, { kind: 'leads' })).statusCode).toBe(400)
})

test('a feed publishes no view of people', async () => {
  const view = await create(app, ann, 'saved-views', { project, kind: 'people', name: 'Team', params: 'view=mine' })
  const answer = await call(app, ann, 'POST', 'view-feeds', { project, content: 'leads', view: view.id })
  expect(answer.json()).toMatchObject({ error: { message: 'view must be a view of leads' } })
})

test('clients, who have no CRM, find the views of leads only, except in their own projects', async () => {
  const shared = await setUpProject(app, ann, { name: 'Brewbook' })
  const own = await setUpProject(app, cleo, { name: 'Bay Boats' })
  await addMember(world.ctx, shared, cleo, 'client')
  const secret = { kind: 'people', name: 'Avoid Acme', params: 'q=acme' }
  const people = await create(app, ann, 'saved-views', { ...secret, project: shared })
  const leads = await create(app, ann, 'saved-views', { project: shared, name: 'Urgent', params: 'label=3' })
  const mine = await create(app, cleo, 'saved-views', { ...secret, project: own })
  const found = await call(app, cleo, 'GET', 'saved-views?sort=name')
  expect(found.json()).toMatchObject({ data: [{ id: mine.id }, { id: leads.id }], meta: { pagination: { total: 2 } } })
  expect((await call(app, cleo, 'GET', `saved-views/${people.id}`)).statusCode).toBe(404)
  expect((await call(app, ann, 'GET', `saved-views/${people.id}`)).json().data).toEqual(people)
})
