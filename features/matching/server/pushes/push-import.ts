import { sql } from 'drizzle-orm'
import type { Identity } from '#features/posts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { scopedIdOf } from '#platform/server/outside-id.ts'
import { brokenLinesKept } from '../imports/progress.ts'
import { sourceNumbers } from '../posts/posts.ts'

/** A project's push source: an import that never ends. */
export interface PushSource {
  projectId: string
  importId: string
  /** As it was first written. */
  name: string
  isNew: boolean
  /** In which IDs are unique. */
  scope: string
}

/** What a request added to a push source. */
export interface PushCount {
  lines: number
  inserted: number
  known: number
  /** Of new text; less than 0 if texts became shorter. */
  textBytes: number
  broken: readonly { line: number; reason: string; text: string }[]
}

/**
 * Returns the project's push source of this name, in any case, and creates it with its first item. Locks it until the
 * transaction ends, so that requests to the same source wait for each other. Throws ConflictError while it is removed.
 */
export async function lockPushSource(
  ctx: Ctx,
  tx: Transaction,
  { projectId, name, createdBy }: { projectId: string; name: string; createdBy: string | null },
): Promise<PushSource> {
  const now = ctx.now().toISOString()
  const key = name.toLowerCase()
  const { rows } = await tx.execute<{ id: string; name: string; state: string; isNew: boolean }>(sql`
    insert into import (id, project_id, name, origin, fingerprint, state, bytes_total, created_by, created_at, updated_at)
    values (${ctx.id()}, ${projectId}, ${name}, 'push', ${key}, 'done', 0, ${createdBy}, ${now}, ${now})
    on conflict (project_id, fingerprint) where origin = 'push' do update set updated_at = excluded.updated_at
    returning id, name, state, xmax = 0 as "isNew"`)
  const row = rows[0]!
  if (row.state === 'purging') {
    throw new ApiError('ConflictError', 'This source is being removed with its posts. Try again in a minute.')
  }
  // The name, not the row's ID: a removed source that is pushed again has the same IDs.
  return { projectId, importId: row.id, name: row.name, isNew: row.isNew, scope: `${projectId}\n${key}` }
}

/** Counts what a request brought. The source keeps the last broken lines. */
export async function countPush(ctx: Ctx, tx: Transaction, { importId }: PushSource, by: PushCount): Promise<void> {
  const minuteAgo = new Date(ctx.now().getTime() - 60_000).toISOString()
  const broken = JSON.stringify(by.broken.slice(0, brokenLinesKept))
  const now = ctx.now().toISOString()
  await tx.execute(sql`
    update import set lines_done = lines_done + ${by.lines}, items_new = items_new + ${by.inserted},
      items_known = items_known + ${by.known}, lines_broken = lines_broken + ${by.broken.length},
      text_bytes = greatest(0, text_bytes + ${by.textBytes}),
      recent_lines = case when recent_since > ${minuteAgo} then recent_lines else 0 end + ${by.lines - by.broken.length},
      recent_since = case when recent_since > ${minuteAgo} then recent_since else ${now} end,
      broken_lines = case when ${by.broken.length} > 0 then ${broken}::jsonb else broken_lines end,
      finished_at = ${now}, updated_at = ${now}
    where id = ${importId}`)
}

/** Returns the identities that items of a push source may have: an ID alone doesn't tell a post from a comment. */
export function pushedIdentities({ scope }: PushSource, ids: readonly string[]): Identity[] {
  return ids.flatMap((id) => {
    const outsideId = scopedIdOf(scope, id).outsideId.toString()
    return (['comment', 'post'] as const).map((kind) => ({ source: sourceNumbers.push.real, kind, outsideId }))
  })
}
