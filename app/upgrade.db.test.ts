import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hashPassword } from '#features/accounts/server/password.ts'
import { readConfig } from '#platform/server/config.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { shapeOf } from '#tests/support/backups.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { openContext } from './context.ts'
import { buildApp } from './http.ts'

const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [ann, bob, project] = [id(1), id(2), id(3)]
const [lead, replied, rejected] = [id(21), id(22), id(23)]
const at = '2026-01-05T10:00:00Z'
const later = '2126-01-05T10:00:00Z'
const password = 'analytical engine'

type Row = [table: string, values: Record<string, unknown>]

/** Rows of the first release, in the order of their references. What has other names today is in `renamed`. */
const rows: Row[] = [
  ...[ann, bob].map(
    (user, index): Row => [
      'user',
      { id: user, username: ['ann', 'bob'][index], email: `${['ann', 'bob'][index]}@example.com`, provider: 'local' },
    ],
  ),
  ['session', { id: id(4), user_id: ann, device: 'Firefox', address: '', last_used_at: at, expires_at: later }],
  ['project', { id: project, name: 'Pipewell', status: 'done', website: 'https://pipewell.example/' }],
  ['member', { id: id(5), user_id: ann, role: 'owner' }],
  ['member', { id: id(6), user_id: bob, role: 'member' }],
  ['api_token', { id: id(7), created_by: ann, name: 'Zapier', scope: 'read', digest: 'd', ending: 'abcd' }],
  ['audit_entry', { id: id(8), actor: ann, action: 'project.created', details: {} }],
  [
    'subscription',
    {
      id: id(9),
      user_id: ann,
      provider_id: 'sub_1',
      status: 'active',
      main_product_id: 'p',
      main_product_name: 'Growth',
    },
  ],
  ['purchase', { id: id(10), user_id: ann, provider_id: 'txn_1' }],
  ['keyword', { id: id(11), kind: 'problem', query: '"leaking pipe"', status: 'active' }],
  ['competitor', { id: id(12), name: 'Weldly', status: 'active', aliases: ['Weldly App'] }],
  ['import', { id: id(13), name: 'june.zst', origin: 'command', state: 'done', bytes_total: 9 }],
  ...[1, 2, 3, 4].map(
    (number): Row => [
      'post',
      {
        ...{ id: id(30 + number), source: 0, kind: 'post', outside_id: number, subreddit: 'plumbing', author: 'carol' },
        ...{ title: `Pipe ${number}`, body: 'Which tool do you use?', body_truncated: false, permalink: `/${number}` },
        ...{ posted_at: at, import_id: id(13) },
      },
    ],
  ),
  [
    'recent',
    { arrived_on: 'infinity', id: id(14), source: 'archive', import_id: id(13), item_count: 4, post_ids: [id(31)] },
  ],
  ['candidate', { post_id: id(31), project_version: 1, hits: [], score: 40, label: 1 }],
  ...[lead, replied, rejected].map(
    (opportunity, index): Row => [
      'opportunity',
      {
        ...{ id: opportunity, post_id: id(31 + index), score: 60, label: 2, posted_at: at, released_at: at },
        ...{ state: ['new', 'replied', 'rejected'][index], saved: index === 0 },
        components: [{ name: 'fit', points: 90, reasons: [] }],
      },
    ],
  ),
  ['decision', { opportunity_id: lead, kind: 'save', user_id: ann }],
  ['decision', { opportunity_id: replied, kind: 'reply', user_id: bob }],
  ['decision', { opportunity_id: rejected, kind: 'rejection', user_id: ann, reason: 'notBuying' }],
  ['claim', { opportunity_id: lead, user_id: bob }],
  [
    'mention',
    { id: id(15), post_id: id(34), kind: 'competitor', phrase: 'weldly', sentence: 'Weldly broke.', released_at: at },
  ],
  ['prompt', { id: id(16), kind: 'facts', text: 'Free for ten pipes.', version: 1, active: true }],
  ['person', { id: id(17), handle: 'carol', stage: 'qualified', tags: ['vip'], value: 500, currency: 'USD' }],
  ['note', { id: id(18), person_id: id(17), text: 'Has two shops', created_by: ann }],
  ['reminder', { id: id(19), opportunity_id: lead, due_at: later, created_by: ann }],
  ['conversation', { id: id(20), person_id: id(17), channel: 'mail', state: 'open' }],
  ['message', { id: id(40), conversation_id: id(20), direction: 'in', state: 'received', text: 'Tell me more' }],
  ['campaign', { id: id(41), name: 'Plumbers', state: 'draft', text: 'Hello', stages: ['new'], tags: [], per_day: 5 }],
  ['alert_rule', { id: id(42), name: 'Hot', query: 'pipe', threshold: 70, channel: 'mail', status: 'active' }],
  ['report', { id: id(43), name: 'Weekly', definition: {}, schedule: 'weekly', created_by: ann }],
  ['report_recipient', { report_id: id(43), user_id: bob }],
  [
    'reddit_account',
    {
      ...{ id: id(44), client_id: 'app', realm: 'real', subject: 's', name: 'pipewell', state: 'connected' },
      ...{ scopes: ['read'], refresh_sealed: '1.x.y', connected_by: ann },
    },
  ],
  ['place', { id: id(45), source: 'reddit-api', kind: 'community', stream: 'posts', name: 'plumbing', next_at: at }],
  ['place_use', { place_id: id(45) }],
  ['capture_mailbox', { digest: 'm', token_digest: 't' }],
  ['captured_email', { id: id(46), mailbox: 'm', email: 'dan@example.com', source: 'guide', origin: '/' }],
  [
    'mail',
    {
      id: id(47),
      user_id: ann,
      recipient: 'ann@example.com',
      subject: 'Welcome',
      body_text: 'x',
      body_html: 'x',
      state: 'sent',
    },
  ],
  ['feedback', { id: id(48), user_id: ann, kind: 'praise', text: 'Nice' }],
  ['event', { kind: 'listening' }],
]
const renamed: Record<string, string> = { place: 'feed', place_use: 'feed_use' }

