import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../server/embedded/postgres.ts'
import { provideTemplate } from './template.ts'

/** One throw-away PostgreSQL for the whole run; each test world is a copy of its template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-test-'))
  const postgres = await startEmbedded(dataDir, { durable: false })
  await provideTemplate(project, postgres.url)
  return async () => {
    await postgres.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
