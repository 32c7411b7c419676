import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../server/db/migrate.ts'
import { startEmbedded } from '../../server/embedded/postgres.ts'

/** Nothing is synced to a disk, which the machine alone could lose: whoever kills a process still finds all that was told. */
const settings = 'fsync = off\nfull_page_writes = off\n'

let made: string | null = null

/** Makes what every first start makes, in the same way: a database with the tables and nothing in them. */
export async function makeData(dataDir: string): Promise<void> {
  const postgres = await startEmbedded(dataDir, { durable: false })
  await migrate(postgres.url)
  await postgres.release()
  const cluster = join(dataDir, 'postgres')
  appendFileSync(join(cluster, 'postgresql.auto.conf'), settings)
  // The port it had, which its copies would all ask for, and what it said.
  for (const own of ['postmaster.opts', 'log']) rmSync(join(cluster, own), { recursive: true, force: true })
}

/** From now on houses begin with a copy of this folder, in the place of an empty one. */
export function beginWith(dataDir: string): void {
  made = dataDir
}

/** Puts into a house's folder what it begins with. */
export function furnish(dataDir: string): void {
  if (made === null) return
  // With the owner of each file, as PostgreSQL wants it.
  const { status, stderr } = spawnSync('cp', ['-a', `${made}/.`, dataDir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${made} could not be copied: ${stderr}`)
}
