import pg from 'pg'
import { connect } from '../database/migrate.ts'

/** How a value is written must not depend on the server's settings, nor may a time limit end a long copy. */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  extra_float_digits: '3',
  bytea_output: 'hex',
  search_path: 'pg_catalog',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  // From PostgreSQL 17 on.
  transaction_timeout: '0',
  // Where we are killed, the server notices in the middle of a long statement too.
  client_connection_check_interval: '1s',
  // A policy that would hide rows from us is an error instead of a backup with holes.
  row_security: 'off',
}

/** A connection for copying tables, seen in pg_stat_activity under `name`. */
export async function openSession(url: string, name: string): Promise<pg.Client> {
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  const client = await connect(address.href)
  // A connection that breaks fails the query under way; that is where it is told.
  client.on('error', () => {})
  await client.query(
    `select set_config(name, wanted.value, false) from pg_catalog.pg_settings
       join pg_catalog.json_each_text($1) as wanted (key, value) on wanted.key = lower(name)`,
    [JSON.stringify(settings)],
  )
  return client
}

/** Cuts the connection when `stop` is aborted, since what it waits for may take long; until the answer is called. */
export function disconnectOnAbort(stop: AbortSignal, client: pg.Client): () => void {
  const cut = () => void client.end()
  stop.addEventListener('abort', cut)
  return () => stop.removeEventListener('abort', cut)
}

/** A name as SQL. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export function quotedList(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}
