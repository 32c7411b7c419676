import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { runUpkeep } from '#app/server.ts'
import { readUserFlags } from '#platform/server/user-flags.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import {
  addMember,
  appOf,
  auditOf,
  browserOf,
  call,
  confirmAddress,
  create,
  type Person,
  seedOpportunity,
  seedPurchase,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { type AdminProject, type AdminUser, adminEndpoints, adminRowsPerPage } from '../../contract-admin.ts'

let world: World
let app: FastifyInstance
/** The same server with billing on. */
let paid: FastifyInstance
let ann: Person
let bob: Person
/** In ADMIN_EMAILS. */
let root: Person
let annsProject: string

beforeAll(async () => {
  const opened = await testApp('ann', 'bob', 'root')
  ;({ world, app, ann, bob, root } = opened)
  paid = await appOf({ ...world.ctx, billing: 'paddle' })
  await confirmAddress(world.url, root)
  annsProject = await setUpProject(app, ann)
})
afterAll(async () => {
  await paid.close()
  await world.close()
})

const users = async (
  query = '',
): Promise<{ data: AdminUser[]; meta: { pagination: { total: number; nextCursor: string | null } } }> =>
  (await call(app, root, 'GET', `admin-users${query}`)).json()
const projects = async (query = '', server = app): Promise<AdminProject[]> =>
  (await call(server, root, 'GET', `admin-projects${query}`)).json().data
const details = async (id: string) => (await call(app, root, 'GET', `admin-users/${id}`)).json().data
const act = (id: string) => call(app, root, 'PUT', `admin-users/${id}/acting`)
const stop = () => call(app, root, 'DELETE', 'acting')
const me = async (by: Person) => (await app.inject({ url: '/api/users/me', headers: by.headers })).json()

/** Entries of a project's log, with the admin that each names. */
async function namedIn(project: string): Promise<string[]> {
  const rows = await ask<{ actor: string; action: string; admin: string | null }>(
    world.url,
    `select actor, action, details -> 'admin' ->> 'email' as admin from audit_entry where project_id = $1 order by id`,
    [project],
  )
  return rows.map(({ actor, action, admin }) => `${actor} ${action} ${admin ?? '-'}`)
}

test('nobody else gets anything: not users, not unconfirmed admins, not through the database', async () => {
  const { data } = bodies()
  world.ctx.adminEmails = ['root@example.com', 'zoe@example.com']
  const zoe = await signUp(app, 'zoe@example.com')
  for (const by of [ann, zoe]) {
    for (const endpoint of Object.values(adminEndpoints)) {
      const { method, path } = endpoint
      if (path === endpoints.actingDelete.path) continue
      const url = path.replace(':id', path.startsWith('/admin-users') ? ann.id : annsProject).slice(1)
      const query = path === '/operator-figures' ? '?from=2026-11-01&to=2026-11-20' : ''
      const answer = await call(app, by, method, url + query, 'body' in endpoint ? data[path] : undefined)
      expect([path, answer.statusCode, answer.json().error?.message]).toEqual([path, 404, 'Not Found'])
    }
  }
  world.ctx.adminEmails = ['root@example.com']
  const asked = `'${ann.id}'::uuid, '{root@example.com}'::text[]`
  expect(await ask(world.url, `select from admin_users(${asked}, null, '', '', 'seen', true, null, null, 9)`)).toEqual(
    [],
  )
  expect(
    await ask(world.url, `select from admin_projects(${asked}, null, '', '', null, 'seen', true, null, null, 9)`),
  ).toEqual([])
  expect(await ask(world.url, `select from admin_project_ids(${asked}, '', '', 9)`)).toEqual([])
  expect(await ask(world.url, `select signups from signup_funnel(${asked}, '-infinity', 'infinity')`)).toEqual([
    { signups: 0 },
  ])
  const grant = `select write_access_grant(${asked}, '${annsProject}', now(), now(), 'x', now()) as written`
  expect(await ask(world.url, grant)).toEqual([{ written: false }])
})

/** Valid bodies, by path. */
function bodies(): { data: Record<string, object> } {
  return {
    data: {
      '/admin-users/:id': { email: ann.email },
      '/admin-users/:id/flags': { flags: { tours: false } },
      '/admin-projects/:id/access-grant': { days: 7, reason: 'Trial' },
    },
  }
}

