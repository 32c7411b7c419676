import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type World } from '#tests/support/world.ts'
import { type Database, openDatabase } from './database.ts'

let world: World
let database: Database
beforeAll(async () => {
  world = await testWorld()
  database = openDatabase(world.url, { poolSize: 1 })
})
afterAll(async () => {
  await database.close()
  await world.close()
})

/** Two agencies, whose lists of projects are too long to be sent along each time. */
const listOf = (agency: number) =>
  Array.from({ length: 300 }, (_, n) => `01900000-000${agency}-7000-8000-${String(n).padStart(12, '0')}`).join(',')
const [one, other] = [listOf(1), listOf(2)]

const seen = sql`select current_user::text as role,
  array_to_string(current_projects(), ',') as projects, current_setting('transaction_read_only') as "readOnly"`

async function seenBy(projects: string) {
  const { rows } = await database.read('earshot_web', projects, (tx) => tx.execute(seen))
  return rows[0]
}

test('each message sees the projects that it was given, whoever used the connection before', async () => {
  const asked = [one, one, other, one, '', one, other.slice(0, 36), other, other, '']
  for (const projects of asked) {
    expect(await seenBy(projects)).toEqual({ projects, role: 'earshot_web', readOnly: 'on' })
  }
})

test('what writes or asks one question after a long list sees nothing of it', async () => {
  await seenBy(one)
  const written = await database.run('earshot_web', [], async (tx) => (await tx.execute(seen)).rows[0])
  expect(written).toEqual({ projects: '', role: 'earshot_web', readOnly: 'off' })
  expect(await database.ask('select cardinality(current_projects()) as many', [])).toEqual([{ many: 0 }])
  expect(await seenBy(one)).toMatchObject({ projects: one })
})

test('a message that fails leaves the next one what it was given', async () => {
  const failing = (projects: string) =>
    database.read('earshot_web', projects, (tx) => tx.execute(sql`select 1 / (current_user = 'nobody')::int`))
  for (const [failed, next] of [
    [one, other],
    [other, one],
    [one, one],
    [one, ''],
  ] as const) {
    await expect(failing(failed)).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await seenBy(next)).toMatchObject({ projects: next })
  }
})

test('where a pooler puts another connection under it, nothing is seen but what was given', async () => {
  await seenBy(one)
  // What somebody else's message would have left behind there.
  await database.run('earshot_web', [], (tx) => tx.execute(sql`select set_config('earshot.kept', 'theirs', false)`))
  await database.run('earshot_web', [], (tx) => tx.execute(sql`select set_config('earshot.projects', ${other}, false)`))
  expect(await seenBy(one)).toMatchObject({ projects: one })
  await database.run('earshot_web', [], (tx) => tx.execute(sql`reset earshot.kept`))
  expect(await seenBy(one)).toMatchObject({ projects: one })
})
