import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { project } from '#features/projects/server/tables.ts'
import { member } from '#features/team/server/tables.ts'
import { keyword, phraseVersion } from '#features/watchlist/server/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { jobTransaction, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { rowsOf } from './find.ts'
import { auditEntry } from './tables.ts'

let world: World
beforeAll(async () => {
  let ann: Person
  const made = await testApp('ann')
  ;({ world, ann } = made)
  await setUpProject(made.app, ann, { keywords: ['pipe welding', '"orbital welder"'] })
})
afterAll(() => world.close())

test.each<[string, PgTable]>([
  // Arrays, objects, instants, numbers, and what is not there.
  ['project', project],
  ['keyword', keyword],
  ['member', member],
  ['audit_entry', auditEntry],
  ['phrase_version', phraseVersion],
])('rows of %s are read by hand as select() reads them', async (_, table) => {
  const [byHand, selected] = await jobTransaction(world.ctx, async (tx) => [
    await rowsOf(table)(tx, { where: undefined, orderBy: [], limit: 100, offset: 0 }),
    await tx.select().from(table),
  ])
  expect(selected.length).toBeGreaterThan(0)
  expect(byHand).toEqual(selected)
})