let url: string
beforeAll(async () => {
  url = await newDatabase()
  await migrate(url, { upTo: 1 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  const hash = await hashPassword(password, { memoryCost: 8, timeCost: 1 })
  for (const [table, own] of rows) await insert(client, table, table === 'user' ? { ...own, password_hash: hash } : own)
  await client.query('commit')
  await client.end()
  await migrate(url)
})
afterAll(() => dropDatabase(url))

/** Inserts one row. Adds the project and the times where the table has them. */
async function insert(client: pg.Client, table: string, own: Record<string, unknown>): Promise<void> {
  const usual: Record<string, unknown> = { project_id: project, created_at: at, updated_at: at }
  const isOwn = ['import', 'post', 'recent', 'mail'].includes(table)
  const { rows: found } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [`public."${table}"`],
  )
  const known = found.map(({ name }) => name).filter((name) => name in usual && !(isOwn && name === 'project_id'))
  const values = { ...Object.fromEntries(known.map((name) => [name, usual[name]])), ...own }
  const columns = Object.keys(values).join(', ')
  await client.query(
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_record(null::"${table}", $1)`,
    [JSON.stringify(values)],
  )
}

test('a database of the first release gets the tables of a new one, and keeps its rows', async () => {
  expect(await shapeOf(url)).toEqual(await shapeOf(inject('templateUrl')))
  for (const [table, many] of Map.groupBy(rows, ([name]) => name)) {
    const now = renamed[table] ?? table
    const [kept] = await ask<{ count: number }>(url, `select count(*)::int as count from "${now}"`)
    expect(kept!.count, now).toBeGreaterThanOrEqual(many.length)
  }
})

test('what was written then has its meaning now', async () => {
  const [read] = await ask(
    url,
    `select (select array_agg(state order by id) from opportunity) as states,
            (select bool_and(decided_at = '${at}') from opportunity where state <> 'new') as decided,
            (select steps->0->>'text' from campaign) as step,
            (select channel from conversation) as channel,
            (select p.tags from person p) as tags,
            (select next_on is not null from report) as scheduled,
            (select kind from event limit 1) as event,
            (select array_agg(distinct kind order by kind) from alert_rule) as rules`,
  )
  expect(read).toMatchObject({
    states: ['new', 'replied', 'rejected'],
    decided: true,
    step: 'Hello',
    channel: 'reddit',
    tags: ['vip'],
    scheduled: true,
    event: 'watchlist',
    rules: expect.arrayContaining(['lead', 'personal']),
  })
})

test('its people sign in with their passwords, and find their leads and people', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-upgrade-'))
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url, SECRET: 's'.repeat(40), LOG_LEVEL: 'warn' })
  const { ctx, close } = await openContext(config, url, 'web')
  const app = await buildApp(ctx, { webRoot: null, roles: config.roles, version: config.version, trustProxy: false })
  const payload = { identifier: 'bob@example.com', password }
  const { jwt } = (await app.inject({ method: 'POST', url: '/api/auth/local', payload })).json()
  const headers = { authorization: `Bearer ${jwt}` }
  const list = async (path: string) =>
    (await app.inject({ url: `/api/${path}&filters[project]=${project}`, headers })).json()
  expect(await list('opportunities?filters[state]=new')).toMatchObject({
    data: [{ id: lead, saved: true, claim: { by: 'bob' } }],
  })
  expect(await list('people?sort=createdAt')).toMatchObject({ data: [{ handle: 'carol' }] })
  await app.close()
  await close()
  rmSync(folder, { recursive: true })
})
