import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { Programs } from '#tests/programs.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { run as runAddresses } from '../addresses.ts'
import { runInProcess } from '../captured-output.ts'
import { run as runConfirm } from '../confirm.ts'
import { run as runFeedback } from '../feedback.ts'
import { run as runVisits } from '../visits.ts'

const programs = new Programs()

test('each command connects to the database under its own name', async () => {
  const url = await newDatabase(inject('templateUrl'), true)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into "user" (id, username, email, created_at, updated_at)
    values (gen_random_uuid(), 'ann', 'ann@example.com', now(), now())`)
  await client.query('begin; lock table visit_count, feedback, captured_email, "user"')
  const environment = { DATA_DIR: programs.folder, DATABASE_URL: url, SECRET: 's'.repeat(40), LOG_LEVEL: 'warn' }
  const running = [
    ...[runVisits, runFeedback, runAddresses].map((run) => runInProcess(run, [], environment)),
    runInProcess(runConfirm, ['ann@example.com'], environment),
  ]
  const waiting = `select distinct application_name as name from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' order by name`
  const names = ['earshot addresses', 'earshot confirm', 'earshot feedback', 'earshot visits']
  await expect
    .poll(async () => (await ask<{ name: string }>(url, waiting)).map(({ name }) => name), { timeout: 20_000 })
    .toEqual(names)
  await client.end()
  expect((await Promise.all(running)).map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(await ask(url, 'select username from "user" where confirmed_at is not null')).toEqual([{ username: 'ann' }])
  await dropDatabase(url)
})
