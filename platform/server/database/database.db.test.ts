import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type World } from '#tests/support/world.ts'
import type { Actor } from '../ctx.ts'
import { faultOf } from '../faults/fault.ts'
import { type Database, openDatabase, transaction } from './database.ts'

let world: World
let database: Database
let stranger: pg.Client
beforeAll(async () => {
  world = await testWorld()
  database = openDatabase(world.url, { poolSize: 1 })
  stranger = new pg.Client({ connectionString: world.url })
  await stranger.connect()
})
afterAll(async () => {
  await stranger.end()
  await database.close()
  await world.close()
})

const ask = () => database.run('earshot_web', [], async (tx) => (await tx.execute(sql`select 1 as one`)).rows)

/** Terminates all other connections to this database. */
const cut = () =>
  stranger.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

test('a broken connection always frees the only slot in the pool', async () => {
  await ask()
  for (let round = 0; round < 20; round++) {
    const [, first] = await Promise.allSettled([cut(), ask()])
    if (first.status === 'rejected') expect(first.reason).toBeInstanceOf(Error)
    // This query may be the first to notice the break. The next one has a fresh connection.
    await ask().catch(() => {})
    expect(await ask()).toEqual([{ one: 1 }])
  }
})

test('a connection that breaks during the work fails it with the reason', async () => {
  const work = database.run('earshot_web', [], async (tx) => {
    await cut()
    await tx.execute(sql`select 1`)
  })
  await expect(work).rejects.toThrow()
  expect(await ask()).toEqual([{ one: 1 }])
})

