import type { Hit } from '@earshot/engine/candidates'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { isListening } from './listening.ts'

/** A post that a project's phrases were found in, by the version that the project had when they were read. */
export interface Found {
  projectId: string
  version: number
  postId: string
  hits: readonly Hit[]
}

/** Rows in one statement: bounds memory where one post is a candidate of very many projects. */
export const writtenAtOnce = 2000

/**
 * Why no post is missed and nothing outdated stays, whatever is edited while batches run:
 *
 * An edit raises the project's version in the transaction that enqueues its look-back. What a batch found is written
 * only for a version that is still the project's own, and the shared lock on the project row, held until the batch
 * commits, keeps an edit from committing in between. So for a batch and an edit there are two cases. The batch read
 * its phrases after the edit: it found by the new ones. Or before: then its posts were committed before the edit was,
 * the look-back, which starts later still, reads all of them, and overwrites or (settle) removes what the batch wrote
 * by the older version.
 *
 * Rows are locked and written in the order of post and project everywhere, so two writers wait but never embrace.
 * Returns how many rows are new or changed; only those have to be scored.
 */
export async function writeCandidates(
  tx: Transaction,
  batchId: string,
  found: readonly Found[],
  now: Date,
): Promise<number> {
  const result = await tx.execute(sql`
    insert into candidate (project_id, post_id, batch_id, project_version, hits, created_at)
    select f."projectId", f."postId", ${batchId}, f.version, f.hits, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(found)}) as f("projectId" uuid, version integer, "postId" uuid, hits jsonb)
    join project p on p.id = f."projectId" and p.version = f.version and ${isListening}
    order by f."postId", f."projectId"
    for share of p
    on conflict (project_id, post_id) do update
    set batch_id = excluded.batch_id, project_version = excluded.project_version, hits = excluded.hits, scored_at = null
    where candidate.project_version <> excluded.project_version or candidate.hits <> excluded.hits`)
  return result.rowCount ?? 0
}
