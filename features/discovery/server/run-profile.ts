import { sql } from 'drizzle-orm'
import type { Profile } from '#engine/item.ts'
import type { Realm } from '#engine/sources.ts'
import { readActiveProjects } from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { RunCriteria } from '../contract.ts'

/**
 * Returns a project's product as a run looks for it: with the run's audience in place of the project's, and with its
 * competitors added to the watchlist's. Throws ConflictError for drafts and archived projects.
 */
export async function runProfile(
  tx: Transaction,
  projectId: string,
  { audience, competitors }: RunCriteria,
): Promise<{ profile: Profile; realm: Realm }> {
  const [project] = await readActiveProjects(tx, sql`p.id = ${projectId}`, {
    ...(audience.length > 0 && { audience }),
  })
  if (!project?.listens) throw new ApiError('ConflictError', 'This project is not active. Restore it to find leads.')
  const { profile, seeing } = project
  const known = new Set(profile.competitors.map((name) => name.toLowerCase()))
  const added = competitors.filter((name) => !known.has(name.toLowerCase()))
  return { profile: { ...profile, competitors: [...profile.competitors, ...added] }, realm: seeing.realm }
}
