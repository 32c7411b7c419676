import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { appOf, signUp } from '#tests/support/seed-data.ts'
import { tracesOf } from '#tests/support/traces.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { deleteExpired } from './delete-expired.ts'

let world: World

beforeAll(async () => {
  world = await testWorld()
})

afterAll(async () => {
  await world.close()
  await rm(world.ctx.dataDir, { recursive: true, force: true })
})

const hour = 3_600_000

test('unfinished sign-ins, codes and counted attempts are deleted once they expire, without any request', async () => {
  const { ctx, clock, url } = world
  const app = await appOf(ctx)
  await signUp(app, 'ann@example.com')
  const until = new Date(clock.now.getTime() + hour)
  await ask(
    url,
    `insert into social_pending (browser_digest, provider, subject, username, email, code_digest, code_expires_at, expires_at)
     values ('d', 'reddit', '7', 'mara', 'mara@example.com', 'x', $1, $1)`,
    [until],
  )
  await ask(url, `insert into social_attempt values ('s', 'b', 'reddit', 'v', 'n', $1)`, [until])
  await ask(url, `insert into challenge values ('c', 'passkey', null, null, $1)`, [until])
  await ask(url, `insert into kept_audit (project, actor, action, created_at) values ('p', 'a', 'x.y', $1)`, [
    clock.now,
  ])
  await deleteExpired(asJob(ctx))
  expect(await ask(url, 'select email from social_pending')).toEqual([{ email: 'mara@example.com' }])
  clock.advance(hour)
  await deleteExpired(asJob(ctx))
  for (const table of ['social_pending', 'social_attempt', 'challenge'])
    expect(await ask(url, `select 1 from ${table}`)).toEqual([])
  expect(await tracesOf({ url, dataDir: ctx.dataDir }, ['mara@example.com'])).toEqual([])
  clock.advance(24 * hour)
  await deleteExpired(asJob(ctx))
  for (const table of ['user_code', 'throttle']) expect(await ask(url, `select 1 from ${table}`)).toEqual([])
  expect(await ask(url, 'select 1 from kept_audit')).toHaveLength(1)
  clock.advance(365 * 24 * hour)
  await deleteExpired(asJob(ctx))
  expect(await ask(url, 'select 1 from kept_audit')).toEqual([])
  await app.close()
})

test('files of emails and exports without a row are deleted, and other files stay', async () => {
  const { ctx, url } = world
  const [mail] = await ask<{ id: string }>(url, 'select id from mail limit 1')
  const gone = ctx.id()
  for (const folder of ['mail', 'exports']) {
    await mkdir(join(ctx.dataDir, folder), { recursive: true })
    for (const name of [`${gone}.eml`, `${gone}.eml.new`, `${mail?.id}.eml`, 'notes.txt']) {
      await writeFile(join(ctx.dataDir, folder, name), '')
    }
  }
  await deleteExpired(asJob(ctx))
  expect((await readdir(join(ctx.dataDir, 'mail'))).toSorted()).toEqual([`${mail?.id}.eml`, 'notes.txt'].toSorted())
  expect(await readdir(join(ctx.dataDir, 'exports'))).toEqual(['notes.txt'])
})
