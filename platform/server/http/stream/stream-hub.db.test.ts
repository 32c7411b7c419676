import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actorOf } from '#features/accounts/server/sessions/sessions.ts'
import { session } from '#features/accounts/server/tables.ts'
import { readStream, type StreamReader } from '#tests/api/stream-reader.ts'
import { testApp } from '#tests/support/app.ts'
import { addMember, call, jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { EventKind } from '../../../contract/events.ts'
import { announce, eventRetentionMs, forgetEvents } from '../../announce.ts'
import { transaction } from '../../database/database.ts'
import { event } from '../../database/tables.ts'
import { member, user } from '../../tenancy/tables.ts'
import { type Hub, openHub } from './stream-hub.ts'
import { readPosition } from './stream-position.ts'
import type { Viewer } from './stream-queries.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let pipewell: string
let brewco: string
let client: pg.Client
const hubs: Hub[] = []

beforeAll(async () => {
  ;({ world, app } = await testApp())
  client = new pg.Client({ connectionString: world.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await world.close()
})
let people = 0
beforeEach(async () => {
  people += 1
  ann = await signUp(app, `ann-${people}@example.com`)
  bob = await signUp(app, `bob-${people}@example.com`)
  pipewell = await setUpProject(app, ann)
  brewco = await setUpProject(app, bob)
})
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close()
})

/** Opens the hub of a web process. It beats only when a test calls beat(). */
function hubOf(options: Parameters<typeof openHub>[1] = {}): Hub {
  const hub = openHub(world.ctx, { pulse: () => () => {}, ...options })
  hubs.push(hub)
  return hub
}

async function viewerOf(person: Person, projectId: string): Promise<Viewer> {
  const actor = await actorOf(world.ctx, person.jwt)
  if (actor?.kind !== 'user') throw new Error(`${person.email} is not signed in`)
  return { userId: actor.userId, sessionId: actor.sessionId, projectId }
}

/** Opens a stream and reads its first messages. */
async function opened(hub: Hub, person: Person, projectId: string, lastEventId: string | null = null) {
  const stream = readStream(await hub.open(await viewerOf(person, projectId), lastEventId))
  return { stream, beginning: stream.received() }
}

function happen(projectId: string, kind: EventKind, id: string | null = null): Promise<void> {
  return jobTransaction(world.ctx, (tx) => announce(world.ctx, tx, kind, [projectId], id))
}

/** Returns the messages of a stream after one more beat. */
async function next(hub: Hub, stream: StreamReader) {
  await hub.beat()
  return stream.received()
}

const changes = (...all: { kind: EventKind; id: string | null }[]) => ({ name: 'changes', data: { changes: all } })
const many = (kind: EventKind) => ({ kind, id: null })

test('a stream starts at the current position and receives each later change once', async () => {
  const hub = hubOf()
  await happen(pipewell, 'project')
  const { stream, beginning } = await opened(hub, ann, pipewell)
  expect(beginning).toMatchObject([{ name: 'position', data: {} }])
  const lead = world.ctx.id()
  await happen(pipewell, 'opportunities', lead)
  await happen(pipewell, 'opportunities', lead)
  await happen(pipewell, 'watchlist')
  await happen(brewco, 'project')
  const [message, ...more] = await next(hub, stream)
  expect(message).toMatchObject(changes({ kind: 'opportunities', id: lead }, many('watchlist')))
  expect(more).toEqual([])
  expect(await next(hub, stream)).toEqual([])
})

test('a stream receives only its own project, and the process hears every change and each new stream', async () => {
  const kinds: string[] = []
  const hub = hubOf({ heard: (changed) => kinds.push(...(changed ?? ['everything'])) })
  const { stream: anns } = await opened(hub, ann, pipewell)
  const { stream: bobs } = await opened(hub, bob, brewco)
  await happen(brewco, 'imports')
  await hub.beat()
  expect(anns.received()).toEqual([])
  expect(bobs.received()).toMatchObject([changes(many('imports'))])
  expect(kinds).toEqual(['everything', 'everything', 'imports'])
})

test('a rolled-back change is not sent', async () => {
  const hub = hubOf()
  const { stream } = await opened(hub, ann, pipewell)
  const broken = jobTransaction(world.ctx, async (tx) => {
    await announce(world.ctx, tx, 'opportunities', [pipewell])
    throw new Error('no')
  })
  await expect(broken).rejects.toThrow('no')
  expect(await next(hub, stream)).toEqual([])
})

test('a transaction that starts first and commits last is neither skipped nor delays others', async () => {
  const hub = hubOf()
  const { stream } = await opened(hub, ann, pipewell)
  await client.query('begin')
  await client.query(`insert into event (project_id, kind, created_at) values ($1, 'imports', now())`, [pipewell])
  await happen(pipewell, 'project')
  expect(await next(hub, stream)).toMatchObject([changes(many('project'))])
  const left = stream.lastId()
  await happen(pipewell, 'watchlist')
  expect(await next(hub, stream)).toMatchObject([changes(many('watchlist'))])
  await client.query('commit')
  expect(await next(hub, stream)).toMatchObject([changes(many('imports'))])
  expect(await next(hub, stream)).toEqual([])
  const { beginning } = await opened(hub, ann, pipewell, left)
  expect(beginning).toMatchObject([changes(many('imports'), many('watchlist'))])
})

describe('resuming', () => {
  test('continues exactly where the stream left off, even on another process', async () => {
    const [first, second] = [hubOf(), hubOf()]
    const { stream } = await opened(first, ann, pipewell)
    await happen(pipewell, 'project')
    await next(first, stream)
    await happen(pipewell, 'watchlist')
    await happen(brewco, 'health')
    const { beginning } = await opened(second, ann, pipewell, stream.lastId())
    expect(beginning).toMatchObject([changes(many('watchlist'))])
    const again = await opened(second, ann, pipewell, beginning[0]!.id)
    expect(again.beginning).toMatchObject([{ name: 'position' }])
  })

  test('works from a position without any events', async () => {
    const hub = hubOf()
    const { stream } = await opened(hub, ann, pipewell)
    await happen(pipewell, 'project')
    const { beginning } = await opened(hub, ann, pipewell, stream.lastId())
    expect(beginning).toMatchObject([changes(many('project'))])
  })

  test('sends every stream each change once, old and new alike', async () => {
    const hub = hubOf()
    const { stream: old } = await opened(hub, ann, pipewell)
    const left = old.lastId()
    await happen(pipewell, 'project')
    const { stream: young, beginning } = await opened(hub, ann, pipewell, left)
    expect(beginning[0]).toMatchObject(changes(many('project')))
    await happen(pipewell, 'imports')
    await hub.beat()
    expect(old.received()).toMatchObject([changes(many('project'), many('imports'))])
    expect(young.received()).toMatchObject([changes(many('imports'))])
  })

  test.each(['', 'x', '12-3', '99999999999999999999:99999999999999999999:'])(
    'with the malformed id %j sends a reset',
    async (id) => {
      const hub = hubOf()
      expect((await opened(hub, ann, pipewell, id)).beginning).toMatchObject([{ name: 'reset', data: {} }])
    },
  )

  test('from a future position, as after a restore, sends a reset and continues from now', async () => {
    const hub = hubOf()
    await happen(pipewell, 'project')
    const { stream, beginning } = await opened(hub, ann, pipewell, '4000000000:4000000000:')
    expect(beginning).toMatchObject([{ name: 'reset' }])
    await happen(pipewell, 'project')
    expect(await next(hub, stream)).toMatchObject([changes(many('project'))])
  })

  test('from before the retention period sends a reset; from within it, nothing is missing', async () => {
    const hub = hubOf()
    const { stream } = await opened(hub, ann, pipewell)
    const ids = [stream.lastId()]
    for (const kind of ['project', 'watchlist', 'imports'] as const) {
      await happen(pipewell, kind)
      await next(hub, stream)
      ids.push(stream.lastId())
    }
    world.clock.advance(eventRetentionMs + 1)
    await happen(pipewell, 'opportunities')
    await jobTransaction(world.ctx, (tx) => forgetEvents(world.ctx, tx))
    const rows = await jobTransaction(world.ctx, (tx) => tx.select().from(event).where(eq(event.projectId, pipewell)))
    expect(rows.map(({ kind }) => kind)).toEqual(['imports', 'opportunities'])
    for (const id of ids.slice(0, 3)) {
      expect((await opened(hub, ann, pipewell, id)).beginning).toMatchObject([{ name: 'reset' }])
    }
    expect((await opened(hub, ann, pipewell, ids[3])).beginning).toMatchObject([changes(many('opportunities'))])
  })

  test('after too many missed changes sends a reset', async () => {
    const hub = hubOf()
    const { stream } = await opened(hub, ann, pipewell)
    await jobTransaction(world.ctx, async (tx) => {
      await tx.execute(sql`
        insert into event (project_id, kind, created_at)
        select ${pipewell}, 'project', ${world.clock.now.toISOString()} from generate_series(1, 501)`)
    })
    expect((await opened(hub, ann, pipewell, stream.lastId())).beginning).toMatchObject([{ name: 'reset' }])
  })
})

test('rows that a restore copied from a cluster with higher transaction IDs are not sent repeatedly', async () => {
  const hub = hubOf()
  const { stream } = await opened(hub, ann, pipewell)
  await client.query(
    `insert into event (xact, project_id, kind, created_at) values ('4000000000', $1, 'imports', now())`,
    [pipewell],
  )
  expect(await next(hub, stream)).toEqual([])
  await happen(pipewell, 'project')
  expect(await next(hub, stream)).toMatchObject([changes(many('project'))])
})

describe('within one beat, a stream ends', () => {
  const ending: [string, () => Promise<unknown>][] = [
    ['when its user logs out', () => call(app, ann, 'POST', 'auth/logout')],
    [
      'when its session expires',
      () => asWeb((tx) => tx.update(session).set({ expiresAt: world.clock.now }).where(eq(session.userId, ann.id))),
    ],
    [
      'when its user is blocked',
      () => asWeb((tx) => tx.update(user).set({ blockedAt: world.clock.now }).where(eq(user.id, ann.id))),
    ],
    [
      'when its user is removed from the project',
      () => jobTransaction(world.ctx, (tx) => tx.delete(member).where(eq(member.projectId, pipewell))),
    ],
    ['when its project is deleted', () => client.query('delete from project where id = $1', [pipewell])],
  ]
  /** Runs `work` as the web role, since jobs can't access users and sessions. */
  const asWeb = (work: Parameters<typeof transaction<unknown>>[1]) => transaction(world.ctx, work)

  test.each(ending)('%s, and receives nothing more', async (_when, happens) => {
    const hub = hubOf()
    await addMember(world.ctx, pipewell, bob, 'client')
    const { stream: anns } = await opened(hub, ann, pipewell)
    const { stream: bobs } = await opened(hub, bob, brewco)
    await happen(pipewell, 'opportunities')
    await happens()
    expect(await next(hub, anns)).toMatchObject([{ name: 'end', data: {} }])
    await happen(brewco, 'project')
    expect(await next(hub, bobs)).toMatchObject([changes(many('project'))])
    expect(anns.ended()).toBe(true)
    expect(hub.size()).toBe(1)
  })
})

test('an idle stream sends a keepalive with its position every fifteen seconds', async () => {
  const hub = hubOf()
  const { stream } = await opened(hub, ann, pipewell)
  const left = stream.lastId()
  await happen(brewco, 'project')
  world.clock.advance(14_999)
  expect(await next(hub, stream)).toEqual([])
  world.clock.advance(1)
  expect(await next(hub, stream)).toMatchObject([{ name: 'position' }])
  expect(stream.text()).toMatch(/^: /m)
  expect(readPosition(stream.lastId())!.xmax).toBeGreaterThan(readPosition(left)!.xmax)
})

describe('a reader that stops reading', () => {
  /** Announces more changes than a stream may buffer. */
  async function flood(hub: Hub): Promise<void> {
    for (let round = 0; round < 40; round++) {
      await jobTransaction(world.ctx, (tx) =>
        tx.execute(sql`
          insert into event (project_id, kind, subject_id, created_at)
          select ${pipewell}, 'opportunities', gen_random_uuid(), ${world.clock.now.toISOString()}
          from generate_series(1, 50)`),
      )
      await hub.beat()
    }
  }

  test('has its changes dropped instead of buffered, and gets a reset once it reads again', async () => {
    const hub = hubOf()
    const readable = await hub.open(await viewerOf(ann, pipewell), null)
    await flood(hub)
    expect(readable.readableLength).toBeLessThan(80_000)
    const stream = readStream(readable)
    const unread = stream.received()
    expect(unread.length).toBeLessThan(41)
    expect(await next(hub, stream)).toMatchObject([{ name: 'reset' }])
    await happen(pipewell, 'project')
    expect(await next(hub, stream)).toMatchObject([changes(many('project'))])
  })

  test('is disconnected after a minute', async () => {
    const hub = hubOf()
    const readable = await hub.open(await viewerOf(ann, pipewell), null)
    await flood(hub)
    world.clock.advance(60_000)
    await hub.beat()
    expect(readable.destroyed).toBe(true)
  })
})

test('an unavailable database delays changes but loses none', async () => {
  const hub = hubOf()
  const { stream } = await opened(hub, ann, pipewell)
  await client.query('alter table event rename to away')
  await hub.beat()
  await hub.beat()
  const failures = world.logged.filter((line) => line.includes('reading events failed'))
  expect(failures).toHaveLength(1)
  await client.query('alter table away rename to event')
  await happen(pipewell, 'project')
  expect(await next(hub, stream)).toMatchObject([changes(many('project'))])
})

test('a stream continues after a database restart', async () => {
  const hub = hubOf()
  const { stream } = await opened(hub, ann, pipewell)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.query(`insert into event (project_id, kind, created_at) values ($1, 'project', now())`, [pipewell])
  // Each dead connection in the pool may fail one beat before it is replaced.
  for (let beat = 0; beat < 6; beat++) await hub.beat()
  expect(stream.received()).toMatchObject([changes(many('project'))])
})

test('streams are limited per user and per process', async () => {
  const hub = hubOf({ streamsMax: 3, streamsOfUserMax: 2 })
  await opened(hub, ann, pipewell)
  const { stream } = await opened(hub, ann, pipewell)
  await expect(opened(hub, ann, pipewell)).rejects.toMatchObject({ status: 429, details: { retryAfter: 5 } })
  await opened(hub, bob, brewco)
  await expect(opened(hub, bob, brewco)).rejects.toMatchObject({ status: 503, details: { retryAfter: 5 } })
  expect(stream.ended()).toBe(false)
})

test('streams that are still opening count toward the limit', async () => {
  const hub = hubOf({ streamsOfUserMax: 2 })
  const viewer = await viewerOf(ann, pipewell)
  const first = hub.open(viewer, null)
  await Promise.resolve()
  await Promise.allSettled([first, ...Array.from({ length: 5 }, () => hub.open(viewer, null))])
  expect(hub.size()).toBe(2)
})

test('one statement can announce changes to more projects than a query has parameters', async () => {
  const projectIds = Array.from({ length: 20_000 }, () => pipewell)
  await jobTransaction(world.ctx, (tx) => announce(world.ctx, tx, 'health', projectIds))
  const { rows } = await client.query(
    `select count(*)::int as announced from event where kind = 'health' and project_id = $1`,
    [pipewell],
  )
  expect(rows).toEqual([{ announced: 20_000 }])
})

test('the pulse runs only while a stream is open', async () => {
  const beating: boolean[] = []
  const hub = hubOf({
    pulse: () => {
      beating.push(true)
      return () => void beating.push(false)
    },
  })
  const readable = await hub.open(await viewerOf(ann, pipewell), null)
  await hub.open(await viewerOf(ann, pipewell), null)
  expect(beating).toEqual([true])
  readable.destroy()
  await new Promise((closed) => readable.once('close', closed))
  expect(beating).toEqual([true])
  hub.close()
  expect(beating).toEqual([true, false])
})

test('a process that stops ends its streams at once and tells them when to reconnect', async () => {
  const hub = hubOf()
  const { stream } = await opened(hub, ann, pipewell)
  hub.close()
  stream.received()
  const retries = [...stream.text().matchAll(/^retry: (\d+)$/gm)].map(([, ms]) => Number(ms))
  expect(retries.length).toBe(2)
  for (const ms of retries) expect(ms >= 1000 && ms < 3000).toBe(true)
  await expect(opened(hub, ann, pipewell)).rejects.toMatchObject({ status: 503 })
})
