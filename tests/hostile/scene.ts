import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { expect } from 'vitest'
import { sandboxAccount } from '#features/billing/server/paddle-account.ts'
import { type OpenPaddle, openPaddle } from '#sandbox/paddle/open.ts'
import { silentReddit } from '../support/reddit-answers.ts'
import {
  appOf,
  browserOf,
  confirmAddress,
  create,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '../support/seed-data.ts'
import { openTestProviders, type TestProviders } from '../support/sign-in-providers.ts'
import { testWorld, type World } from '../support/world.ts'

/** A server with a tenant that has rows of all kinds, and functions to add more. */
export interface Scene {
  world: World
  app: FastifyInstance
  outside: TestProviders
  /** The outside services that the server talks to. */
  services: { signIn: TestProviders['apps']; reddit: typeof silentReddit; mailApps: typeof mailApps }
  /** The payment provider, without webhooks. */
  paddle: OpenPaddle
  owner: Person
  project: string
  /** Signs up a new user without a project. */
  newcomer(): Promise<Person>
  /** Returns a word that was not used before. */
  word(): string
  lead(): Promise<string>
  /** Creates a row of a resource in the owner's project. */
  row(resource: string, data: Record<string, unknown>): Promise<string>
  /** Returns a summary of all tables. */
  contents(): Promise<Contents>
  close(): Promise<void>
}

/** Returns the scene with another project of the owner. */
export function inProject(scene: Scene, project: string): Scene {
  const { app, owner, world } = scene
  return {
    ...scene,
    project,
    lead: () => seedOpportunity(world.ctx, project),
    row: async (resource, data) => (await create(app, owner, resource, { project, ...data })).id,
  }
}

/** Returns the scene with a new owner, who has one project. */
export async function withNewOwner(scene: Scene): Promise<Scene> {
  const owner = await scene.newcomer()
  await confirmAddress(scene.world.url, owner)
  return inProject({ ...scene, owner }, await setUpProject(scene.app, owner))
}

/** An app of the operator at a mail provider, where nobody answers. */
const mailUrl = 'http://127.0.0.1:1'
const mailApps = { google: { clientId: 'app-1', clientSecret: 'secret-1', authUrl: mailUrl, tokenUrl: mailUrl } }

export async function openScene(): Promise<Scene> {
  const world = await testWorld()
  const outside = await openTestProviders()
  const paddle = await openPaddle()
  world.ctx.paddle = sandboxAccount(paddle.paddle)
  const services = { signIn: outside.apps, reddit: silentReddit, mailApps }
  const app = await appOf({ ...world.ctx, ...services }, { trustProxy: true })
  let used = 0
  const word = () => `word${++used}`
  const newcomer = () => signUp(app, `${word()}@example.com`)
  const owner = await newcomer()
  await confirmAddress(world.url, owner)
  const project = await setUpProject(app, owner)
  const reader = readerOf(world.url)
  const close = async () => {
    await reader.close()
    await app.close()
    await outside.close()
    await paddle.close()
    await world.close()
  }
  const further = { newcomer, word, contents: reader.contents, close }
  const parts = { world, app, outside, services, paddle, owner, project, ...further }
  const unused = () => Promise.reject(new Error('of a project'))
  return inProject({ ...parts, lead: unused, row: unused }, project)
}

/** A valid request to a writing endpoint: its sender, row and body. */
export interface Write {
  /** Null for endpoints without a session. */
  by: Person | null
  id?: string
  /** The body as sent, including `data`. */
  body?: unknown
  bytes?: Buffer
  /** The query string, with its question mark. */
  query?: string
  /** The cookies besides the session. */
  cookie?: string
}

/** Returns the request with a token in its header, as a program sends it. */
export function plainRequest(endpoint: Target, write: Write): Request {
  const cookie = write.cookie === undefined ? {} : { cookie: write.cookie }
  return withBody(endpoint, write, { ...write.by?.headers, ...cookie })
}

/** Returns the request with a browser's cookies, from our pages or another site. */
export function browserRequest(endpoint: Target, write: Write, origin: string | null): Request {
  const cookie = [write.by && browserOf(write.by).cookie, write.cookie].filter(Boolean).join('; ')
  return withBody(endpoint, write, { ...(cookie && { cookie }), ...(origin !== null && { origin }) })
}

interface Target {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}
type Request = InjectOptions & { method: Target['method']; url: string; headers: Record<string, string> }

function withBody(
  { method, path }: Target,
  { id = '', query = '', body, bytes }: Write,
  headers: Record<string, string>,
): Request {
  const url = `/api${path.replace(':id', id).replace(':number', '0')}${query}`
  if (bytes) {
    return { method, url, headers: { ...headers, 'content-type': 'application/octet-stream' }, payload: bytes }
  }
  if (body === undefined) return { method, url, headers }
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) }
}

