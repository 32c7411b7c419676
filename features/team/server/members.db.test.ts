import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { asJob } from '#tests/support/leads.ts'
import { testLocks } from '#tests/support/locks.ts'
import { confirmedPerson, joinedPerson, memberRowOf } from '#tests/support/members.ts'
import { auditOf, call, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterAll(() => world.close())

beforeEach(async () => {
  ann = await person('ann')
  project = await setUpProject(app, ann)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (by: Person, method: Method, path: string, data?: object) => call(app, by, method, path, data)
const invite = (email: string, role = 'member', by = ann) => send(by, 'POST', 'members', { project, email, role })

type Role = 'owner' | 'admin' | 'member' | 'client'
const person = (name: string) => confirmedPerson({ world, app }, name)
const joined = (name: string, role: Role) => joinedPerson({ world, app, project }, name, role)
const rowOf = (someone: Person) => memberRowOf({ world, project }, someone)
const actions = async () => (await auditOf(world.ctx, project)).map((line) => line.split(' ')[1])

describe('roles', () => {
  /** The actor's role, the member's role, the new role and the status. */
  test.each<[Role, Role, Role, number]>([
    ['owner', 'member', 'admin', 200],
    ['owner', 'admin', 'owner', 200],
    ['owner', 'owner', 'admin', 200],
    ['admin', 'member', 'client', 200],
    ['admin', 'client', 'admin', 200],
    ['admin', 'member', 'owner', 403],
    ['admin', 'owner', 'admin', 403],
    ['member', 'client', 'member', 403],
    ['client', 'member', 'client', 403],
  ])('a change by %s from %s to %s returns %i', async (by, of, to, status) => {
    const [actor, other] = [await joined('actor', by), await joined('other', of)]
    const answer = await send(actor, 'PUT', `members/${other.row}`, { role: to })
    expect(answer.statusCode).toBe(status)
    const { data } = (await send(ann, 'GET', `members/${other.row}`)).json()
    expect(data.role).toBe(status === 200 ? to : of)
  })

  test('of an invitation can be changed, but not to owner', async () => {
    const { id } = (await invite('dora@example.com')).json().data
    expect((await send(ann, 'PUT', `members/${id}`, { role: 'client' })).json().data.role).toBe('client')
    const answer = await send(ann, 'PUT', `members/${id}`, { role: 'owner' })
    expect(answer.json().error).toMatchObject({
      status: 400,
      message: expect.stringContaining('Transfer ownership'),
    })
  })

  test('apply from the next request on', async () => {
    const bob = await joined('bob', 'admin')
    await send(ann, 'PUT', `members/${bob.row}`, { role: 'client' })
    expect((await send(bob, 'PUT', `projects/${project}`, { name: 'Mine' })).statusCode).toBe(403)
  })

  test("can't leave a project without an owner", async () => {
    const own = await rowOf(ann)
    for (const [method, data] of [
      ['PUT', { role: 'admin' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await send(ann, method, `members/${own}`, data)
      expect(answer.json().error).toMatchObject({ status: 409, message: expect.stringContaining('needs an owner') })
    }
  })

  test('leave one owner if both of two owners leave at once', async () => {
    const bob = await joined('bob', 'owner')
    const answers = await Promise.all([
      send(ann, 'DELETE', `members/${await rowOf(ann)}`),
      send(bob, 'DELETE', `members/${bob.row}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  })
})

describe('removing a member', () => {
  test.each<['owner' | 'admin' | 'member' | 'client', 'owner' | 'admin' | 'member', number]>([
    ['owner', 'admin', 204],
    ['owner', 'owner', 204],
    ['admin', 'admin', 204],
    ['admin', 'owner', 403],
    ['member', 'member', 403],
    ['client', 'member', 403],
  ])('by %s, of %s, returns %i', async (by, of, status) => {
    const [actor, other] = [await joined('actor', by), await joined('other', of)]
    expect((await send(actor, 'DELETE', `members/${other.row}`)).statusCode).toBe(status)
    expect((await send(other, 'GET', `projects/${project}`)).statusCode).toBe(status === 204 ? 404 : 200)
  })

  test.each(['admin', 'member', 'client'] as const)('ends access at once for a leaving %s', async (role) => {
    const bob = await joined('bob', role)
    expect((await send(bob, 'DELETE', `members/${bob.row}`)).statusCode).toBe(204)
    expect((await send(bob, 'GET', 'projects')).json().data).toEqual([])
    expect((await send(bob, 'DELETE', `members/${bob.row}`)).statusCode).toBe(404)
    expect((await actions()).at(-1)).toBe('member.leave')
  })

  test('happens once if twenty requests do it at once', async () => {
    const bob = await joined('bob', 'member')
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ann, 'DELETE', `members/${bob.row}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19)
  })
})

test('a request from a member who is removed while it waits for the lock is refused', async () => {
  const [bob, carl] = [await joined('bob', 'admin'), await joined('carl', 'member')]
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  await client.query('begin')
  await client.query('select from project where id = $1 for no key update', [project])
  const late = send(bob, 'PUT', `members/${carl.row}`, { role: 'admin' })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), { timeout: 20_000 })
  await client.query('delete from member where id = $1', [bob.row])
  await client.query('commit')
  await client.end()
  expect((await late).statusCode).toBe(404)
  expect((await send(ann, 'GET', `members/${carl.row}`)).json().data.role).toBe('member')
})

describe('transferring a project', () => {
  const transfer = (by: Person, memberId: string) =>
    send(by, 'PUT', `projects/${project}/ownership`, { member: memberId })

  test('makes a member the owner and the owner an admin', async () => {
    const bob = await joined('bob', 'member')
    expect((await transfer(ann, bob.row)).json().data).toMatchObject({ id: bob.row, role: 'owner' })
    const { data } = (await send(ann, 'GET', `members/${await rowOf(ann)}`)).json()
    expect(data.role).toBe('admin')
    expect((await transfer(ann, bob.row)).statusCode).toBe(403)
    expect((await actions()).at(-1)).toBe('project.handOver')
  })

  test('is refused for admins', async () => {
    const bob = await joined('bob', 'admin')
    expect((await transfer(bob, bob.row)).statusCode).toBe(403)
  })

  test.each([
    ['the current owner', 409, async () => rowOf(ann)],
    ['an invited person who has not accepted', 409, async () => (await invite('dora@example.com')).json().data.id],
    ['an unknown member', 404, async () => world.ctx.id()],
  ])('to %s is answered with %i', async (_, status, heir) => {
    expect((await transfer(ann, await heir())).statusCode).toBe(status)
  })

  test('to a member of another project of the same owner is refused', async () => {
    const home = project
    const other = await setUpProject(app, ann)
    project = other
    const bob = await joined('bob', 'member')
    project = home
    expect((await transfer(ann, bob.row)).statusCode).toBe(404)
  })

  test('to two members at once adds one owner and one admin', async () => {
    const [bob, carl] = [await joined('bob', 'member'), await joined('carl', 'member')]
    const locks = await testLocks(asJob(world.ctx), world.url)
    const release = await locks.hold(sql`select from project where id = ${project} for no key update`)
    const answers = Promise.all([transfer(ann, bob.row), transfer(ann, carl.row)])
    // Both were sent by an owner. One that arrives after the other has ended is sent by an admin, and gets a 403.
    await locks.blocked(2)
    await release()
    await locks.close()
    expect((await answers).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })
})

describe('the audit log', () => {
  test('is readable by owners and admins, with the user of each entry', async () => {
    const bob = await joined('bob', 'admin')
    await invite('dora@example.com', 'client', bob)
    const { data } = (
      await send(bob, 'GET', `audit-entries?filters[project]=${project}&sort=createdAt:desc&sort=id:desc&populate=user`)
    ).json()
    const invited = data.find(({ action }: { action: string }) => action === 'member.invite')
    expect(invited).toMatchObject({ actor: `user:${bob.id}`, details: { role: 'client' }, user: { email: bob.email } })
    expect(JSON.stringify(data)).not.toContain('dora@example.com')
  })

  test.each(['member', 'client'] as const)('is not readable by a %s', async (role) => {
    const bob = await joined('bob', role)
    expect((await send(bob, 'GET', `audit-entries?filters[project]=${project}`)).statusCode).toBe(403)
  })
})
