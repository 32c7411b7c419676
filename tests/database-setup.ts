import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findBinaries } from '#platform/server/embedded/binaries.ts'
import { openCluster, runsAsRoot } from '#platform/server/embedded/cluster.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { copyData, makeData } from './browser/made-data.ts'
import { bySocket, provideTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR with a migrated, empty database. Programs that need their own start on a copy. */
    madeData: string
  }
}

/** Starts one PostgreSQL for the whole run. Each test world is a copy of its template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'))
  const [madeData, dataDir] = [join(folder, 'made'), join(folder, 'shared')]
  for (const each of [madeData, dataDir]) mkdirSync(each)
  await makeData(madeData)
  project.provide('madeData', madeData)
  copyData(madeData, dataDir)
  await allowEmptying(dataDir)
  const postgres = await startEmbedded(dataDir, { durable: false })
  await hashPasswordQuickly(postgres.url)
  await provideTemplate(project, bySocket(postgres.url, join(dataDir, 'postgres')))
  return async () => {
    await endConnections(postgres.url)
    await postgres.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lets tests empty all tables without triggers and in any order. Only a superuser may grant that. */
async function allowEmptying(dataDir: string): Promise<void> {
  const binaries = findBinaries(runsAsRoot())
  const { name, spawn } = await openCluster(dataDir, binaries, false)
  const input = 'grant set on parameter session_replication_role to earshot'
  const { status, stderr } = spawnSync(binaries.postgres, ['--single', '-D', name, 'postgres'], { ...spawn, input })
  if (status !== 0) throw new Error(`granting a parameter failed: ${stderr}`)
}

/** Ends the connections of idle databases. PostgreSQL is only stopped without clients. */
async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname like 'test\\_%' and usename = current_user`,
  )
  await client.end()
}

/**
 * Makes PostgreSQL check passwords with 1 round of hashing instead of 4,096, since tests connect thousands of times.
 */
async function hashPasswordQuickly(url: string): Promise<void> {
  const { username, password } = new URL(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set scram_iterations = 1')
  await client.query(`alter role ${username} password ${pg.escapeLiteral(decodeURIComponent(password))}`)
  await client.end()
}