test('users are searched, filtered, and paged, and have their projects', async () => {
  expect((await users('?search=AN')).data.map(({ email }) => email)).toEqual(['ann@example.com'])
  expect((await users('?state=confirmed')).data).toMatchObject([
    { email: root.email, internalAdmin: true, projects: 0 },
  ])
  await ask(
    world.url,
    `insert into "user" (id, username, email, created_at, updated_at)
     select gen_random_uuid(), 'reader' || n, 'reader' || n || '@example.com', now(), now() from generate_series(1, 30) n`,
  )
  const first = await users('?search=reader')
  const second = await users(`?search=reader&cursor=${first.meta.pagination.nextCursor}`)
  expect([first.data.length, second.data.length]).toEqual([adminRowsPerPage, 30 - adminRowsPerPage])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(30)
  expect([first.meta.pagination.total, second.meta.pagination.nextCursor]).toEqual([30, null])
  for (const wrong of ['state=happy', 'sort=happy', 'cursor=1']) {
    expect((await call(app, root, 'GET', `admin-users?${wrong}`)).statusCode).toBe(400)
  }
  await ask(world.url, `delete from "user" where username like 'reader%'`)
  expect(await details(ann.id)).toMatchObject({
    email: ann.email,
    ownProjects: [{ name: 'Pipewell', role: 'owner', usage: { keywords: { used: 1, limit: null } } }],
  })
  expect((await call(app, root, 'GET', `admin-users/${world.ctx.id()}`)).statusCode).toBe(404)
})

test('projects show their owner, plan, use of the quota, and errors', async () => {
  await ask(
    world.url,
    `insert into pgboss.job (name, data, source_name, source_output)
     values ('failed', jsonb_build_object('projectId', $1::text), 'backfill', '{"error": "error", "code": "53100"}')`,
    [annsProject],
  )
  await ask(
    world.url,
    `insert into source_health (source, error, failed_at, updated_at) values ('reddit-rss', '503', now(), now())`,
  )
  expect(await projects('?search=pipe', paid)).toMatchObject([
    {
      owner: { email: ann.email },
      access: { granted: false, plan: null },
      usage: { keywords: { used: 1, limit: 0 } },
      errors: { jobs: 1, feeds: 0, mails: 0, accounts: 0 },
    },
  ])
  expect(await projects('?search=ann@example.com&state=archived')).toEqual([])
  const errors = (await call(app, root, 'GET', 'server-errors')).json().data
  expect(errors).toMatchObject({
    sources: [{ source: 'reddit-rss', error: '503' }],
    jobs: [{ kind: 'backfill', reason: 'The disk is full', count: 1 }],
  })
  await ask(world.url, `delete from pgboss.job where name = 'failed'; delete from source_health`)
})

test('users and projects are sorted by name and by who was there last, on all pages', async () => {
  await ask(
    world.url,
    `insert into "user" (id, username, email, created_at, updated_at)
     select gen_random_uuid(), email, email, now(), now() from
       (select to_char(n % 29, 'FM00') || 'reader' || n || '@example.com' as email from generate_series(1, 30) n) readers;
     insert into session (id, user_id, created_at, last_used_at, expires_at)
     select gen_random_uuid(), id, now(), timestamptz '2026-01-01' + left(email, 2)::integer * interval '1 day', now()
     from "user" where email like '%reader%'`,
  )
  const emails = async (sort: string) => {
    const first = await users(`?search=reader&sort=${sort}`)
    const rest = await users(`?search=reader&sort=${sort}&cursor=${first.meta.pagination.nextCursor}`)
    return [...first.data, ...rest.data].map(({ email }) => email)
  }
  const named = await emails('name:asc')
  expect(named).toEqual(named.toSorted())
  expect([named.length, new Set(named).size]).toEqual([30, 30])
  expect(await emails('name:desc')).toEqual(named.toReversed())
  const days = (rows: string[]) => rows.map((email) => email.slice(0, 2))
  expect(days(await emails('seen:desc'))).toEqual(days(named).toReversed())
  // Whoever was never there is last in both directions.
  await ask(world.url, `delete from session where user_id = (select id from "user" where email like '05%')`)
  expect(days(await emails('seen:asc')).at(-1)).toBe('05')
  expect(days(await emails('seen:desc')).at(-1)).toBe('05')
  await ask(world.url, `delete from "user" where email like '%reader%'`)
})

test('projects are filtered by what their access rests on', async () => {
  const bobs = await setUpProject(app, bob, { name: 'Aquavit' })
  const named = async (query: string, server = paid) => (await projects(query, server)).map(({ name }) => name)
  expect(await named('?sort=name:asc')).toEqual(['Aquavit', 'Pipewell'])
  expect(await named('?plan=none&sort=name:desc')).toEqual(['Pipewell', 'Aquavit'])
  await seedPurchase(world.ctx, bobs)
  expect([await named('?plan=pass'), await named('?plan=none')]).toEqual([['Aquavit'], ['Pipewell']])
  expect([await named('?plan=pass&search=pipe'), await named('?plan=growth')]).toEqual([[], []])
  expect(await named('?plan=none', app)).toEqual([])
  expect((await call(app, bob, 'DELETE', `projects/${bobs}`)).statusCode).toBe(204)
})

