import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { contentOf, fillProject } from '#tests/support/filled-project.ts'
import { asJob } from '#tests/support/leads.ts'
import {
  addMember,
  appOf,
  call,
  confirmAddress,
  type Person,
  password,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import { tracesOf } from '#tests/support/traces.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { runErasure } from './run-erasure.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bea: Person

beforeEach(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
  ann = await signUp(app, 'ann@pipewell.example')
  bea = await signUp(app, 'bea@nachtigall.example')
})

afterEach(async () => {
  await app.close()
  await world.close()
  await rm(world.ctx.dataDir, { recursive: true, force: true })
})

const storage = () => ({ url: world.url, dataDir: world.ctx.dataDir })

const deleteAccount = (by: Person, payload: object) =>
  app.inject({ method: 'DELETE', url: '/api/users/me', headers: by.headers, payload })

describe('deleting an account', () => {
  test('requires a session and the password alone, and password guesses are limited', async () => {
    expect((await app.inject({ method: 'DELETE', url: '/api/users/me', payload: { password } })).statusCode).toBe(403)
    for (const payload of [{}, { password: 'not this one' }, { password, force: true }]) {
      const { error } = (await deleteAccount(ann, payload)).json()
      expect(error).toMatchObject({ status: 400, name: 'ValidationError' })
      expect((await call(app, ann, 'GET', 'users/me')).statusCode).toBe(200)
    }
    for (let guess = 0; guess < 10; guess++) await deleteAccount(ann, { password: `guess ${guess}` })
    expect((await deleteAccount(ann, { password })).statusCode).toBe(429)
  })

  test('is refused and lists the projects that would be left without an owner', async () => {
    const id = await setUpProject(app, ann, { name: 'Zebrafisch' })
    const { error } = (await deleteAccount(ann, { password })).json()
    expect(error).toMatchObject({ status: 409, details: { projects: [{ id, name: 'Zebrafisch' }] } })
    const gone = await deleteAccount(ann, { password, projects: 'delete' })
    expect(gone.json()).toEqual({ projects: [{ id, name: 'Zebrafisch' }] })
  })

  test('keeps projects that have another owner', async () => {
    const id = await setUpProject(app, ann)
    await addMember(world.ctx, id, bea, 'owner')
    expect((await deleteAccount(ann, { password })).json()).toEqual({ projects: [] })
    await world.drain()
    expect((await call(app, bea, 'GET', `projects/${id}`)).statusCode).toBe(200)
    const { data } = (await call(app, bea, 'GET', 'members')).json()
    expect(data.map((row: { email: string }) => row.email)).toEqual([bea.email])
  })

  test('ends all access at once, clears the cookies, and frees the address', async () => {
    const answer = await deleteAccount(ann, { password })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual(expect.arrayContaining([['jwt', '']]))
    expect((await call(app, ann, 'GET', 'users/me')).statusCode).toBe(401)
    const again = await signUp(app, ann.email)
    expect(again.id).not.toBe(ann.id)
    await world.drain()
    for (const path of ['projects', 'exports', 'sessions']) {
      expect((await call(app, again, 'GET', path)).json().data).toHaveLength(path === 'sessions' ? 1 : 0)
    }
    expect((await call(app, again, 'GET', 'users/me')).statusCode).toBe(200)
  })

  test('with an unconfirmed address keeps emails that others sent to it', async () => {
    await confirmAddress(world.url, bea)
    const id = await setUpProject(app, bea)
    await call(app, bea, 'POST', 'members', { project: id, email: 'cid@pipewell.example', role: 'member' })
    const sent = () => ask<{ id: string }>(world.url, `select id from mail where recipient = 'cid@pipewell.example'`)
    const before = await sent()
    const mallory = await signUp(app, 'cid@pipewell.example')
    expect((await deleteAccount(mallory, { password })).statusCode).toBe(200)
    await world.drain()
    const { data } = (await call(app, bea, 'GET', 'members?filters[status][$eq]=invited')).json()
    expect(data).toMatchObject([{ email: 'cid@pipewell.example' }])
    expect(before).toHaveLength(1)
    expect(await sent()).toEqual(before)
  })

  test('works for two people at once who have invited each other', async () => {
    for (const [inviter, invited] of [
      [ann, bea],
      [bea, ann],
    ] as const) {
      await confirmAddress(world.url, inviter)
      const id = await setUpProject(app, inviter)
      await call(app, inviter, 'POST', 'members', { project: id, email: invited.email, role: 'member' })
    }
    const client = new pg.Client({ connectionString: world.url })
    await client.connect()
    await client.query(`select pg_advisory_lock(hashtext('earshot watchlists'))`)
    const leaving = [ann, bea].map((person) => deleteAccount(person, { password, projects: 'delete' }))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(2), { timeout: 20_000 })
    await client.end()
    expect((await Promise.all(leaving)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('without a password requires a sign-in within the last ten minutes', async () => {
    await ask(world.url, `update "user" set password_hash = null, provider = 'github' where id = $1`, [ann.id])
    world.clock.advance(11 * 60_000)
    expect((await deleteAccount(ann, {})).json().error).toMatchObject({
      status: 403,
      details: { reason: 'signInAgain' },
    })
    await ask(world.url, `update session set created_at = $1 where user_id = $2`, [world.clock.now, ann.id])
    expect((await deleteAccount(ann, {})).statusCode).toBe(200)
  })
})

describe('an erased account', () => {
  /** Ann owns a project and works in one of Bea's. A provider, emails and pending sign-ins know her too. */
  async function entangled() {
    for (const person of [ann, bea]) await confirmAddress(world.url, person)
    const own = await fillProject(world, app, { owner: ann, word: 'Zebrafisch' })
    const beas = await fillProject(world, app, { owner: bea, admin: ann, word: 'Nachtigall' })
    const lead = await seedOpportunity(world.ctx, beas.id)
    await call(app, ann, 'PUT', `opportunities/${lead}/reply`)
    await call(app, ann, 'POST', 'keywords', { project: beas.id, query: 'nest box' })
    const token = (await call(app, ann, 'POST', 'api-tokens', { project: beas.id, name: 'x', scope: 'write' })).json()
    const headers = { authorization: `Bearer ${token.data.token}` }
    const keyword = { data: { project: beas.id, query: 'bird bath' } }
    await app.inject({ method: 'POST', url: '/api/keywords', headers, payload: keyword })
    await call(app, ann, 'POST', 'members', { project: beas.id, email: 'cid@guests.example', role: 'member' })
    await call(app, bea, 'POST', 'exports', { kind: 'project', project: beas.id })
    await call(app, ann, 'POST', 'exports', { kind: 'account' })
    await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: ann.email } })
    await ask(
      world.url,
      `insert into social_identity (provider, subject, user_id, username, created_at) values ('github', 'subject-of-ann', '${ann.id}', 'annie-on-github', now());
       insert into passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at, updated_at)
         values (gen_random_uuid(), '${ann.id}', 'passkey-of-ann', 'c', 'k', 0, '{}', now(), now());
       insert into two_factor values ('${ann.id}', 'app-of-ann', 1, now());
       insert into recovery_code values ('${ann.id}', 'recovery-of-ann', now());
       insert into challenge values ('challenge-of-ann', 'code', '${ann.id}', null, now() + interval '1 day');
       insert into social_pending (browser_digest, provider, subject, username, expires_at)
         values ('d1', 'github', 'subject-of-ann', 'annie-on-github', now() + interval '1 day');
       insert into social_pending (browser_digest, provider, subject, username, email, code_digest, code_expires_at, expires_at)
         values ('d2', 'reddit', '7', 'somebody', '${ann.email}', 'x', now(), now() + interval '1 day')`,
    )
    // A second project of Bea's invites Ann's address.
    const other = await setUpProject(app, bea, { name: 'Amsel' })
    await call(app, bea, 'POST', 'members', { project: other, email: ann.email, role: 'member' })
    const members = await ask<{ id: string }>(world.url, 'select id from member where user_id = $1', [ann.id])
    const marks = [...(await own.marks()), ann.id, ann.email, 'annie-on-github', 'subject-of-ann']
    marks.push('passkey-of-ann', 'app-of-ann', 'recovery-of-ann', 'challenge-of-ann')
    return { marks: [...marks, token.data.id, ...members.map(({ id }) => id)], beas, other }
  }

  test('leaves no trace in tables or files, and shared data has a pseudonym', async () => {
    const { marks, beas, other } = await entangled()
    await world.drain()
    await mkdir(join(world.ctx.dataDir, 'mail'), { recursive: true })
    const mails = await ask<{ id: string }>(world.url, 'select id from mail')
    for (const { id } of mails) await writeFile(join(world.ctx.dataDir, 'mail', `${id}.eml`), `To: ${ann.email}`)
    const before = await contentOf(world.ctx, world.url, beas.id)
    expect((await deleteAccount(ann, { password, projects: 'delete' })).statusCode).toBe(200)
    // The worker dies at every moment, and then each job runs twice at once.
    const all = await ask<{ id: string }>(world.url, 'select id from erasure')
    expect(all).toHaveLength(2)
    for (const { id: erasureId } of all) {
      expect(await killAtEachMoment(asJob(world.ctx), (dying) => runErasure(dying, { erasureId }))).toBeGreaterThan(20)
      const again = () => runErasure(asJob(world.ctx), { erasureId })
      await Promise.allSettled([again(), again()])
    }
    await world.drain()
    const after = await contentOf(world.ctx, world.url, beas.id)
    for (const table of ['keyword', 'opportunity', 'note', 'post', 'person', 'message', 'posts']) {
      expect(after[table]).toEqual(before[table])
    }
    // Files that don't mention Ann are Bea's.
    const remaining = await ask<{ id: string }>(world.url, 'select id from mail')
    for (const { id } of remaining) await writeFile(join(world.ctx.dataDir, 'mail', `${id}.eml`), 'To: bea')
    expect(await tracesOf(storage(), marks)).toEqual([])
    const actors = await ask<{ actor: string; actions: string[] }>(
      world.url,
      `select actor, array_agg(distinct action order by action) as actions from audit_entry
       where project_id = $1 and actor like 'erased:%' group by 1`,
      [beas.id],
    )
    expect(actors).toHaveLength(1)
    expect(actors[0]?.actions).toEqual(expect.arrayContaining(['keyword.create', 'member.leave', 'member.invite']))
    const decisions = await ask<{ pseudonym: string }>(
      world.url,
      'select distinct pseudonym from decision where pseudonym is not null',
    )
    expect(decisions).toEqual([{ pseudonym: actors[0]?.actor }])
    const lead = (
      await call(app, bea, 'GET', `opportunities?filters[project]=${beas.id}&filters[state]=replied`)
    ).json()
    expect(lead.data[0].reply.by).toBe(actors[0]?.actor)
    expect((await call(app, bea, 'GET', 'audit-entries?populate=user')).statusCode).toBe(200)
    const guests = await ask(world.url, 'select email from member where project_id = $1 and user_id is null', [other])
    expect(guests).toEqual([])
    expect(await ask(world.url, 'select id from erasure')).toEqual([])
  })

  test('leaves nothing of a project that it came to own during the deletion', async () => {
    await deleteAccount(ann, { password })
    const id = await setUpProject(app, bea, { name: 'Zebrafisch' })
    await ask(world.url, 'update member set user_id = $1 where project_id = $2', [ann.id, id])
    await world.drain()
    expect(await tracesOf(storage(), [ann.id, ann.email, id, 'Zebrafisch'])).toEqual([])
  })

  test("with several such projects doesn't block other watchlists while it waits for a lock", async () => {
    await deleteAccount(ann, { password })
    const ids = [
      await setUpProject(app, bea, { name: 'Zebrafisch' }),
      await setUpProject(app, bea, { name: 'Walfisch' }),
    ]
    for (const id of ids) {
      await ask(world.url, 'update member set user_id = $1 where project_id = $2', [ann.id, id])
    }
    const client = new pg.Client({ connectionString: world.url })
    await client.connect()
    await client.query('begin')
    await client.query('select from project where id = $1 for no key update', [ids.toSorted()[1]])
    const drained = world.drain()
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), { timeout: 20_000 })
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(hashtext('earshot watchlists')) as free`)
    expect(rows).toEqual([{ free: true }])
    await client.query('commit')
    await client.end()
    await drained
    expect(await tracesOf(storage(), [ann.id, ...ids, 'Zebrafisch', 'Walfisch'])).toEqual([])
  })
})
