import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type OpenContext, openContext } from '#app/context.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'

/** A separate database for one bench, as durable as the real one, with a context. */
export interface BenchDatabase extends OpenContext {
  url: string
  config: Config
  /** A connection as the owner, without policies and triggers, to fill tables. */
  owner: pg.Client
}

/** Starts PostgreSQL in a temporary folder and passes it to `work`. Removes both afterwards, even after an error. */
export async function withBenchDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' })
  const postgres = await startEmbedded(folder)
  try {
    await migrate(postgres.url)
    const open = await openContext(config, postgres.url, 'web')
    const owner = new pg.Client({ connectionString: postgres.url })
    await owner.connect()
    try {
      return await work({ ...open, url: postgres.url, config, owner })
    } finally {
      await owner.end()
      await open.close()
    }
  } finally {
    await postgres.release()
    rmSync(folder, { recursive: true, force: true })
  }
}