test('an admin acts as a user, and the log of the user’s project names both with everything they do', async () => {
  expect(await me(root)).toMatchObject({ email: root.email, internalAdmin: true })
  expect((await act(ann.id)).json().data).toEqual({ endsAt: '2026-11-20T13:00:00.000Z' })
  const acted = await me(root)
  expect(acted).toMatchObject({ id: ann.id, acting: { admin: root.email, endsAt: '2026-11-20T13:00:00.000Z' } })
  expect(acted.internalAdmin).toBeUndefined()
  await create(app, root, 'keywords', { project: annsProject, query: 'orbital welder' })
  const lead = await seedOpportunity(world.ctx, annsProject)
  expect((await call(app, root, 'PUT', `opportunities/${lead}/read`)).statusCode).toBe(200)
  expect(await ask(world.url, 'select from lead_read')).toEqual([])
  for (const text of ['Have you', 'Have you tried it?'])
    expect((await call(app, root, 'PUT', `opportunities/${lead}/reply-text`, { text })).statusCode).toBe(200)
  expect((await stop()).statusCode).toBe(204)
  expect(await me(root)).toMatchObject({ id: root.id, internalAdmin: true })
  const both = (action: string) => `user:${ann.id} ${action} root@example.com`
  const actions = ['acting.start', 'keyword.create', 'replyText.update', 'acting.end']
  expect((await namedIn(annsProject)).slice(-4)).toEqual(actions.map(both))
  expect((await details(ann.id)).log).toMatchObject([
    { action: 'acting.end' },
    { action: 'acting.start', admin: root.email },
  ])
})

test('acting leaves what is the user’s own: account, sign-in, members, keys, money, and files', async () => {
  await act(ann.id)
  const closed = Object.entries(endpoints).filter(
    ([name, { access, method }]) => access === 'inPerson' && method !== 'GET' && name !== 'actingDelete',
  )
  expect(closed.length).toBeGreaterThan(40)
  for (const [name, { method, path }] of closed) {
    const url = path.replace(':id', world.ctx.id()).replace(':number', '0').slice(1)
    const answer = await call(app, root, method, url, {})
    expect([name, answer.statusCode, answer.json().error.details]).toEqual([name, 403, { reason: 'acting' }])
  }
  const file = await call(app, root, 'GET', `exports/${world.ctx.id()}/file`)
  expect(file.statusCode).toBe(403)
  // Nor can the admin see the admins' page as the user.
  expect((await call(app, root, 'GET', 'admin-users')).statusCode).toBe(404)
  await stop()
})

test('acting ends by itself after an hour, and the log says when', async () => {
  await act(ann.id)
  world.clock.advance(61 * 60_000)
  expect(await me(root)).toMatchObject({ id: root.id })
  await runUpkeep(asJob(world.ctx))
  const rows = await ask<{ at: string }>(
    world.url,
    `select created_at as at from audit_entry where action = 'acting.end' order by created_at desc limit 1`,
  )
  expect(new Date(rows[0]!.at).toISOString()).toBe('2026-11-20T13:00:00.000Z')
})

test('acting ends with the admin’s rights, and nobody acts as another admin', async () => {
  await act(ann.id)
  world.ctx.adminEmails = []
  expect((await app.inject({ url: '/api/users/me', headers: root.headers })).statusCode).toBe(401)
  world.ctx.adminEmails = ['root@example.com', 'ann@example.com']
  expect((await app.inject({ url: '/api/users/me', headers: root.headers })).statusCode).toBe(401)
  world.ctx.adminEmails = ['root@example.com']
  await stop()
  expect((await act(root.id)).statusCode).toBe(409)
})

test('granted access extends a pass, has its quota, ends, and can be withdrawn', async () => {
  const bobs = await setUpProject(app, bob)
  const access = async () => (await call(paid, bob, 'GET', `projects/${bobs}/access`)).json().data
  const grant = (data: object) => call(paid, root, 'POST', `admin-projects/${bobs}/access-grant`, data)
  await seedPurchase(world.ctx, bobs)
  const until = new Date(world.clock.now.getTime() + 10 * 24 * 3_600_000).toISOString()
  expect((await grant({ days: 0, reason: 'Trial' })).statusCode).toBe(400)
  expect((await grant({ days: 7, reason: 'Outage' })).json().data).toEqual({ until })
  expect(await access()).toMatchObject({ by: 'pass' })
  world.clock.advance(73 * 3_600_000)
  expect(await access()).toMatchObject({ by: 'grant', plan: 'pass', until, quota: { keywords: 40 } })
  expect((await call(paid, bob, 'GET', `opportunities?filters[project]=${bobs}`)).statusCode).toBe(200)
  expect(await projects('?search=bob', paid)).toMatchObject([{ access: { by: 'grant', until } }])
  expect((await call(paid, root, 'DELETE', `admin-projects/${bobs}/access-grant`)).statusCode).toBe(204)
  expect(await access()).toMatchObject({ granted: false, reason: 'passOver' })
  expect((await namedIn(bobs)).slice(-2)).toEqual([
    `user:${root.id} access.grant root@example.com`,
    `user:${root.id} access.withdraw root@example.com`,
  ])
  expect((await call(paid, root, 'DELETE', `admin-projects/${bobs}/access-grant`)).statusCode).toBe(404)
})

