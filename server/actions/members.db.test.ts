import { and, desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mail } from '../db/identity-tables.ts'
import { member } from '../db/schema.ts'
import {
  addMember,
  appOf,
  auditOf,
  call,
  confirmAddress,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '../seeding.ts'
import { testWorld, type World } from '../testing.ts'
import { ask } from '../testing-databases.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
})
afterAll(async () => {
  await app.close()
  await world.close()
})
beforeEach(async () => {
  ann = await person('ann')
  project = await setUpProject(app, ann)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (by: Person, method: Method, path: string, data?: object) => call(app, by, method, path, data)
const invite = (email: string, role = 'member', by = ann) => send(by, 'POST', 'members', { project, email, role })

/** Somebody with a confirmed address of their own. */
async function person(name: string): Promise<Person> {
  const found = await signUp(app, `${name}-${world.ctx.id()}@example.com`)
  await confirmAddress(world.url, found)
  return found
}

async function joined(name: string, role: 'owner' | 'admin' | 'member' | 'client'): Promise<Person & { row: string }> {
  const found = await person(name)
  await addMember(world.ctx, project, found, role)
  return { ...found, row: await rowOf(found) }
}

async function rowOf({ id }: Person): Promise<string> {
  const [row] = await jobTransaction(world.ctx, (tx) =>
    tx
      .select()
      .from(member)
      .where(and(eq(member.projectId, project), eq(member.userId, id))),
  )
  return row?.id ?? ''
}

/** What the newest mail to an address carries: the invitation and its token. */
async function mailed(to: string): Promise<{ id: string; token: string }> {
  const [row] = await jobTransaction(world.ctx, (tx) =>
    tx.select().from(mail).where(eq(mail.recipient, to)).orderBy(desc(mail.id)).limit(1),
  )
  const [, id = '', token = ''] = /signup\?invitation=([^.]+)\.(\S+)/.exec(row?.bodyText ?? '') ?? []
  return { id, token }
}

const accept = (by: Person, { id, token }: { id: string; token: string }) =>
  send(by, 'PUT', `members/${id}/acceptance`, { token })
const actions = async () => (await auditOf(world.ctx, project)).map((line) => line.split(' ')[1])

describe('an invitation', () => {
  test('is a member row, its token in the mail alone, and let in once it is taken up', async () => {
    const bob = await person('bob')
    const answer = await invite(` ${bob.email.toUpperCase()} `, 'admin')
    expect(answer.statusCode).toBe(201)
    const { data } = answer.json()
    expect(data).toMatchObject({
      email: bob.email,
      role: 'admin',
      status: 'invited',
      expiresAt: '2026-11-27T12:00:00.000Z',
    })
    const { id, token } = await mailed(bob.email)
    expect(id).toBe(data.id)
    expect(token).toHaveLength(43)
    const kept = await ask(world.url, 'select m::text as row from member m where id = $1', [id])
    expect(JSON.stringify(kept) + answer.body).not.toContain(token)
    expect((await send(bob, 'GET', `projects/${project}`)).statusCode).toBe(404)

    const accepted = await accept(bob, { id, token })
    expect(accepted.json().data).toMatchObject({ id, email: bob.email, status: 'active', expiresAt: null })
    expect((await send(bob, 'PUT', `projects/${project}`, { name: 'Pipewell 2' })).statusCode).toBe(200)
    const people = await send(ann, 'GET', `members/${id}?populate=*`)
    expect(people.json().data).toMatchObject({ user: { email: bob.email }, invitedBy: { email: ann.email } })
    expect((await actions()).slice(1)).toEqual(['member.invite', 'member.accept', 'project.update'])
  })

  test.each([
    ['another token', (mine: object) => ({ ...mine, token: 'x'.repeat(43) })],
    ['no token', (mine: object) => ({ ...mine, token: '' })],
  ])('is not opened by %s', async (_, changed) => {
    const bob = await person('bob')
    await invite(bob.email)
    const answer = await accept(bob, changed(await mailed(bob.email)) as { id: string; token: string })
    expect([400, 404]).toContain(answer.statusCode)
    expect((await send(bob, 'GET', `projects/${project}`)).statusCode).toBe(404)
  })

  test('is not opened by the token of another invitation', async () => {
    const [bob, carl] = [await person('bob'), await person('carl')]
    for (const { email } of [bob, carl]) await invite(email)
    const { id } = await mailed(carl.email)
    expect((await accept(bob, { ...(await mailed(bob.email)), id })).statusCode).toBe(404)
  })

  test('is for the address that was invited', async () => {
    const [bob, carl] = [await person('bob'), await person('carl')]
    await invite(bob.email)
    const answer = await accept(carl, await mailed(bob.email))
    expect(answer.json().error).toMatchObject({ status: 403, message: expect.stringContaining('another address') })
  })

  test('waits until the address is confirmed', async () => {
    const bob = await signUp(app, `bob-${world.ctx.id()}@example.com`)
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    expect((await accept(bob, invitation)).json().error).toMatchObject({
      status: 403,
      message: expect.stringContaining('Confirm'),
    })
    await confirmAddress(world.url, bob)
    expect((await accept(bob, invitation)).statusCode).toBe(200)
  })

  test('ends after seven days', async () => {
    const bob = await person('bob')
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    world.clock.advance(7 * 24 * 3_600_000)
    expect((await accept(bob, invitation)).json().error).toMatchObject({
      status: 404,
      message: expect.stringContaining('not valid any more'),
    })
    world.clock.advance(-1)
    expect((await accept(bob, invitation)).statusCode).toBe(200)
    world.clock.advance(1 - 7 * 24 * 3_600_000)
  })

  test('opens once, also for twenty at once', async () => {
    const bob = await person('bob')
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(bob, invitation)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19)
    expect((await accept(bob, invitation)).statusCode).toBe(404)
  })

  test('sent again has a new token, and the old one opens nothing', async () => {
    const bob = await person('bob')
    await invite(bob.email)
    const old = await mailed(bob.email)
    world.clock.advance(24 * 3_600_000)
    const again = await send(ann, 'PUT', `members/${old.id}/invitation`)
    expect(again.json().data.expiresAt).toBe(new Date(world.clock.now.getTime() + 7 * 24 * 3_600_000).toISOString())
    const fresh = await mailed(bob.email)
    world.clock.advance(-24 * 3_600_000)
    expect((await accept(bob, old)).statusCode).toBe(404)
    expect((await accept(bob, fresh)).statusCode).toBe(200)
    expect((await send(ann, 'PUT', `members/${old.id}/invitation`)).json().error).toMatchObject({ status: 409 })
  })

  test('taken back opens nothing', async () => {
    const bob = await person('bob')
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    expect((await send(ann, 'DELETE', `members/${invitation.id}`)).statusCode).toBe(204)
    expect((await accept(bob, invitation)).statusCode).toBe(404)
    expect(await actions()).toContain('member.uninvite')
  })

  test.each([
    ['oneself', 'your own address', async () => ann.email],
    ['a member', 'belongs to a member', async () => (await joined('bob', 'client')).email.toUpperCase()],
    ['somebody twice', 'invited already', async () => (await invite('dora@example.com')).json().data.email],
  ])('for %s is refused: %s', async (_, message, address) => {
    const answer = await invite(await address())
    expect(answer.json().error).toMatchObject({ status: 400, message: expect.stringContaining(message) })
    expect(answer.json().error.details.errors[0].path).toEqual(['email'])
  })

  test.each([
    [{ role: 'owner' }, 'role'],
    [{ role: 'king' }, 'role'],
    [{ email: 'dora' }, 'email'],
    [{ status: 'active' }, 'status'],
    [{ user: '01a1f8d3-ea00-7000-8000-28d47e53fe86' }, 'user'],
  ])('with %j is refused', async (wrong, key) => {
    const answer = await send(ann, 'POST', 'members', { project, email: 'eve@example.com', role: 'member', ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(key)
  })

  test('goes to few addresses a day, and seldom to one', async () => {
    const answers: number[] = []
    for (let time = 0; time < 11; time++) {
      const { statusCode, body } = await invite('often@example.com')
      answers.push(statusCode)
      if (statusCode === 201) await send(ann, 'DELETE', `members/${JSON.parse(body).data.id}`)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })

  test('goes with an address that a member takes on', async () => {
    const bob = await joined('bob', 'member')
    await invite('new-address@example.com')
    await ask(world.url, `update "user" set email = 'new-address@example.com' where id = $1`, [bob.id])
    const { data } = (await send(ann, 'GET', `members?filters[project]=${project}&sort=createdAt`)).json()
    expect(data.map((row: { email: string }) => row.email).toSorted()).toEqual([ann.email, 'new-address@example.com'])
  })
})

describe('roles', () => {
  /** Who may give whom which role: by, of, to. */
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
  ])('%s makes a %s %s: %i', async (by, of, to, status) => {
    const [actor, other] = [await joined('actor', by), await joined('other', of)]
    const answer = await send(actor, 'PUT', `members/${other.row}`, { role: to })
    expect(answer.statusCode).toBe(status)
    const { data } = (await send(ann, 'GET', `members/${other.row}`)).json()
    expect(data.role).toBe(status === 200 ? to : of)
  })
  type Role = 'owner' | 'admin' | 'member' | 'client'

  test('of an invitation may be changed, but not to owner', async () => {
    const { id } = (await invite('dora@example.com')).json().data
    expect((await send(ann, 'PUT', `members/${id}`, { role: 'client' })).json().data.role).toBe('client')
    const answer = await send(ann, 'PUT', `members/${id}`, { role: 'owner' })
    expect(answer.json().error).toMatchObject({
      status: 400,
      message: expect.stringContaining('hand the project over'),
    })
  })

  test('count from the next request on', async () => {
    const bob = await joined('bob', 'admin')
    await send(ann, 'PUT', `members/${bob.row}`, { role: 'client' })
    expect((await send(bob, 'PUT', `projects/${project}`, { name: 'Mine' })).statusCode).toBe(403)
  })

  test('the last owner stays one', async () => {
    const own = await rowOf(ann)
    for (const [method, data] of [
      ['PUT', { role: 'admin' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await send(ann, method, `members/${own}`, data)
      expect(answer.json().error).toMatchObject({ status: 409, message: expect.stringContaining('needs an owner') })
    }
  })

  test('of two owners who leave at once, one stays', async () => {
    const bob = await joined('bob', 'owner')
    const answers = await Promise.all([
      send(ann, 'DELETE', `members/${await rowOf(ann)}`),
      send(bob, 'DELETE', `members/${bob.row}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  })
})

describe('removing', () => {
  test.each<['owner' | 'admin' | 'member' | 'client', 'owner' | 'admin' | 'member', number]>([
    ['owner', 'admin', 204],
    ['owner', 'owner', 204],
    ['admin', 'admin', 204],
    ['admin', 'owner', 403],
    ['member', 'member', 403],
    ['client', 'member', 403],
  ])('by %s of %s: %i', async (by, of, status) => {
    const [actor, other] = [await joined('actor', by), await joined('other', of)]
    expect((await send(actor, 'DELETE', `members/${other.row}`)).statusCode).toBe(status)
    expect((await send(other, 'GET', `projects/${project}`)).statusCode).toBe(status === 204 ? 404 : 200)
  })

  test.each(['admin', 'member', 'client'] as const)('a %s may leave, and is out at once', async (role) => {
    const bob = await joined('bob', role)
    expect((await send(bob, 'DELETE', `members/${bob.row}`)).statusCode).toBe(204)
    expect((await send(bob, 'GET', 'projects')).json().data).toEqual([])
    expect((await send(bob, 'DELETE', `members/${bob.row}`)).statusCode).toBe(404)
    expect((await actions()).at(-1)).toBe('member.leave')
  })

  test('twenty times at once removes once', async () => {
    const bob = await joined('bob', 'member')
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ann, 'DELETE', `members/${bob.row}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19)
  })
})

test('who is removed while they wait for their turn is a stranger by then', async () => {
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

describe('handing a project over', () => {
  const hand = (by: Person, memberId: string) => send(by, 'PUT', `projects/${project}/ownership`, { member: memberId })

  test('makes a member its owner and the owner an admin', async () => {
    const bob = await joined('bob', 'member')
    expect((await hand(ann, bob.row)).json().data).toMatchObject({ id: bob.row, role: 'owner' })
    const { data } = (await send(ann, 'GET', `members/${await rowOf(ann)}`)).json()
    expect(data.role).toBe('admin')
    expect((await hand(ann, bob.row)).statusCode).toBe(403)
    expect((await actions()).at(-1)).toBe('project.handOver')
  })

  test('is not for admins', async () => {
    const bob = await joined('bob', 'admin')
    expect((await hand(bob, bob.row)).statusCode).toBe(403)
  })

  test.each([
    ['oneself', 409, async () => rowOf(ann)],
    ['who has not come yet', 409, async () => (await invite('dora@example.com')).json().data.id],
    ['somebody unknown', 404, async () => world.ctx.id()],
  ])('to %s is answered with %i', async (_, status, heir) => {
    expect((await hand(ann, await heir())).statusCode).toBe(status)
  })

  test("to a member of another project of one's own is refused", async () => {
    const home = project
    const other = await setUpProject(app, ann)
    project = other
    const bob = await joined('bob', 'member')
    project = home
    expect((await hand(ann, bob.row)).statusCode).toBe(404)
  })

  test('twice at once leaves one owner more, and one admin', async () => {
    const [bob, carl] = [await joined('bob', 'member'), await joined('carl', 'member')]
    const answers = await Promise.all([hand(ann, bob.row), hand(ann, carl.row)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })
})

describe('who did what', () => {
  test('is read by owner and admin, with whom it was', async () => {
    const bob = await joined('bob', 'admin')
    await invite('dora@example.com', 'client', bob)
    const { data } = (
      await send(bob, 'GET', `audit-entries?filters[project]=${project}&sort=createdAt:desc&sort=id:desc&populate=user`)
    ).json()
    const invited = data.find(({ action }: { action: string }) => action === 'member.invite')
    expect(invited).toMatchObject({ actor: `user:${bob.id}`, details: { role: 'client' }, user: { email: bob.email } })
    expect(JSON.stringify(data)).not.toContain('dora@example.com')
  })

  test.each(['member', 'client'] as const)('is not for a %s', async (role) => {
    const bob = await joined('bob', role)
    expect((await send(bob, 'GET', `audit-entries?filters[project]=${project}`)).statusCode).toBe(403)
  })
})
