import pg from 'pg'
import type { Config } from '../config.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../embedded/postgres.ts'

/** The database's URL, and the embedded PostgreSQL if one is used. */
export interface DatabaseAddress {
  url: string
  embedded: EmbeddedPostgres | null
}

/** Returns DATABASE_URL, or attaches to or starts the embedded PostgreSQL in DATA_DIR. */
export async function databaseAddress(config: Config, options?: EmbeddedOptions): Promise<DatabaseAddress> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, embedded: null }
  const embedded = await startEmbedded(config.dataDir, options)
  return { url: embedded.url, embedded }
}

/** Runs `work` on a running server's database, or starts the embedded one for its duration. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const database = await databaseAddress(config)
  try {
    return await work(database.url)
  } finally {
    await database.embedded?.release()
  }
}

/** Returns whether an Earshot worker is connected to the database. */
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
