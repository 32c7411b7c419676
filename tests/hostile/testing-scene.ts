import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { silentReddit } from '#features/reddit/server/api/testing-reddit.ts'
import {
  appOf,
  browserOf,
  confirmAddress,
  create,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '../support/seeding.ts'
import { testWorld, type World } from '../support/testing.ts'
import { openTestProviders, type TestProviders } from '../support/testing-providers.ts'

/** A server with a tenant on it who has something of everything, and a way to ask for more. */
export interface Scene {
  world: World
  app: FastifyInstance
  outside: TestProviders
  owner: Person
  project: string
  /** Somebody new, who is in no project. */
  newcomer(): Promise<Person>
  /** A word that was not used before. */
  word(): string
  lead(): Promise<string>
  /** A row of a resource in the owner's project. */
  row(resource: string, data: Record<string, unknown>): Promise<string>
  /** What is in all tables now. */
  contents(): Promise<Contents>
  close(): Promise<void>
}

/** The same with another project of the owner's in place of the first. */
export function inProject(scene: Scene, project: string): Scene {
  const { app, owner, world } = scene
  return {
    ...scene,
    project,
    lead: () => seedOpportunity(world.ctx, project),
    row: async (resource, data) => (await create(app, owner, resource, { project, ...data })).id,
  }
}

export async function openScene(): Promise<Scene> {
  const world = await testWorld()
  const outside = await openTestProviders()
  const app = await appOf({ ...world.ctx, signIn: outside.apps, reddit: silentReddit }, { trustProxy: true })
  let used = 0
  const word = () => `word${++used}`
  const newcomer = () => signUp(app, `${word()}@example.com`)
  const owner = await newcomer()
  await confirmAddress(world.url, owner)
  const project = await setUpProject(app, owner)
  const reader = await openReader(world.url)
  const close = async () => {
    await reader.close()
    await app.close()
    await outside.close()
    await world.close()
  }
  const parts = { world, app, outside, owner, project, newcomer, word, contents: reader.contents, close }
  const unused = () => Promise.reject(new Error('of a project'))
  return inProject({ ...parts, lead: unused, row: unused }, project)
}

/** A request to an endpoint that writes, as it would do: by whom, for which row, with what. */
export interface Write {
  /** Nobody, where the endpoint needs nobody. */
  by: Person | null
  id?: string
  /** The body as it is sent, `data` and all. */
  body?: unknown
  bytes?: Buffer
  /** What a browser has besides its session. */
  cookie?: string
}

/** The request with the token in its header, as a program sends it. */
export function plainRequest(endpoint: Target, write: Write): Request {
  const cookie = write.cookie === undefined ? {} : { cookie: write.cookie }
  return withBody(endpoint, write, { ...write.by?.headers, ...cookie })
}

/** The request with the cookies of a browser, from a page of another site or of ours. */
export function browserRequest(endpoint: Target, write: Write, origin: string | null): Request {
  const cookie = [write.by && browserOf(write.by).cookie, write.cookie].filter(Boolean).join('; ')
  return withBody(endpoint, write, { ...(cookie && { cookie }), ...(origin !== null && { origin }) })
}

interface Target {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}
type Request = InjectOptions & { method: Target['method']; url: string; headers: Record<string, string> }

function withBody({ method, path }: Target, { id = '', body, bytes }: Write, headers: Record<string, string>): Request {
  const url = `/api${path.replace(':id', id).replace(':number', '0')}`
  if (bytes) {
    return { method, url, headers: { ...headers, 'content-type': 'application/octet-stream' }, payload: bytes }
  }
  if (body === undefined) return { method, url, headers }
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) }
}

export function send(scene: Scene, request: InjectOptions): Promise<LightMyRequestResponse> {
  return scene.app.inject(request)
}

/** Counted attempts and idempotency keys are no effects of a request, nor is when a session or token was used. */
const uncounted = ['throttle', 'migration', 'idempotency_key']
const unstable = ['used_at', 'last_used_at']

/** Every table with the number of its rows and a digest of all that is in it. */
type Contents = Record<string, { count: number; digest: string }>

/** Reads all tables by one statement, planned once: tests compare contents before and after hundreds of requests. */
async function openReader(url: string): Promise<{ contents(): Promise<Contents>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const tables = await client.query<{ name: string; columns: string }>(
    `select format('%I.%I', table_schema, table_name) as name, string_agg(format('%I', column_name), ', ') as columns
      from information_schema.columns join pg_tables on (schemaname, tablename) = (table_schema, table_name)
      where (table_schema = 'public' or (table_schema, table_name) = ('pgboss', 'job'))
        and not table_name = any($1) and not column_name = any($2) group by 1`,
    [uncounted, unstable],
  )
  // The sum of the rows' hashes is the same in any order.
  const one = ({ name, columns }: { name: string; columns: string }) =>
    `select '${name}' as name, count(*)::int, coalesce(sum(hashtextextended(row(${columns})::text, 0)), 0)::text as digest from ${name}`
  const text = tables.rows.map(one).join(' union all ')
  return {
    contents: async () => {
      const { rows } = await client.query<{ name: string; count: number; digest: string }>({ name: 'contents', text })
      return Object.fromEntries(rows.map(({ name, count, digest }) => [name, { count, digest }]))
    },
    close: () => client.end(),
  }
}
