import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'

/** No syncing to disk: only a crash of the machine could lose data, and no test does that. */
const settings = 'fsync = off\nfull_page_writes = off\n'

let given: { folder: string; madeData: string } | null = null

/** Creates what a first start creates, with the same code: a database with empty tables. */
export async function makeData(dataDir: string): Promise<void> {
  const postgres = await startEmbedded(dataDir, { durable: false })
  await migrate(postgres.url)
  await postgres.release()
  const cluster = join(dataDir, 'postgres')
  appendFileSync(join(cluster, 'postgresql.auto.conf'), settings)
  // Its port, which all copies would ask for, and its log.
  for (const own of ['postmaster.opts', 'log']) rmSync(join(cluster, own), { recursive: true, force: true })
}

/** From now on servers keep their data in this folder, and start with a copy of that data. */
export function startWith(servers: { folder: string; madeData: string }): void {
  given = servers
}

/** Makes the DATA_DIR of a server: with that data, or empty where a test run made none. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(given?.folder ?? tmpdir(), 'earshot-server-'))
  if (given !== null) copyData(given.madeData, dataDir)
  return dataDir
}

/** Copies such data into a folder that is there. */
export function copyData(from: string, into: string): void {
  // PostgreSQL needs each file to keep its owner.
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, into], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`)
}
