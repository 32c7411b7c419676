import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testWorld, type World } from '#tests/support/world.ts'
import { tablesOf } from '../backup/catalogue.ts'
import { suspendRules } from '../backup/suspended.ts'

// The second barrier (DESIGN 3): unfiltered queries on every tenant table in the catalog, as the web and the worker
// role. A new table without a policy fails here.
let world: World
let client: pg.Client
let anns: string
let bobs: string
const tables = await tenantTables()

beforeAll(async () => {
  world = await testWorld()
  client = await connected(world.url)
  anns = world.ctx.id()
  bobs = world.ctx.id()
  // Every table gets a row of each of two projects. Foreign keys are off, so no row needs another.
  await suspendRules(client, await tablesOf(client))
  for (const table of tables) for (const project of [anns, bobs]) await insertRow(table, project)
})
afterAll(async () => {
  await client.end()
  await world.close()
})

interface Column {
  name: string
  type: string
  required: boolean
}
interface Table {
  name: string
  /** The column that names the project: `id` in `project`, otherwise `project_id`. */
  key: string
  columns: Column[]
}

async function connected(url: string): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: url })
  await opened.connect()
  return opened
}

/** Returns every table with a project column, from the catalog. */
async function tenantTables(): Promise<Table[]> {
  const scratch = await testWorld()
  const catalog = await connected(scratch.url)
  const { rows } = await catalog.query<Table>(`
    select t.relname as name, case when t.relname = 'project' then 'id' else 'project_id' end as key,
      json_agg(json_build_object('name', a.attname, 'type', y.typname,
        'required', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum) as columns
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_type y on y.oid = a.atttypid
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and (t.relname = 'project' or exists (
        select from pg_attribute p where p.attrelid = t.oid and p.attname = 'project_id'))
    group by t.relname order by t.relname`)
  await catalog.end()
  await scratch.close()
  return rows
}