test('flags of a user outrank those of the configuration, and are reset', async () => {
  const flags = async (by: Person) => {
    const configured = await appOf({
      ...world.ctx,
      userFlags: readUserFlags('ann@example.com: tours=on prefetch=off')!,
    })
    const answer = (await configured.inject({ url: '/api/config', headers: browserOf(by) })).json().flags
    await configured.close()
    return answer
  }
  const set = (data: object) => call(app, root, 'PUT', `admin-users/${ann.id}/flags`, data)
  expect((await set({ flags: { tours: false } })).json().data).toEqual({ flags: { tours: false } })
  expect(await flags(ann)).toEqual({ tours: false, prefetch: false })
  expect(await flags(bob)).toEqual({})
  await set({ flags: { tours: null } })
  expect(await flags(ann)).toEqual({ tours: true, prefetch: false })
  expect((await set({ flags: { rights: true } })).statusCode).toBe(400)
})

test('an admin resends a confirmation, and exports and deletes an account', async () => {
  const eve = await signUp(app, 'eve@example.com')
  const shared = await setUpProject(app, eve, { name: 'Brewbook' })
  await addMember(world.ctx, shared, ann, 'owner')
  await world.drain()
  const sent = world.mails.length
  expect((await call(app, root, 'POST', `admin-users/${eve.id}/confirmation-mail`)).json().data).toEqual({
    email: eve.email,
    sent: true,
  })
  await world.drain()
  expect(world.mails.slice(sent).map(({ to }) => to)).toEqual([eve.email])
  expect((await call(app, root, 'POST', `admin-users/${root.id}/confirmation-mail`)).statusCode).toBe(409)

  const { id } = (await call(app, root, 'POST', `admin-users/${eve.id}/export`)).json().data
  await world.drain()
  expect((await details(eve.id)).export).toMatchObject({ id, state: 'done' })
  const file = await call(app, root, 'GET', `exports/${id}/file`)
  expect([file.statusCode, file.body.includes('"email" : "eve@example.com"') || file.body.includes(eve.email)]).toEqual(
    [200, true],
  )
  expect((await call(app, ann, 'GET', `exports/${id}/file`)).statusCode).toBe(404)

  const remove = (data: object) => call(app, root, 'DELETE', `admin-users/${eve.id}`, data)
  expect((await remove({ email: ann.email })).statusCode).toBe(409)
  const alone = await setUpProject(app, eve, { name: 'Alone' })
  expect((await remove({ email: eve.email })).json().error.message).toContain('This user is the only owner of Alone')
  expect((await remove({ email: eve.email, projects: 'delete' })).json().data.projects).toEqual([
    { id: alone, name: 'Alone' },
  ])
  expect((await app.inject({ url: '/api/users/me', headers: eve.headers })).statusCode).toBe(401)
  expect((await auditOf(world.ctx, shared)).at(-1)).toBe(`user:${root.id} member.remove`)
  expect((await users('?search=eve')).data).toEqual([])
  expect((await call(app, root, 'DELETE', `admin-users/${root.id}`, { email: root.email })).statusCode).toBe(409)
})

test('figures have each day of the range, and how far new users came', async () => {
  const lead = await seedOpportunity(world.ctx, annsProject)
  await call(app, ann, 'PUT', `opportunities/${lead}/reply`)
  const { data } = (await call(app, root, 'GET', 'operator-figures?from=2026-11-19&to=2026-11-20')).json()
  expect(data.days.map(({ day }: { day: string }) => day)).toEqual(['2026-11-19', '2026-11-20'])
  expect(data.days[1].signups).toBe(4)
  expect(data.funnel).toEqual({ signups: 4, projects: 2, leads: 1, replies: 1 })
  for (const range of ['from=2026-11-20&to=2026-11-19', 'from=2020-01-01&to=2026-11-20', 'from=x&to=2026-11-20']) {
    expect((await call(app, root, 'GET', `operator-figures?${range}`)).statusCode).toBe(400)
  }
})
