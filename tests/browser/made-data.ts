import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'

/** Turns off syncing to disk. Only a crash of the machine could lose data. */
const settings = 'fsync = off\nfull_page_writes = off\n'

let prepared: { folder: string; madeData: string } | null = null

/** Creates the data of a first start with the same code: a database with empty tables. */
export async function makeData(dataDir: string): Promise<void> {
  const postgres = await startEmbedded(dataDir, { durable: false })
  await migrate(postgres.url)
  await postgres.release()
  const cluster = join(dataDir, 'postgres')
  appendFileSync(join(cluster, 'postgresql.auto.conf'), settings)
  // Removes the port, which all copies would request, and the log.
  for (const own of ['postmaster.opts', 'log']) rmSync(join(cluster, own), { recursive: true, force: true })
}

/** Makes new servers keep their data in this folder and start with a copy of this data. */
export function startWith(servers: { folder: string; madeData: string }): void {
  prepared = servers
}

/** Creates the DATA_DIR of a server, with the prepared data or empty. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(prepared?.folder ?? tmpdir(), 'earshot-server-'))
  if (prepared !== null) copyData(prepared.madeData, dataDir)
  return dataDir
}

/** Copies prepared data into an existing folder. */
export function copyData(from: string, into: string): void {
  // PostgreSQL needs each file to keep its owner.
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, into], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`couldn't copy ${from}: ${stderr}`)
}
