import pg from 'pg'
import type { Config } from '../config.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../embedded/postgres.ts'

/** Where the database is, and the embedded one where there is one. */
export interface DatabaseAddress {
  url: string
  embedded: EmbeddedPostgres | null
}

/** DATABASE_URL, or the embedded PostgreSQL of DATA_DIR, attached to or started. */
export async function databaseAddress(config: Config, options?: EmbeddedOptions): Promise<DatabaseAddress> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, embedded: null }
  const embedded = await startEmbedded(config.dataDir, options)
  return { url: embedded.url, embedded }
}

/** Attaches to the database of a running server, or starts the embedded one for as long as the work takes. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const database = await databaseAddress(config)
  try {
    return await work(database.url)
  } finally {
    await database.embedded?.release()
  }
}

/** Whether a worker of this program is connected to the database now. */
export async function workerIsRunning(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ running: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and application_name = 'earshot worker') as running`,
    )
    return rows[0]!.running
  } finally {
    await client.end()
  }
}
