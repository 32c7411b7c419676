import { sql } from 'drizzle-orm'
import type { Hit } from '#engine/candidates/candidates.ts'
import type { MentionName } from '#engine/mentions/mention-content.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'

/** The source of a hit: a keyword, a competitor, or the project's own name. */
interface WatchedName {
  id: string
  kind: MentionName['kind']
  /** The current phrase in the project. */
  phrase: string
}

/** Names by nameKey(). */
export type Names = ReadonlyMap<string, WatchedName>

interface Cached {
  version: number
  names: Names
}

/** The names cached by this process, last used at the end. */
const caches = new WeakMap<Database, Map<string, Cached>>()
const cacheLimit = 2000

/** Returns the key of a hit's phrase, or null for a word derived from the profile, which names nothing. */
export function nameKey({ kind, phrase }: Pick<Hit, 'kind' | 'phrase'>): string | null {
  return kind === 'profile' ? null : `${kind} ${phrase}`
}

/**
 * Returns the names in these projects' watchlists, by project ID, given the projects' current versions. Call it while
 * holding shareWatchlist(): then the versions identify the watchlists.
 */
export async function watchedNames(
  ctx: Ctx,
  tx: Transaction,
  versions: ReadonlyMap<string, number>,
): Promise<Map<string, Names>> {
  const cache = caches.get(ctx.db) ?? new Map<string, Cached>()
  caches.set(ctx.db, cache)
  const missing = [...versions].filter(([id, version]) => cache.get(id)?.version !== version).map(([id]) => id)
  const read = await readNames(tx, missing)
  const found = new Map<string, Names>()
  for (const [id, version] of versions) {
    const names = read.get(id) ?? cache.get(id)?.names ?? new Map()
    cache.delete(id)
    cache.set(id, { version, names })
    found.set(id, names)
  }
  for (const id of cache.keys()) {
    if (cache.size <= cacheLimit) break
    cache.delete(id)
  }
  return found
}

interface NameRow extends Record<string, unknown>, WatchedName {
  projectId: string
  hitKind: Hit['kind']
}

async function readNames(tx: Transaction, projectIds: readonly string[]): Promise<Map<string, Names>> {
  const names = new Map(projectIds.map((id) => [id, new Map<string, WatchedName>()]))
  if (projectIds.length === 0) return names
  const ids = sql`${sql.param([...projectIds])}::uuid[]`
  const { rows } = await tx.execute<NameRow>(sql`
    select project_id as "projectId", id, 'keyword' as "hitKind", query as phrase,
      case kind when 'problem' then 'industry' else kind end as kind
    from keyword where project_id = any (${ids}) and status = 'active' and kind <> 'competitor'
    union all
    select project_id, id, 'competitor', name, 'competitor'
    from competitor where project_id = any (${ids}) and status = 'active'
    union all
    select id, id, 'brand', name, 'brand' from project where id = any (${ids})`)
  for (const { projectId, hitKind, ...name } of rows) {
    names.get(projectId)?.set(nameKey({ kind: hitKind, phrase: name.phrase })!, name)
  }
  return names
}
