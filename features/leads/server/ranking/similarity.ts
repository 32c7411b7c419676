import { type SQL, sql } from 'drizzle-orm'
import type { Component } from '#engine/score/component.ts'
import { cosineOf, similarityOf, withSimilarity } from '#engine/score/similarity.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { noteDue, type PostKey } from './due.ts'
import { readScale } from './scale.ts'
import { postVectors, projectVectors } from './vectors.ts'

/** The similarity in a lead's score; null if unknown or negligible. */
export type SimilarityAt = (postKey: PostKey) => Component | null

const unknown: SimilarityAt = () => null

/** Reads the similarities of these leads from the current vectors. Reads nothing if no endpoint is configured. */
export async function similarities(
  { embedding }: Ctx,
  tx: Transaction,
  postKeys: readonly PostKey[],
): Promise<SimilarityAt> {
  if (!embedding || postKeys.length === 0) return unknown
  const { model } = embedding
  const scale = await readScale(tx, model)
  if (!scale) return unknown
  const descriptions = await projectVectors(
    tx,
    model,
    distinct(postKeys, ({ projectId }) => projectId),
  )
  if (descriptions.size === 0) return unknown
  const texts = await postVectors(
    tx,
    model,
    distinct(postKeys, ({ postId }) => postId),
  )
  return ({ projectId, postId }) => {
    const [description, text] = [descriptions.get(projectId), texts.get(postId)]
    return description && text ? similarityOf(cosineOf(description, text), scale) : null
  }
}

/** Queues leads for comparison. Call it after writing leads: their vectors may be newer than what was written. */
export async function toBeCompared({ embedding }: Ctx, tx: Transaction, leads: readonly PostKey[]): Promise<void> {
  if (embedding) await noteDue(tx, leads)
}

/**
 * Updates the similarity in the scores of these leads to the current vectors; the rest stays unchanged. Skips locked
 * leads and returns them.
 */
export async function compare<P extends PostKey>(ctx: Ctx, tx: Transaction, postKeys: readonly P[]): Promise<P[]> {
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select o.project_id as "projectId", o.post_id as "postId", o.components
    from opportunity o join ${asTable(postKeys)} on o.project_id = p.project_id and o.post_id = p.post_id
    order by o.post_id, o.project_id for no key update of o skip locked`)
  // Read after the leads are locked: any later write to them is newer than these vectors.
  const similarityAt = await similarities(ctx, tx, rows)
  const changed = rows.flatMap((row) => {
    const similarity = similarityAt(row)
    const before = row.components.find(({ name }) => name === 'similarity') ?? null
    return comparable(before) === comparable(similarity)
      ? []
      : [{ ...row, ...withSimilarity(row.components, similarity) }]
  })
  await write(ctx, tx, changed)
  const held = new Set(rows.map(keyOf))
  const skipped = await existing(
    tx,
    postKeys.filter((postKey) => !held.has(keyOf(postKey))),
  )
  return postKeys.filter((postKey) => skipped.has(keyOf(postKey)))
}

interface Row extends PostKey {
  components: Component[]
}

async function write(ctx: Ctx, tx: Transaction, changed: readonly (Row & { score: number })[]): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`
    update opportunity o set score = m.score, components = m.components, updated_at = ${ctx.now().toISOString()}
    from json_to_recordset(${JSON.stringify(changed)})
      as m("projectId" uuid, "postId" uuid, score real, components jsonb)
    where o.project_id = m."projectId" and o.post_id = m."postId"`)
  await announce(
    ctx,
    tx,
    'opportunities',
    distinct(changed, ({ projectId }) => projectId),
  )
}

async function existing(tx: Transaction, postKeys: readonly PostKey[]): Promise<Set<string>> {
  if (postKeys.length === 0) return new Set()
  const { rows } = await tx.execute<PostKey & Record<string, unknown>>(sql`
    select o.project_id as "projectId", o.post_id as "postId"
    from opportunity o join ${asTable(postKeys)} on o.project_id = p.project_id and o.post_id = p.post_id`)
  return new Set(rows.map(keyOf))
}

/** Returns the distinct keys as a table p. */
function asTable(postKeys: readonly PostKey[]): SQL {
  const column = (value: (postKey: PostKey) => string) => sql.param(postKeys.map(value))
  return sql`(
    select distinct * from unnest(${column(({ projectId }) => projectId)}::uuid[],
      ${column(({ postId }) => postId)}::uuid[])
  ) as p(project_id, post_id)`
}

function distinct<T>(of: readonly T[], value: (each: T) => string): string[] {
  return [...new Set(of.map(value))]
}

function keyOf({ projectId, postId }: PostKey): string {
  return `${projectId} ${postId}`
}

/** Returns a value to compare, since the database changes the order of keys. */
function comparable(component: Component | null): string | null {
  return component && `${component.points} ${component.reasons[0]?.text}`
}
