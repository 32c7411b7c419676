import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { copyData, makeData } from './browser/made-data.ts'
import { provideTemplate } from './template.ts'

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
  const postgres = await startEmbedded(dataDir, { durable: false })
  await hashPasswordQuickly(postgres.url)
  await provideTemplate(project, postgres.url)
  return async () => {
    await postgres.release()
    rmSync(folder, { recursive: true, force: true })
  }
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
