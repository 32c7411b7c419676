import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { testApp } from '#tests/support/app.ts'
import { addMember, call, create, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  cleo = await signUp(app, 'cleo@example.com')
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, cleo, 'client')
})
afterAll(() => world.close())

const path = (rest = '') => `projects/${project}/insight-boards${rest}`
const read = async (copy: string, by = ann) => (await call(app, by, 'GET', path(`?copy=${copy}`))).json().data
const write = (boards: unknown, basedOn: number) => call(app, ann, 'PUT', path(), { boards, basedOn })
const publish = (basedOn: number) => call(app, ann, 'POST', path('/publication'), { basedOn })
const mine = () => defaultBoards().slice(0, 1)

test('boards are changed in a working copy, and everybody sees them once it is published', async () => {
  const first = await read('working')
  expect(first).toMatchObject({ version: 0, isDefault: true, isChanged: false, updatedAt: null, updatedBy: null })
  expect(first.boards).toEqual(defaultBoards())
  expect((await write(mine(), 0)).json().data).toMatchObject({ version: 1, isDefault: false, isChanged: true })
  expect((await read('published')).boards).toHaveLength(defaultBoards().length)
  const published = (await publish(1)).json().data
  expect(published).toMatchObject({ copy: 'published', version: 2, isChanged: false, isDefault: false })
  expect(published.updatedBy).toMatchObject({ email: ann.email })
  expect(await read('published', cleo)).toMatchObject({ boards: mine(), updatedBy: null })
  expect((await call(app, cleo, 'GET', path('?copy=working'))).statusCode).toBe(403)

  // Whoever didn't see a write can't overwrite it, and a discarded copy can be brought back.
  expect((await write(defaultBoards(), 0)).statusCode).toBe(409)
  expect((await publish(2)).json().error.message).toBe('There is no working copy to publish.')
  const changed = (await write(defaultBoards(), 2)).json().data
  const discarded = (await call(app, ann, 'DELETE', path('/working-copy'))).json().data
  expect(discarded).toMatchObject({ boards: mine(), version: 4, isChanged: false })
  expect((await write(changed.boards, discarded.version)).json().data.version).toBe(5)
  const [one, two] = await Promise.all([write(mine(), 5), write(defaultBoards(), 5)])
  expect([one.statusCode, two.statusCode].toSorted()).toEqual([200, 409])

  const twice = [...mine(), ...mine()]
  expect((await write(twice, 6)).json().error.message).toBe('boards must not contain an ID twice')
  const { data } = (await call(app, ann, 'GET', 'audit-entries?filters[action][$startsWith]=insight')).json()
  expect(new Set(data.map(({ action }: { action: string }) => action))).toEqual(
    new Set(['insightBoards.update', 'insightBoards.publish', 'insightBoards.discard']),
  )
})

test('annotations are listed by day, and clients see them without their authors', async () => {
  for (const day of ['2026-11-02', '2026-11-12', '2026-12-01']) {
    await create(app, ann, 'insight-annotations', { project, day, text: `Something on ${day}` })
  }
  const range = 'filters[day][$between][0]=2026-11-01&filters[day][$between][1]=2026-11-30'
  const url = `insight-annotations?filters[project]=${project}&${range}&sort=day:desc&populate=createdBy`
  const days = async (by: Person) =>
    (await call(app, by, 'GET', url))
      .json()
      .data.map(({ day, createdBy }: { day: string; createdBy: { email: string } | null }) => [day, createdBy?.email])
  expect(await days(ann)).toEqual([
    ['2026-11-12', ann.email],
    ['2026-11-02', ann.email],
  ])
  expect(await days(cleo)).toEqual([
    ['2026-11-12', undefined],
    ['2026-11-02', undefined],
  ])
  const tooLong = { project, day: '2026-11-02', text: 'x'.repeat(301) }
  expect((await call(app, ann, 'POST', 'insight-annotations', tooLong)).statusCode).toBe(400)
  const noDay = { project, day: '2026-02-30', text: 'Launched' }
  expect((await call(app, ann, 'POST', 'insight-annotations', noDay)).statusCode).toBe(400)
})
