import { promisify } from 'node:util'
import { crc32, zstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { versionOf } from '../database/migrate.ts'
import { queueSchema } from '../jobs/boss.ts'
import { sequencesOf, type Table } from './catalogue.ts'
import type { Draft } from './draft.ts'
import { type End, type Header, json, pieceBytes, rowsIn, type TableEnd, type TableHead } from './format.ts'
import { disconnectOnAbort, quoted, quotedList } from './session.ts'
import { beginSnapshot } from './snapshot.ts'

const compress = promisify(zstdCompress)

export interface BackupOptions {
  /** A connection from openSession(). */
  client: pg.Client
  draft: Draft
  /** The version of this program. */
  program: string
  /** Secrets to include, or null. */
  secrets: readonly string[] | null
  onProgress(rows: number, share: number): void
  stop: AbortSignal
}

/** Writes a consistent snapshot of the whole database, without blocking others. */
export async function writeBackup(options: BackupOptions): Promise<End> {
  const { client, draft, secrets, stop } = options
  const spare = disconnectOnAbort(stop, client)
  try {
    const tables = await beginSnapshot(client)
    await draft.write('header', json(await headerOf(options, tables)))
    const rows = await writeTables(options, tables)
    await draft.write('sequences', json(await sequencesOf(client)))
    if (secrets !== null) await draft.write('keys', json(secrets))
    const end: End = { tables: tables.length, rows }
    await draft.write('end', json(end))
    await client.query('commit')
    return end
  } catch (error) {
    stop.throwIfAborted()
    if (!(error instanceof pg.DatabaseError)) throw error
    const owner = error.code === '42501' ? '. In DATABASE_URL, use the user who owns the tables' : ''
    throw new Error(`the database can't be read: ${error.message}${owner}`)
  } finally {
    spare()
  }
}

async function headerOf({ client, program, secrets }: BackupOptions, all: readonly Table[]): Promise<Header> {
  const { rows } = await client.query<{ queueVersion: number; server: string; now: Date }>(
    `select version as "queueVersion", current_setting('server_version') as server, now() from ${queueSchema}.version`,
  )
  const { queueVersion, server, now } = rows[0]!
  const schemaVersion = await versionOf(client)
  const tables = all.map(({ schema, name }) => ({ schema, name }))
  return { program, schemaVersion, queueVersion, server, createdAt: now.toISOString(), keys: secrets !== null, tables }
}

async function writeTables(options: BackupOptions, tables: readonly Table[]): Promise<number> {
  const { draft, onProgress } = options
  const totalBytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  let bytesBefore = 0
  let rows = 0
  for (const table of tables) {
    const { schema, name, columns, partitions } = table
    await draft.write('table', json({ schema, name, columns, partitions } satisfies TableHead))
    const end = await writeRows(options, table, (soFar) =>
      onProgress(rows + soFar.rows, (bytesBefore + Math.min(soFar.bytes, table.bytes)) / totalBytes),
    )
    await draft.write('tableEnd', json(end))
    rows += end.rows
    bytesBefore += table.bytes
    onProgress(rows, bytesBefore / totalBytes)
  }
  return rows
}

async function writeRows(
  { client, draft, stop }: BackupOptions,
  table: Table,
  onProgress: (soFar: TableEnd) => void,
): Promise<TableEnd> {
  const columns = quotedList(table.columns)
  // COPY of a partitioned table needs a query.
  const source = table.partitioned ? `(select ${columns} from ${quoted(table)})` : `${quoted(table)} (${columns})`
  const end: TableEnd = { rows: 0, bytes: 0, checksum: 0 }
  for await (const piece of pieces(client.query(copyTo(`copy ${source} to stdout`)))) {
    stop.throwIfAborted()
    await draft.write('data', await compress(piece))
    end.rows += rowsIn(piece)
    end.bytes += piece.length
    end.checksum = crc32(piece, end.checksum)
    onProgress(end)
  }
  return end
}

/** Combines chunks into larger pieces, which compress better. */
async function* pieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
