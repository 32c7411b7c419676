import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { ask } from '#tests/support/databases.ts'
import { fillProject } from '#tests/support/filled-project.ts'
import { asJob } from '#tests/support/leads.ts'
import { addMember, appOf, browserOf, call, type Person, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { deleteExpired } from '../delete-expired.ts'
import { accountParts, projectPart, projectParts } from './contents.ts'
import { renewExportsAbout } from './exports.ts'
import { giveUpExport, runExport } from './run-export.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bea: Person
let carl: Person
let anns: string
let beas: string

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
  ann = await signUp(app, 'ann@pipewell.example')
  bea = await signUp(app, 'bea@nachtigall.example')
  anns = (await fillProject(world, app, { owner: ann, word: 'Zebrafisch' })).id
  beas = (await fillProject(world, app, { owner: bea, admin: ann, word: 'Nachtigall' })).id
  carl = await signUp(app, 'carl@example.com')
  await world.drain()
})

// Each test starts without an export.
afterEach(async () => {
  await world.drain()
  await ask(world.url, 'delete from export')
  await rm(folder(), { recursive: true, force: true })
})

afterAll(async () => {
  await app.close()
  await world.close()
  await rm(world.ctx.dataDir, { recursive: true, force: true })
})

const folder = () => join(world.ctx.dataDir, 'exports')
const files = () => readdir(folder()).catch(() => [])

/** Returns the name of the file that is served. */
const fileOf = async (id: string) => {
  const [row] = await ask<{ attempt: string }>(world.url, 'select attempt from export where id = $1', [id])
  return row && `${id}.${row.attempt}.ndjson`
}

const begin = async (by: Person, data: object): Promise<string> =>
  (await call(app, by, 'POST', 'exports', data)).json().data.id

interface Line {
  type: string
  data: Record<string, unknown>
}

