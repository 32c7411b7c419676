import { sql } from 'drizzle-orm'
import type { Profile } from '#engine/item.ts'
import { type CompiledProfile, compileProfile } from '#engine/score/score.ts'
import { isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'

export interface Compiled {
  version: number
  profile: CompiledProfile
  /** What it was compiled from. */
  source: Profile
}

/** The most recently used compiled profiles of a process, last used at the end; each takes about 15 kB. */
const caches = new WeakMap<Database, Map<string, Compiled>>()
const cacheLimit = 2000

/**
 * Returns compiled profiles, with their versions, of the active projects among these. Locks the projects against
 * deletion until the transaction ends. Call it while holding shareWatchlist().
 */
export async function compiledProfiles(
  ctx: Ctx,
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, Compiled>> {
  const cache = caches.get(ctx.db) ?? new Map<string, Compiled>()
  caches.set(ctx.db, cache)
  const { rows } = await tx.execute<{ id: string; version: number }>(
    sql`select p.id, p.version from project p where p.id = any (${sql.param([...ids])}::uuid[]) and ${isActive}
      order by p.id for key share`,
  )
  const profiles = new Map<string, Compiled>()
  const missing: string[] = []
  for (const { id, version } of rows) {
    const found = cache.get(id)
    if (found?.version === version) keep(cache, profiles, id, found)
    else missing.push(id)
  }
  if (missing.length === 0) return profiles
  for (const { id, version, profile } of await readActiveProjects(
    tx,
    sql`p.id = any (${sql.param(missing)}::uuid[])`,
  )) {
    keep(cache, profiles, id, { version, profile: compileProfile(profile), source: profile })
  }
  for (const id of cache.keys()) {
    if (cache.size <= cacheLimit) break
    cache.delete(id)
  }
  return profiles
}

function keep(cache: Map<string, Compiled>, profiles: Map<string, Compiled>, id: string, compiled: Compiled): void {
  cache.delete(id)
  cache.set(id, compiled)
  profiles.set(id, compiled)
}
