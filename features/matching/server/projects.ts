import { sql } from 'drizzle-orm'
import { buildFinder, type CandidateFinder } from '#engine/candidates/candidates.ts'
import { type ActiveProject, isActive, phraseVersion, readActiveProjects } from '#features/watchlist/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Returns the global phrase version. After shareWatchlist(), it applies to all phrases read later in the transaction.
 */
export async function currentPhraseVersion(tx: Transaction): Promise<number> {
  const [current] = await tx.select({ version: phraseVersion.version }).from(phraseVersion)
  return current!.version
}

/** Returns a project, or null if it doesn't exist or isn't active. */
export async function activeProject(tx: Transaction, id: string): Promise<ActiveProject | null> {
  const [project] = await readActiveProjects(tx, sql`p.id = ${id} and ${isActive}`)
  return project ?? null
}

/** Returns a finder for a single project. */
export function finderOf({ id, profile }: ActiveProject): CandidateFinder {
  return buildFinder([{ id, profile }])
}
