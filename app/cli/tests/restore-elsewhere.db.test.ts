import { expect, test } from 'vitest'
import { hasPostgres15, startPostgres15 } from '#tests/postgres-15.ts'
import { backUp, backupFolder, contentOf, restore, shapeOf } from '#tests/support/backups.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { appOf, seedOpportunity, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld } from '#tests/support/world.ts'

test.skipIf(!hasPostgres15)(
  'a backup moves from the embedded PostgreSQL 18 to an external PostgreSQL 15 and back',
  async () => {
    const world = await testWorld()
    const app = await appOf(world.ctx)
    const project = await setUpProject(app, await signUp(app, 'ann@example.com'))
    for (let lead = 0; lead < 15; lead++) await seedOpportunity(world.ctx, project, { score: lead / 3 })
    await ask(
      world.url,
      `create table recent_20310405 partition of recent for values from ('2031-04-05') to ('2031-04-06')`,
    )
    const before = await contentOf(world.url)
    const files = backupFolder()
    const external = await startPostgres15()
    const again = await newDatabase()
    try {
      await backUp(world.url, files.path('embedded'))
      await restore(external.url, files.path('embedded'))
      expect(await contentOf(external.url)).toEqual(before)
      const roles = 'select rolsuper as super from pg_roles where rolname = current_user'
      expect(await ask(external.url, roles)).toEqual([{ super: false }])

      await backUp(external.url, files.path('external'))
      await restore(again, files.path('external'))
      expect(await contentOf(again)).toEqual(before)
      expect(await shapeOf(again)).toEqual(await shapeOf(world.url))
    } finally {
      await dropDatabase(again)
      await external.close()
      files.remove()
      await app.close()
      await world.close()
    }
  },
)
