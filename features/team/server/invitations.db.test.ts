import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mail } from '#platform/server/mail/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { confirmedPerson, joinedPerson } from '#tests/support/members.ts'
import {
  addMember,
  auditOf,
  call,
  confirmAddress,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
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

const person = (name: string) => confirmedPerson({ world, app }, name)
const joined = (name: string, role: 'admin' | 'member' | 'client') => joinedPerson({ world, app, project }, name, role)

/** Returns the invitation and token in the newest email to an address. */
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
  test('creates a member row, sends the token only by email, and grants access once accepted', async () => {
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
    const rows = await ask(world.url, 'select m::text as row from member m where id = $1', [id])
    expect(JSON.stringify(rows) + answer.body).not.toContain(token)
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
  ])("can't be accepted with %s", async (_, changed) => {
    const bob = await person('bob')
    await invite(bob.email)
    const answer = await accept(bob, changed(await mailed(bob.email)) as { id: string; token: string })
    expect([400, 404]).toContain(answer.statusCode)
    expect((await send(bob, 'GET', `projects/${project}`)).statusCode).toBe(404)
  })

  test("can't be accepted with the token of another invitation", async () => {
    const [bob, carl] = [await person('bob'), await person('carl')]
    for (const { email } of [bob, carl]) await invite(email)
    const { id } = await mailed(carl.email)
    expect((await accept(bob, { ...(await mailed(bob.email)), id })).statusCode).toBe(404)
  })

  test('can only be accepted by the invited address', async () => {
    const [bob, carl] = [await person('bob'), await person('carl')]
    await invite(bob.email)
    const answer = await accept(carl, await mailed(bob.email))
    expect(answer.json().error).toMatchObject({ status: 403, message: expect.stringContaining('a different email') })
  })

  test("can't be accepted until the address is confirmed", async () => {
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

  test("is refused while the inviter's email is unconfirmed, without counting toward any limit", async () => {
    const mallory = await signUp(app, `mallory-${world.ctx.id()}@example.com`)
    const name = 'You won! Claim at https://evil.example'
    const data = { project: await setUpProject(app, mallory, { name }), email: 'zack@example.com', role: 'member' }
    const refused = {
      status: 403,
      name: 'ForbiddenError',
      message: 'Confirm your email address to invite members. Open the link in the email we sent you.',
    }
    for (let time = 0; time < 11; time++) {
      expect((await send(mallory, 'POST', 'members', data)).json().error).toMatchObject(refused)
    }
    expect(await ask(world.url, `select from mail where recipient = 'zack@example.com'`)).toEqual([])
    await confirmAddress(world.url, mallory)
    expect((await send(mallory, 'POST', 'members', data)).statusCode).toBe(201)
    const [letter] = await ask<{ subject: string; text: string }>(
      world.url,
      `select subject, body_text as text from mail where recipient = 'zack@example.com'`,
    )
    expect(letter?.subject).toBe("You're invited to a project in Earshot")
    expect(letter?.text).toContain('the project “You won! Claim at https evil dot example”')
  })

  test("can't be resent while the sender's email is unconfirmed", async () => {
    const { id } = (await invite('yves@example.com')).json().data
    const before = await mailed('yves@example.com')
    const amy = await signUp(app, `amy-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, amy, 'admin')
    expect((await send(amy, 'PUT', `members/${id}/invitation`)).json().error).toMatchObject({
      status: 403,
      message: expect.stringContaining('Confirm your email address to invite members'),
    })
    expect(await mailed('yves@example.com')).toEqual(before)
    await confirmAddress(world.url, amy)
    expect((await send(amy, 'PUT', `members/${id}/invitation`)).statusCode).toBe(200)
  })

  test('expires after seven days', async () => {
    const bob = await person('bob')
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    world.clock.advance(7 * 24 * 3_600_000)
    expect((await accept(bob, invitation)).json().error).toMatchObject({
      status: 404,
      message: expect.stringContaining('no longer valid'),
    })
    world.clock.advance(-1)
    expect((await accept(bob, invitation)).statusCode).toBe(200)
    world.clock.advance(1 - 7 * 24 * 3_600_000)
  })

  test('can be accepted once, even by twenty requests at once', async () => {
    const bob = await person('bob')
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(bob, invitation)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19)
    expect((await accept(bob, invitation)).statusCode).toBe(404)
  })

  test('gets a new token when it is resent, and the old one stops working', async () => {
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

  test("can't be accepted after it is canceled", async () => {
    const bob = await person('bob')
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    expect((await send(ann, 'DELETE', `members/${invitation.id}`)).statusCode).toBe(204)
    expect((await accept(bob, invitation)).statusCode).toBe(404)
    expect(await actions()).toContain('member.uninvite')
  })

  test.each([
    ['the inviter', 'your own email', async () => ann.email],
    ['a member', 'already a member', async () => (await joined('bob', 'client')).email.toUpperCase()],
    [
      'an email that is already invited',
      'already has an invitation',
      async () => (await invite('dora@example.com')).json().data.email,
    ],
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

  test('is limited to ten per address and day', async () => {
    const answers: number[] = []
    for (let time = 0; time < 11; time++) {
      const { statusCode, body } = await invite('often@example.com')
      answers.push(statusCode)
      if (statusCode === 201) await send(ann, 'DELETE', `members/${JSON.parse(body).data.id}`)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })

  test('is removed when a member changes their email to its address', async () => {
    const bob = await joined('bob', 'member')
    await invite('new-address@example.com')
    await ask(world.url, `update "user" set email = 'new-address@example.com' where id = $1`, [bob.id])
    const { data } = (await send(ann, 'GET', `members?filters[project]=${project}&sort=createdAt`)).json()
    expect(data.map((row: { email: string }) => row.email).toSorted()).toEqual([ann.email, 'new-address@example.com'])
  })
})

describe('the details of an invitation', () => {
  const read = ({ id, token }: { id: string; token: string }, headers = {}) =>
    app.inject({ url: `/api/invitations/${id}?${new URLSearchParams({ token })}`, headers })
  const over = { status: 404, name: 'NotFoundError', message: expect.stringContaining('no longer valid') }

  test('are its inviter, project, role, address and expiry, and nothing else', async () => {
    await invite('zoe@example.com', 'client')
    const answer = await read(await mailed('zoe@example.com'))
    expect(answer.json().data).toEqual({
      project: 'Pipewell',
      role: 'client',
      email: 'zoe@example.com',
      invitedBy: ann.email,
      expiresAt: '2026-11-27T12:00:00.000Z',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('are the same for anyone with the token, and reading them accepts nothing', async () => {
    const [bob, carl] = [await person('bob'), await person('carl')]
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    const details = (await read(invitation)).body
    for (const { headers } of [bob, carl, ann]) expect((await read(invitation, headers)).body).toBe(details)
    expect((await send(bob, 'GET', `projects/${project}`)).statusCode).toBe(404)
    expect((await accept(bob, invitation)).statusCode).toBe(200)
  })

  test('are not shown for a wrong token or that of another invitation', async () => {
    const [bob, carl] = [await person('bob'), await person('carl')]
    for (const { email } of [bob, carl]) await invite(email)
    const [his, other] = [await mailed(bob.email), await mailed(carl.email)]
    const wrong = [
      { ...his, token: 'x'.repeat(43) },
      { ...his, id: other.id },
      { ...his, id: ann.id },
    ]
    for (const each of wrong) expect((await read(each)).json().error).toMatchObject(over)
  })

  test.each([
    ['it is accepted', async (bob: Person, invitation: { id: string; token: string }) => accept(bob, invitation)],
    ['it is canceled', async (_: Person, { id }: { id: string }) => send(ann, 'DELETE', `members/${id}`)],
    ['it is resent', async (_: Person, { id }: { id: string }) => send(ann, 'PUT', `members/${id}/invitation`)],
    ['its project is deleted', async () => send(ann, 'DELETE', `projects/${project}`)],
  ])('are gone once %s', async (_, end) => {
    const bob = await person('bob')
    await invite(bob.email)
    const invitation = await mailed(bob.email)
    expect((await end(bob, invitation)).statusCode).toBeLessThan(300)
    expect((await read(invitation)).json().error).toMatchObject(over)
  })

  test('are gone once the invitation expires', async () => {
    await invite('yan@example.com')
    const invitation = await mailed('yan@example.com')
    world.clock.advance(7 * 24 * 3_600_000)
    expect((await read(invitation)).json().error).toMatchObject(over)
    world.clock.advance(-7 * 24 * 3_600_000)
  })

  test("stay, without the inviter, after the inviter's account is deleted", async () => {
    const admin = await joined('amy', 'admin')
    await invite('xena@example.com', 'member', admin)
    const invitation = await mailed('xena@example.com')
    await send(admin, 'DELETE', `members/${admin.row}`)
    await ask(world.url, 'delete from "user" where id = $1', [admin.id])
    expect((await read(invitation)).json().data).toMatchObject({ invitedBy: null })
  })

  test.each([
    ['', 'token is required'],
    ['token=', 'token'],
    ['token=a&token=b', 'token'],
    [`token=${'a'.repeat(201)}`, 'token'],
    ['token=a&project=b', 'Invalid key project'],
  ])('are refused for the query ?%s', async (query, message) => {
    const answer = await app.inject({ url: `/api/invitations/${ann.id}?${query}` })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toContain(message)
  })
})
