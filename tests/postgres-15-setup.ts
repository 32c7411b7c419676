import type { TestProject } from 'vitest/node'
import { startPostgres15 } from './postgres-15.ts'
import { provideTemplate } from './template.ts'

/** Replaces the embedded PostgreSQL with the oldest supported version (DESIGN 8). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres15()
  await provideTemplate(project, server.url)
  return () => server.close()
}
