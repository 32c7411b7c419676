import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../server/db/migrate.ts'
import { startEmbedded } from '../server/embedded/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database that every test world is copied from. */
    templateUrl: string
  }
}

/** One throw-away PostgreSQL for the whole run; each test world is a copy of its template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-test-'))
  const postgres = await startEmbedded(dataDir, { durable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database template_world')
  await client.end()
  const templateUrl = postgres.url.replace(/\/earshot$/, '/template_world')
  await migrate(templateUrl)
  project.provide('templateUrl', templateUrl)
  return async () => {
    await postgres.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
