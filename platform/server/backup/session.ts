import pg from 'pg'
import { connect } from '../database/migrate.ts'

/** Settings for copying: values must not depend on the server's settings, and no timeout may end a long copy. */
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
  // Since PostgreSQL 17.
  transaction_timeout: '0',
  // If this process is killed, the server notices even during a long statement.
  client_connection_check_interval: '1s',
  // A policy that would hide rows raises an error instead of leaving gaps in the backup.
  row_security: 'off',
}

/** Opens a connection for copying tables, shown in pg_stat_activity as `name`. */
export async function openSession(url: string, name: string): Promise<pg.Client> {
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  const client = await connect(address.href)
  // If the connection breaks, its query reports the error.
  client.on('error', () => {})
  await client.query(
    `select set_config(name, wanted.value, false) from pg_catalog.pg_settings
       join pg_catalog.json_each_text($1) as wanted (key, value) on wanted.key = lower(name)`,
    [JSON.stringify(settings)],
  )
  return client
}

/** Closes the connection when `stop` is aborted, since a query may take long. Returns a function that undoes this. */
export function disconnectOnAbort(stop: AbortSignal, client: pg.Client): () => void {
  const cut = () => void client.end()
  stop.addEventListener('abort', cut)
  return () => stop.removeEventListener('abort', cut)
}

/** Returns a qualified name as SQL. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export function quotedList(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}