export function send(scene: Scene, request: InjectOptions): Promise<LightMyRequestResponse> {
  return scene.app.inject(request)
}

/** Not effects of a request: throttle counters, idempotency keys, and the last use of a session or token. */
const uncounted = ['throttle', 'migration', 'idempotency_key']
const unstable = ['used_at', 'last_used_at']

/** The row count and a digest of each table. */
type Contents = Record<string, { count: number; digest: string }>

interface Reader {
  contents(): Promise<Contents>
  close(): Promise<void>
}

/** Reads all tables once, and then those that changed, since tests compare contents thousands of times. */
function readerOf(url: string): Reader {
  // Starting parallel workers for many small tables takes longer than reading them.
  const client = new pg.Client({ connectionString: url, options: '-c max_parallel_workers_per_gather=0' })
  let queries: Map<string, string> | null = null
  let known: Contents = {}
  const read = async (texts: Iterable<string>): Promise<Contents> => {
    const text = [...texts].join(' union all ')
    const { rows } = await client.query<{ name: string; count: number; digest: string }>(text)
    return Object.fromEntries(rows.map(({ name, count, digest }) => [name, { count, digest }]))
  }
  const contents = async () => {
    if (!queries) {
      await client.connect()
      queries = await watchTables(client)
      known = await read(queries.values())
    }
    const text = 'delete from watched.change returning name'
    const { rows } = await client.query<{ name: string }>({ name: 'changes', text })
    const changed = new Set(rows.map(({ name }) => name))
    if (changed.size > 0) known = { ...known, ...(await read([...changed].map((name) => queries!.get(name)!))) }
    return known
  }
  const close = async () => {
    if (!queries) return
    const seen = await contents()
    expect(await read(queries.values()), 'a change that no trigger saw').toEqual(seen)
    await client.end()
  }
  return { contents, close }
}

/** Makes each table note its changes. Returns the query for the count and digest of each. */
async function watchTables(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; stable: string; skips: boolean }>(
    `select format('%I.%I', table_schema, table_name) as name, bool_or(column_name = any($2)) as skips,
        string_agg(format('%I', column_name), ', ') filter (where not column_name = any($2)) as stable
      from information_schema.columns join pg_tables on (schemaname, tablename) = (table_schema, table_name)
      where (table_schema = 'public' or (table_schema, table_name) = ('pgboss', 'job'))
        and not format('%I.%I', table_schema, table_name)::regclass in (select inhrelid from pg_inherits)
        and not table_name = any($1) group by 1`,
    [uncounted, unstable],
  )
  const triggers = rows.map(
    ({ name }) => `create trigger watched after insert or update or delete on ${name}
      for each row execute function watched.note('${name}')`,
  )
  await client.query(
    `create schema watched;
    create unlogged table watched.change (name text not null);
    create function watched.note() returns trigger language plpgsql security definer as
      'begin insert into watched.change values (tg_argv[0]); return null; end';
    ${triggers.join(';')}`,
  )
  // Sums don't depend on the order of the rows. Every write gives its row a new transaction ID, which is quicker to read
  // than all columns.
  const digest = ({ skips, stable }: { skips: boolean; stable: string }) =>
    skips ? `hashtextextended(row(${stable})::text, 0)` : 'xmin::text::bigint'
  const queryOf = (row: { name: string; stable: string; skips: boolean }) =>
    `select '${row.name}' as name, count(*)::int, coalesce(sum(${digest(row)}), 0)::text as digest from ${row.name}`
  return new Map(rows.map((row) => [row.name, queryOf(row)]))
}
