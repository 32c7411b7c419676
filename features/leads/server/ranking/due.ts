import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { similarityDue } from '../tables.ts'

/** The key of a lead by its post. */
export interface PostKey {
  projectId: string
  postId: string
}

/** A lead to compare with the description of its project. */
export interface Due extends PostKey {
  id: number
}

/**
 * Queues leads for comparison. Call it in the transaction that writes them, after they are written. It only adds rows
 * and waits for no other transaction; a lead that is being compared meanwhile is compared again.
 */
export async function noteDue(tx: Transaction, leads: readonly PostKey[]): Promise<void> {
  if (leads.length === 0) return
  await tx.insert(similarityDue).values(leads.map(({ projectId, postId }) => ({ projectId, postId })))
}

/** Queues all leads of a project after the vector of its description changed. */
export async function noteAllDue(tx: Transaction, projectId: string): Promise<void> {
  await tx.execute(sql`
    insert into similarity_due (project_id, post_id)
    select project_id, post_id from opportunity where project_id = ${projectId} order by id`)
}

/** Returns the next leads: the newest of every project first, so that no project waits for all leads of another. */
export async function nextDue(tx: Transaction, limit: number): Promise<Due[]> {
  const { rows } = await tx.execute<{ projectId: string; postId: string; id: string }>(sql`
    select d.project_id as "projectId", d.post_id as "postId", d.id
    from (select distinct project_id from similarity_due) p
    cross join lateral (
      select n.*, row_number() over (order by n.id desc) as turn
      from (select * from similarity_due s where s.project_id = p.project_id order by s.id desc limit ${limit}) n
    ) d
    order by d.turn, d.id desc limit ${limit}`)
  return rows.map(({ id, ...postKey }) => ({ ...postKey, id: Number(id) }))
}

export async function removeDue(tx: Transaction, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return
  const ids = dues.map(({ id }) => id)
  await tx.delete(similarityDue).where(inArray(similarityDue.id, ids))
}