test('a failed transaction leaves neither rows nor its role nor its projects behind', async () => {
  const failed = database.run('earshot_worker', [project], async (tx) => {
    await tx.execute(sql`update phrase_version set version = version + 1`)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  const [row] = await database.run('earshot_web', [], async (tx) => {
    const { rows } = await tx.execute(
      sql`select current_user::text as "user", current_projects() as projects, version::int from phrase_version`,
    )
    return rows
  })
  expect(row).toEqual({ user: 'earshot_web', projects: [], version: 1 })
})

test('a slow statement or idle transaction is ended, and the next one succeeds', async () => {
  const impatient = openDatabase(world.url, { poolSize: 1, patienceMs: 50 })
  const slow = impatient.run('earshot_web', [], (tx) => tx.execute(sql`select pg_sleep(30)`))
  await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } })
  const idle = impatient.run('earshot_web', [], async (tx) => {
    await tx.execute(sql`select 1`)
    await ended(stranger)
    await tx.execute(sql`select 1`)
  })
  await expect(idle).rejects.toThrow()
  expect(await impatient.run('earshot_web', [], async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([
    { one: 1 },
  ])
  await impatient.close()
})

/** A list of projects that is longer than most queries. */
const many = Array.from({ length: 1000 }, () => crypto.randomUUID())

/** Every way to query the database. */
const ways: Record<string, (db: Database) => Promise<unknown>> = {
  'a single query': (db) => db.ask({ text: 'select 1' }),
  'a read-only transaction': (db) => db.read('earshot_web', [], (tx) => tx.execute(sql`select 1`)),
  'a read-only transaction for many projects': (db) => db.read('earshot_web', many, (tx) => tx.execute(sql`select 1`)),
  'a transaction': (db) => db.run('earshot_web', [], (tx) => tx.execute(sql`select 1`)),
}

test('a frozen database times out every statement, and the next one gets a new connection', async () => {
  const outcomes = Object.entries(ways).map(async ([name, ask]) => {
    const db = openDatabase(world.url, { poolSize: 1, patienceMs: 400, graceMs: 100 })
    await ask(db)
    const [backend] = await db.ask<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    process.kill(backend!.pid, 'SIGSTOP')
    try {
      const code = await ask(db).then(
        () => null,
        (error) => faultOf(error).code,
      )
      return [name, code, await db.ask({ text: 'select 1 as one' })]
    } finally {
      process.kill(backend!.pid, 'SIGCONT')
      await db.close()
    }
  })
  expect(await Promise.all(outcomes)).toEqual(Object.keys(ways).map((name) => [name, 'QUERY_TIMEOUT', [{ one: 1 }]]))
})

test("a statement that finished in time doesn't fail later", async () => {
  const db = openDatabase(world.url, { poolSize: 1, patienceMs: 200, graceMs: 0 })
  const text = 'select pg_backend_pid() as pid'
  const first = await db.ask({ text })
  await stranger.query('select pg_sleep(0.25)')
  expect(await db.ask({ text })).toEqual(first)
  await db.close()
})

/** Waits until no transaction is idle. */
async function ended(client: pg.Client): Promise<void> {
  for (let idle = 1; idle > 0; ) {
    const { rows } = await client.query(
      `select count(*)::int as idle from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    )
    idle = rows[0].idle
  }
}

test('a single query runs as the web role with its values and sees no project', async () => {
  const [answer] = await database.ask<{ role: string; seen: number; said: string }>({
    text: 'select current_user as role, (select count(*)::int from project) as seen, $1::text as said',
    values: ["it's"],
  })
  expect(answer).toEqual({ role: 'earshot_web', seen: 0, said: "it's" })
})

test('a single query that fails leaves no transaction open', async () => {
  await expect(database.ask({ text: 'select 1 / 0' })).rejects.toThrow('division by zero')
  expect(await database.ask({ text: 'select current_user as role, txid_current_if_assigned() as work' })).toEqual([
    { role: 'earshot_web', work: null },
  ])
  expect(await ask()).toEqual([{ one: 1 }])
})

const project = '01900000-0000-7000-8000-000000000002'
const where = sql`select current_user::text as "user", array_to_string(current_projects(), ',') as projects,
  current_setting('transaction_read_only') as "readOnly"`

test('each transaction sees exactly its projects, regardless of how the connection was used before', async () => {
  const few = [project]
  const others = many.toReversed()
  for (const projects of [many, many, others, few, many, [], many, []]) {
    const { rows: read } = await database.read('earshot_web', projects, (tx) => tx.execute(where))
    expect(read).toEqual([{ user: 'earshot_web', projects: projects.join(','), readOnly: 'on' }])
    const { rows: written } = await database.run('earshot_worker', few, (tx) => tx.execute(where))
    expect(written).toEqual([{ user: 'earshot_worker', projects: project, readOnly: 'off' }])
  }
})

test("a read-only transaction can't write and leaves neither its role nor its projects behind", async () => {
  const writing = database.read('earshot_worker', [project], (tx) =>
    tx.execute(sql`update phrase_version set version = version + 1`),
  )
  await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } })
  const { rows } = await database.run('earshot_web', [], (tx) => tx.execute(where))
  expect(rows).toMatchObject([{ user: 'earshot_web', projects: '' }])
  const [own] = await database.run(
    'earshot_web',
    [],
    async (tx) => (await tx.execute(sql`show transaction_read_only`)).rows,
  )
  expect(own).toEqual({ transaction_read_only: 'off' })
})

test("a failed query doesn't affect the next reader", async () => {
  const dividing = (by: number) =>
    database.read('earshot_web', [], (tx) => tx.execute(sql`select 6 / ${by}::int as part`))
  await expect(dividing(0)).rejects.toMatchObject({ cause: { code: '22012' } })
  expect((await dividing(2)).rows).toEqual([{ part: 3 }])
})

test('a connection prepares queries of the web role that come again, up to a limit', async () => {
  const prepared = (db: Database) =>
    db.ask<{ statement: string; calls: number }>({
      text: 'select statement, (generic_plans + custom_plans)::int as calls from pg_prepared_statements',
    })
  const db = openDatabase(world.url, { poolSize: 1 })
  for (let time = 1; time <= 3; time++) {
    await db.read('earshot_web', [], (tx) => tx.execute(sql`select 1 as again`))
    await db.run('earshot_web', [], (tx) => tx.execute(sql`select 2 as written`))
    await db.run('earshot_worker', [], (tx) => tx.execute(sql`select 3 as worked`))
    await db.read('earshot_web', [], (tx) => tx.execute(sql.raw(`select ${time} as never_again`)))
  }
  expect((await prepared(db)).toSorted((a, b) => a.statement.localeCompare(b.statement))).toEqual([
    { statement: 'select 1 as again', calls: 2 },
    { statement: 'select 2 as written', calls: 2 },
  ])
  for (let number = 0; number < 820; number++) {
    await db.read('earshot_web', [], (tx) => tx.execute(sql.raw(`select ${Math.floor(number / 2)} as one_of_many`)))
  }
  expect(await prepared(db)).toHaveLength(400)
  await db.close()
})

test('a connection that breaks during a read fails it with the reason', async () => {
  const reading = database.read('earshot_web', [], async (tx) => {
    await cut()
    await tx.execute(sql`select 1`)
  })
  await expect(reading).rejects.toThrow()
  expect(await database.ask({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
})

/** Runs two transactions that deadlock on their first attempt. Returns how often each was started. */
async function deadlock(actors: readonly [Actor, Actor]) {
  const begun = [0, 0]
  const lock = (key: number) => sql`select pg_advisory_xact_lock(${key})`
  const both = Promise.withResolvers<void>()
  let held = 0
  const work = (own: number, others: number) =>
    transaction({ ...world.ctx, actor: actors[own]! }, async (tx) => {
      begun[own]!++
      await tx.execute(lock(own))
      if (++held === 2) both.resolve()
      await both.promise
      await tx.execute(lock(others))
    })
  const ended = await Promise.allSettled([work(0, 1), work(1, 0)])
  return { begun, ended: ended.map(({ status }) => status) }
}

test('a deadlock is resolved by retrying the transaction that was rolled back', async () => {
  const { begun, ended } = await deadlock([{ kind: 'anonymous' }, { kind: 'anonymous' }])
  expect(ended).toEqual(['fulfilled', 'fulfilled'])
  expect(begun.toSorted()).toEqual([1, 2])
})

test('a job that was rolled back fails, since the queue retries it', async () => {
  const { begun, ended } = await deadlock([
    { kind: 'job', name: 'one' },
    { kind: 'job', name: 'other' },
  ])
  expect(ended.toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(begun).toEqual([1, 1])
})

test('a transaction that keeps deadlocking fails after three attempts, and other errors fail at once', async () => {
  let begun = 0
  const failing = (code: string) => {
    begun = 0
    return transaction(world.ctx, async (tx) => {
      begun++
      await tx.execute(sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`))
    })
  }
  await expect(failing('40P01')).rejects.toMatchObject({ cause: { code: '40P01' } })
  expect(begun).toBe(3)
  await expect(failing('23505')).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(begun).toBe(1)
})
