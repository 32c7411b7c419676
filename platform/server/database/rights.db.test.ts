import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testWorld, type World } from '#tests/support/world.ts'
import { StartError } from '../faults/start-error.ts'
import { migrate } from './migrate.ts'

// A database server run by others: a user without any rights, and an empty database next to the world's own.
let world: World
let operator: pg.Client
beforeAll(async () => {
  world = await testWorld()
  operator = new pg.Client({ connectionString: world.url })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await world.close()
})

const user = 'we"ird tenant'
const quoted = '"we""ird tenant"'
let database: string
beforeEach(async () => {
  database = `rights_${world.ctx.id().replaceAll('-', '')}`
  await operator.query(`create role ${quoted} login password 'pw'`)
  await operator.query(`create database ${database}`)
})
afterEach(async () => {
  await operator.query(`drop database ${database} with (force)`)
  await operator.query(`drop role ${quoted}`)
})

/** Migrates as that user and returns the error message, or null. */
async function fault(): Promise<string | null> {
  const url = new URL(world.url)
  url.username = encodeURIComponent(user)
  url.password = 'pw'
  url.pathname = database
  try {
    await migrate(url.href)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return error instanceof Error ? error.message : ''
  }
}

test("an owner who can't create roles gets working SQL, even if another database already has the roles", async () => {
  await operator.query(`grant ${quoted} to current_user`)
  await operator.query(`alter database ${database} owner to ${quoted}`)
  const [, advice = ''] = (await fault())?.split('Run this once as a superuser: ') ?? []
  expect(advice).toBe(`grant earshot_web, earshot_worker to ${quoted};`)
  await operator.query(advice)
  expect(await fault()).toBeNull()
})

test.each([
  ['nothing', null],
  ['tables but not schemas', `grant create on schema public to ${quoted}`],
])('a user who can create %s is asked to become the owner before anything is created', async (_what, grant) => {
  await operator.query(`grant earshot_web, earshot_worker to ${quoted}`)
  const url = world.url.replace(/\/[^/]*$/, `/${database}`)
  const within = new pg.Client({ connectionString: url })
  await within.connect()
  if (grant) await within.query(grant)
  expect(await fault()).toBe("the database user can't create tables and schemas. Make it the owner of the database")
  const { rows } = await within.query(`select from information_schema.tables where table_schema = 'public'`)
  expect(rows).toEqual([])
  await within.end()
})