/** Returns the lines of a finished export. */
async function linesOf(id: string, by: Person): Promise<Line[]> {
  const answer = await call(app, by, 'GET', `exports/${id}/file`)
  expect(answer.statusCode).toBe(200)
  return answer.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('an export', () => {
  test('of a project has a line for each of its rows, leads with their posts, and no secrets', async () => {
    const id = await begin(ann, { kind: 'project', project: anns })
    expect((await call(app, ann, 'GET', `exports/${id}/file`)).statusCode).toBe(409)
    await world.drain()
    const lines = await linesOf(id, ann)
    const { data } = (await call(app, ann, 'GET', `exports/${id}`)).json()
    expect(data).toMatchObject({ state: 'done', lines: lines.length, expiresAt: '2026-11-21T12:00:00.000Z' })
    expect(data.bytes).toBe((await stat(join(folder(), (await fileOf(id))!))).size)
    const types = new Set(lines.map(({ type }) => type))
    for (const { type } of [projectPart, ...projectParts]) {
      if (type !== 'reportRecipient') expect([...types]).toContain(type)
    }
    expect(lines.find(({ type }) => type === 'opportunity')?.data.post).toMatchObject({ kind: 'post' })
    const text = JSON.stringify(lines)
    expect(text).not.toMatch(/Nachtigall|"\w*digest\w*":|copyKeys/i)
    const secrets = await ask<{ secret: string }>(
      world.url,
      'select digest as secret from api_token union select digest from view_feed union select token_digest from member where token_digest is not null',
    )
    expect(secrets.length).toBeGreaterThan(2)
    for (const { secret } of secrets) expect(text).not.toContain(secret)
  })

  test('of an account includes its own projects completely, its provider links, and its own part of other projects', async () => {
    await ask(
      world.url,
      `insert into social_identity (provider, subject, user_id, username, created_at) values ('github', '4101', '${ann.id}', 'annie', now());
       insert into two_factor values ('${ann.id}', 'sealed-app', 1, now());
       insert into passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at, updated_at)
       values (gen_random_uuid(), '${ann.id}', 'Phone', 'id-of-passkey', 'key-of-passkey', 0, '{}', now(), now())`,
    )
    const id = await begin(ann, { kind: 'account' })
    await world.drain()
    const lines = await linesOf(id, ann)
    const of = (type: string) => lines.filter((line) => line.type === type).map(({ data }) => data)
    expect(of('account')).toMatchObject([{ id: ann.id, email: ann.email }])
    expect(of('socialIdentity')).toMatchObject([{ provider: 'github', subject: '4101', username: 'annie' }])
    expect(of('passkey')).toMatchObject([{ name: 'Phone', lastUsedAt: null }])
    expect(of('twoFactor')).toEqual([{ createdAt: expect.any(String) }])
    expect(of('project')).toMatchObject([{ id: anns, name: 'Zebrafisch' }])
    expect(of('member').filter(({ projectId }) => projectId === beas)).toMatchObject([
      { email: ann.email, role: 'admin' },
    ])
    expect(of('decision').filter(({ projectId }) => projectId === beas)).toMatchObject([{ kind: 'rejection' }])
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${bea.email}|Hello Nachtigall|argon2|of-passkey|sealed-app`))
  })

  test('is an attachment for the requester, never cached and closed to other users', async () => {
    const id = await begin(ann, { kind: 'project', project: beas })
    await world.drain()
    const { cookie } = browserOf(ann)
    const answer = await app.inject({ url: `/api/exports/${id}/file`, headers: { cookie } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="earshot-project-2026-11-20.ndjson"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(answer.body)),
    })
    expect((await call(app, bea, 'GET', `exports/${id}/file`)).statusCode).toBe(404)
    expect((await call(app, bea, 'GET', `exports/${id}`)).statusCode).toBe(404)
    expect((await call(app, bea, 'DELETE', `exports/${id}`)).statusCode).toBe(404)
    expect((await call(app, bea, 'GET', 'exports')).json().data).toEqual([])
    expect((await app.inject(`/api/exports/${id}/file`)).statusCode).toBe(403)
    expect((await call(app, ann, 'GET', 'exports/nonsense/file')).statusCode).toBe(404)
    const [own] = await ask<{ id: string }>(world.url, 'select id from member where user_id = $1 and project_id = $2', [
      ann.id,
      beas,
    ])
    await call(app, bea, 'DELETE', `members/${own?.id}`)
    expect((await call(app, ann, 'GET', `exports/${id}/file`)).statusCode).toBe(404)
    await addMember(world.ctx, beas, ann, 'admin')
  })

  test.each([
    ["of another user's project", () => ({ kind: 'project', project: beas }), 404],
    ['without a project', () => ({ kind: 'project' }), 400],
    ['of an unknown kind', () => ({ kind: 'everything' }), 400],
  ])('%s is refused', async (_what, data, status) => {
    expect((await call(app, carl, 'POST', 'exports', data())).statusCode).toBe(status)
  })

  test('is refused to members who may not see the whole project, and to API tokens', async () => {
    await addMember(world.ctx, anns, carl, 'member')
    const refused = await call(app, carl, 'POST', 'exports', { kind: 'project', project: anns })
    expect(refused.statusCode).toBe(403)
    const { token } = (await call(app, ann, 'POST', 'api-tokens', { project: anns, name: 'x', scope: 'write' })).json()
      .data
    const headers = { authorization: `Bearer ${token}` }
    const payload = { data: { kind: 'account' } }
    expect((await app.inject({ method: 'POST', url: '/api/exports', headers, payload })).statusCode).toBe(403)
  })

  test('in progress is returned instead of a new one; a third at the same time is refused', async () => {
    const first = await begin(ann, { kind: 'account' })
    expect(await begin(ann, { kind: 'account' })).toBe(first)
    await begin(ann, { kind: 'project', project: anns })
    const third = await call(app, ann, 'POST', 'exports', { kind: 'project', project: beas })
    expect(third.json().error).toMatchObject({ status: 409, message: expect.stringContaining('in progress') })
    await world.drain()
    const next = await begin(ann, { kind: 'account' })
    expect(next).not.toBe(first)
    expect((await call(app, ann, 'GET', `exports/${first}`)).statusCode).toBe(404)
  })

  test('deleted while it is written leaves no file, even if the worker died', async () => {
    const id = await begin(ann, { kind: 'account' })
    const run = runExport({ ...asJob(world.ctx) }, { exportId: id })
    await call(app, ann, 'DELETE', `exports/${id}`)
    await run
    await deleteExpired(asJob(world.ctx))
    expect(await files()).toEqual([])
    const dead = await begin(ann, { kind: 'account' })
    const attempt = world.ctx.id()
    await ask(world.url, `update export set state = 'running', attempt = $2 where id = $1`, [dead, attempt])
    await writeFile(join(folder(), `${dead}.${attempt}.ndjson`), 'half a')
    await world.drain()
    expect((await linesOf(dead, ann)).length).toBeGreaterThan(10)
    expect(await files()).toEqual([await fileOf(dead)])
  })

  test('whose job is delivered twice at once is complete', async () => {
    const id = await begin(ann, { kind: 'account' })
    const run = () => runExport(asJob(world.ctx), { exportId: id })
    await Promise.all([run(), run()])
    await run()
    expect((await linesOf(id, ann)).at(0)?.type).toBe('export')
    expect(await files()).toEqual([await fileOf(id)])
  })

  /** Returns a context that pauses before the nth transaction until `go` is called. */
  function stoppedAt(transactions: number): { slow: Ctx; reached: Promise<void>; go: () => void } {
    const reached = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const slow = asJob(world.ctx)
    let count = 0
    const run: Ctx['db']['run'] = async (...args) => {
      if (++count === transactions) {
        reached.resolve()
        await over.promise
      }
      return world.ctx.db.run(...args)
    }
    return { slow: { ...slow, db: { ...slow.db, run } }, reached: reached.promise, go: over.resolve }
  }

  /** Returns how many transactions the account's export takes. */
  async function transactionsOf(exportId: string): Promise<number> {
    let count = 0
    const job = asJob(world.ctx)
    const run: Ctx['db']['run'] = (...args) => {
      count++
      return world.ctx.db.run(...args)
    }
    await runExport({ ...job, db: { ...job.db, run } }, { exportId })
    return count
  }

  test.each([
    ['before it reads any rows', () => 2],
    ['after it wrote all rows', (all: number) => all],
  ])('restarted by another worker discards the first attempt: %s', async (_when, at) => {
    const all = await transactionsOf(await begin(ann, { kind: 'account' }))
    const id = await begin(ann, { kind: 'account' })
    const { slow, reached, go } = stoppedAt(at(all))
    const first = runExport(slow, { exportId: id })
    await reached
    // Data forgotten meanwhile restarts the export.
    await transaction(asJob(world.ctx), (tx) => renewExportsAbout(asJob(world.ctx), tx, [anns]))
    await ask(world.url, `update project set summary = 'Forgotten' where id = $1`, [anns])
    const second = stoppedAt(all)
    const again = runExport(second.slow, { exportId: id })
    await second.reached
    go()
    await first
    expect((await call(app, ann, 'GET', `exports/${id}`)).json().data.state).toBe('running')
    expect((await call(app, ann, 'GET', `exports/${id}/file`)).statusCode).toBe(409)
    second.go()
    await again
    expect((await linesOf(id, ann)).filter(({ type }) => type === 'project').at(0)?.data.summary).toBe('Forgotten')
    expect((await files()).filter((name) => name.startsWith(id))).toEqual([await fileOf(id)])
  })

  test('is deleted after a day, and a failed one shows its state', async () => {
    const id = await begin(ann, { kind: 'account' })
    await world.drain()
    world.clock.advance(24 * 3_600_000)
    expect((await call(app, ann, 'GET', `exports/${id}/file`)).statusCode).toBe(404)
    await deleteExpired(asJob(world.ctx))
    expect(await files()).toEqual([])
    const failed = await begin(ann, { kind: 'account' })
    await giveUpExport(asJob(world.ctx), { exportId: failed })
    const { data } = (await call(app, ann, 'GET', `exports/${failed}`)).json()
    expect(data).toMatchObject({ state: 'failed', fault: expect.stringContaining('Start a new one') })
  })
})

/** Tables without user data, or whose data is in the export in another form. */
const omitted: Record<string, string> = {
  alert_due: 'finds that no rule has been compared with yet',
  alert_unsubscribe: 'digests of the keys in unsubscribe links',
  candidate: 'matches before they become leads',
  credit_period: 'sums of the exported credit entries',
  delivery_alert: 'which alerts a delivery told',
  event: 'notifications for open screens',
  export: 'the exports themselves',
  insight_change: 'days to count again',
  insight_day: 'counts of the exported leads and mentions',
  lead_run_result: 'derived from posts; a file of its own for each run',
  mail_unsubscribe: 'digests of the keys in unsubscribe links',
  mailbox_connecting: 'sign-ins at mail providers in progress, for a few minutes',
  message_count: 'counts of the exported messages',
  model_use: 'counts of posts sent to the chat model',
  opportunity_count: 'counts of the exported leads',
  post: 'exported with leads and mentions; the owner already has the imported archives',
  overflow: 'batches waiting to be processed',
  project_vector: 'an embedding of the description',
  recent: 'batches kept for backfills',
  report_unsubscribe: 'digests of the keys in unsubscribe links',
  feed_use: 'derived from the watchlist',
  reddit_connecting: 'sign-ins at Reddit in progress, for a few minutes',
  sibling_key: 'keys that identify duplicates',
  similarity_due: 'leads waiting to be compared',
  verdict: 'in the scores of the exported leads',
}

test('every table of a project is exported or omitted for a reason', async () => {
  const tables = await ask<{ name: string }>(
    world.url,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const covered = [...projectParts.map(({ table }) => table), ...Object.keys(omitted)]
  expect(tables.map(({ name }) => name)).toEqual(covered.toSorted())
})

/** Columns without personal data: secrets, provider IDs and internal state. */
const inner: Record<string, string[]> = {
  api_token: ['digest'],
  audit_review: ['post_id'],
  delivery: ['collecting'],
  destination: ['address_sealed', 'secret_sealed', 'former_secret_sealed'],
  import: ['broken_lines', 'bytes_done', 'fingerprint'],
  lead_run: ['phase', 'step', 'after_post', 'posts_done', 'posts_per_second', 'profile', 'sources'],
  member: ['token_digest'],
  mailbox: [
    ...['secret_sealed', 'access_sealed', 'access_until', 'trouble', 'failures', 'read_at', 'due_at'],
    ...['inbox_validity', 'inbox_uid', 'sent_folder', 'sent_validity', 'sent_uid'],
  ],
  insight_board: ['version'],
  insight_share: ['digest'],
  message: ['armed_at', 'due_at', 'tries', 'recheck_at', 'missed_at'],
  mention: ['competitor_ids', 'forgotten_at', 'keyword_ids', 'post_id', 'spans'],
  mention_mute: ['post_id'],
  opportunity: ['copy_keys', 'window_due_at', 'urgency', 'post_id'],
  project: [
    'leads_release_at',
    'mentions_release_at',
    'phrase_version',
    'release_look_at',
    'backfill_done',
    'backfill_total',
    'backfilled_version',
    'version',
  ],
  purchase: ['provider_id'],
  reply_check: ['failures', 'missed_at', 'next_at'],
  reddit_account: [
    ...[
      'standing_due_at',
      'inbox_mark',
      'sent_mark',
      'inbox_due_at',
      'inbox_read_at',
      'inbox_whole_at',
      'inbox_trouble',
    ],
    ...['access_digest', 'access_expires_at', 'access_sealed', 'client_id', 'failures', 'refresh_sealed', 'retry_at'],
  ],
  seo_question: ['attempts', 'due_at'],
  seo_thread: ['checked_at', 'forgotten_at', 'outside_id'],
  seo_update: ['is_first', 'time_zone'],
  subscription: ['provider_id', 'occurred_at', 'event_id', 'changed_at'],
  checkout: ['transaction_id'],
  payment: ['provider_id', 'occurred_at', 'event_id', 'changed_at'],
  payment_adjustment: ['provider_id', 'occurred_at', 'event_id', 'changed_at'],
  project_file: ['bytes'],
  view_feed: ['digest', 'items_digest', 'changed_at'],
}

test('every column of those tables is exported or listed here', async () => {
  for (const { table, columns } of [projectPart, ...projectParts]) {
    const known = await ask<{ name: string }>(
      world.url,
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    )
    const covered = [...columns.split(' '), ...(inner[table] ?? [])]
    expect({ table, columns: known.map(({ name }) => name).toSorted() }).toEqual({ table, columns: covered.toSorted() })
  }
})

test('no exported column is a secret', () => {
  const columns = [...projectParts, ...accountParts].flatMap(({ table, columns }) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  )
  expect(columns.filter((column) => /digest|hash|secret|sealed|provider_id/.test(column))).toEqual([])
})