/** A value for each column type, for columns that accept any. */
const plain: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'x' || gen_random_uuid()`,
  int2: '1',
  int4: '1',
  int8: '1',
  float4: '1',
  float8: '1',
  bool: 'false',
  date: 'current_date',
  timestamptz: 'now()',
  jsonb: `'{}'`,
  bytea: `'x'`,
}

/** Values for columns with checks. */
const particular: Record<string, Record<string, string>> = {
  project: { status: `'done'` },
  member: { user_id: 'gen_random_uuid()', role: `'owner'` },
  keyword: { kind: `'problem'`, status: `'active'` },
  competitor: { status: `'active'` },
  decision: { kind: `'save'`, user_id: 'gen_random_uuid()' },
  import: { origin: `'upload'`, state: `'done'` },
  opportunity_count: { state: `'new'` },
  post: { kind: `'post'`, outside_id: '(random() * 1e9)::bigint' },
  recent: { arrived_on: `'infinity'`, items: `'x'` },
  subscription: { status: `'active'` },
  api_token: { scope: `'read'` },
  reddit_account: { realm: `'real'`, state: `'connected'` },
  prompt: { kind: `'voice'` },
  mention: { kind: `'brand'` },
  mention_mute: { kind: `'author'`, realm: `'real'` },
  person: { stage: `'new'` },
  person_stage: { kind: `'open'` },
  person_event: { kind: `'added'` },
  note: { person_id: 'gen_random_uuid()' },
  conversation: { channel: `'reddit'`, state: `'open'`, person_id: 'gen_random_uuid()' },
  message: { direction: `'out'`, state: `'draft'` },
  campaign: { state: `'draft'`, steps: `'[]'` },
  mailbox: {
    kind: `'sandbox'`,
    state: `'connected'`,
    imap_port: '143',
    smtp_port: '587',
    imap_security: `'none'`,
    smtp_security: `'none'`,
    secret_sealed: `'x'`,
  },
  mailbox_suppression: { reason: `'manual'` },
  mailbox_connecting: { provider: `'google'` },
  campaign_person: { state: `'done'` },
  campaign_message: { step: '1' },
  export: { kind: `'project'`, state: `'waiting'` },
  alert_rule: { channel: `'mail'`, status: `'active'` },
  alert_due: { kind: `'lead'` },
  delivery: {
    ...{ channel: `'mail'`, state: `'refused'` },
    ...{ user_id: 'gen_random_uuid()', rule_id: 'gen_random_uuid()' },
  },
  destination: { channel: `'webhook'`, status: `'active'`, secret_sealed: `'x'` },
  forgetting: { standing: `'deleted'` },
  audit_review: { kind: `'candidate'`, verdict: `'notLead'`, realm: `'real'` },
  lead_run: { state: `'done'`, phase: `'ranking'` },
  reply_check: { step: `'hour'`, realm: `'real'`, next_at: 'now()' },
  reply_draft: { state: `'missing'`, method: `'builtIn'` },
  view_feed: { content: `'leads'` },
  insight_annotation: { day: `'2026-11-20'` },
  insight_share: { board: 'gen_random_uuid()' },
  lead_choice: { choice: `'dismissed'` },
  seo_update: { realm: `'real'` },
  seo_question: { kind: `'ranking'`, realm: `'real'` },
  seo_thread: { realm: `'real'` },
  seo_receipt: { realm: `'real'` },
  insight_day: { realm: `'real'`, metric: `'leads'`, scope: `'all'`, community: `''` },
  insight_change: { metric: `'leads'` },
  credit_entry: { kind: `'spent'` },
}

function rowOf({ name, key, columns }: Table, project: string): { names: string; values: string } {
  const fixed: Record<string, string> = { ...particular[name], [key]: `'${project}'` }
  const set = columns.filter((column) => column.required || Object.hasOwn(fixed, column.name))
  const values = set.map((column) => fixed[column.name] ?? plain[column.type] ?? `'{}'`)
  return { names: set.map((column) => `"${column.name}"`).join(), values: values.join() }
}

async function insertRow(table: Table, project: string): Promise<void> {
  const { names, values } = rowOf(table, project)
  try {
    await client.query(`insert into "${table.name}" (${names}) values (${values})`)
  } catch (error) {
    throw new Error(`add the values that a row of ${table.name} needs to "particular": ${String(error)}`)
  }
}

type Role = 'earshot_web' | 'earshot_worker'

/** Runs a statement as a role with these projects and rolls it back. Returns null if it isn't permitted. */
async function as<T>(
  role: Role,
  projects: string[],
  statement: string,
  read: (result: pg.QueryResult) => T,
): Promise<T | null> {
  await client.query(`begin; set local role ${role}; select set_config('earshot.projects', '${projects.join()}', true)`)
  try {
    return read(await client.query(statement))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return null
    throw error
  } finally {
    await client.query('rollback')
  }
}

/** Returns which of the two projects a role sees in a table. */
async function seen(role: Role, projects: string[], { name, key }: Table): Promise<string[]> {
  const statement = `select distinct "${key}" as project from "${name}" where "${key}" is not null order by 1`
  return (await as(role, projects, statement, ({ rows }) => rows.map(({ project }) => String(project)))) ?? []
}

/** Returns how many rows of other projects an unfiltered statement reaches. */
async function reached(role: Role, projects: string[], { key }: Table, statement: string): Promise<number> {
  const others = ({ rows }: pg.QueryResult) => rows.filter((row) => !projects.includes(String(row[key]))).length
  return (await as(role, projects, `${statement} returning "${key}"`, others)) ?? 0
}

test('the catalog lists the tenant tables', () => {
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['project', 'member', 'opportunity', 'purchase']),
  )
})

describe.each(tables)('$name', (table) => {
  test('hides other projects from the web role, and everything if no project is set', async () => {
    expect([[], [anns]]).toContainEqual(await seen('earshot_web', [anns], table))
    expect(await seen('earshot_web', [], table)).toEqual([])
  })

  test('prevents the web role from changing or deleting rows of other projects', async () => {
    const same = `update "${table.name}" set "${table.key}" = "${table.key}"`
    expect(await reached('earshot_web', [anns], table, same)).toBe(0)
    expect(await reached('earshot_web', [anns], table, `delete from "${table.name}"`)).toBe(0)
  })

  test('prevents the web role from adding rows to another project or moving them there', async () => {
    const { names, values } = rowOf(table, bobs)
    const added = await as(
      'earshot_web',
      [anns],
      `insert into "${table.name}" (${names}) values (${values})`,
      () => true,
    )
    expect(added).toBeNull()
    const moved = `update "${table.name}" set "${table.key}" = '${bobs}' where "${table.key}" = '${anns}'`
    expect((await as('earshot_web', [anns], moved, ({ rowCount }) => rowCount)) ?? 0).toBe(0)
  })

  test('shows the worker role everything', async () => {
    expect(await seen('earshot_worker', [anns], table)).toEqual([anns, bobs].toSorted())
  })
})

test('these checks would detect a table without a policy', async () => {
  await client.query('create table unsecured (project_id uuid not null, id uuid not null)')
  await client.query('grant select, insert, update, delete on unsecured to earshot_web')
  const columns = ['project_id', 'id'].map((name) => ({ name, type: 'uuid', required: true }))
  const table = { name: 'unsecured', key: 'project_id', columns }
  for (const project of [anns, bobs]) await insertRow(table, project)
  expect(await seen('earshot_web', [anns], table)).toEqual([anns, bobs].toSorted())
  expect(await reached('earshot_web', [anns], table, 'delete from unsecured')).toBe(1)
})

test('each role is denied the tables and columns of the other', async () => {
  for (const [role, statement] of [
    ['earshot_web', 'select id from mail'],
    ['earshot_web', 'select model from project_vector'],
    ['earshot_web', 'insert into subscription default values'],
    ['earshot_web', 'update purchase set user_id = null'],
    ['earshot_worker', 'select password_hash from "user"'],
    ['earshot_worker', 'select id from session'],
  ] as const) {
    expect(await as(role, [anns], statement, () => statement)).toBeNull()
  }
})
