import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { Programs } from '../../tests/programs.ts'
import { ask, dropDatabase, newDatabase } from '../testing-databases.ts'

const programs = new Programs()

test('each command is seen at the database under its own name', { timeout: 120_000 }, async () => {
  const url = await newDatabase(inject('templateUrl'), true)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin; lock table visit_count, feedback, captured_email')
  const started = ['visits', 'feedback', 'addresses'].map((name) =>
    programs.start(`server/commands/${name}.ts`, [], { DATABASE_URL: url, SECRET: 's'.repeat(40) }),
  )
  const waiting = `select distinct application_name as name from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' order by name`
  const names = ['earshot addresses', 'earshot feedback', 'earshot visits']
  await expect
    .poll(async () => (await ask<{ name: string }>(url, waiting)).map(({ name }) => name), { timeout: 60_000 })
    .toEqual(names)
  await client.end()
  expect(await Promise.all(started.map((program) => program.ended))).toEqual([0, 0, 0])
  await dropDatabase(url)
})
