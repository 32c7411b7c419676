import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { postVector, projectVector } from '../tables.ts'
import { noteAllDue } from './due.ts'

/** A project's current description. */
export interface Description {
  projectId: string
  version: number
  text: string
}

/** The text of a post, with a digest to recognize it. */
export interface PostText {
  postId: string
  title: string
  body: string
  digest: string
}

/** Selects projects (p) without a vector, or whose description may have changed since. */
export function lacksProjectVector(model: string) {
  return sql`not exists (
    select from project_vector v
    where v.project_id = p.id and v.model = ${model} and v.project_version = p.version)`
}

/** Returns the descriptions whose text changed. For the others, only records that the new version has the same text. */
export async function changedDescriptions(
  tx: Transaction,
  model: string,
  descriptions: readonly Description[],
): Promise<Description[]> {
  const changed: Description[] = []
  for (const description of descriptions) {
    const { projectId, version, text } = description
    const same = await tx
      .update(projectVector)
      .set({ projectVersion: version })
      .where(sql`project_id = ${projectId} and model = ${model} and digest = ${digestOf(text)}`)
      .returning({ projectId: projectVector.projectId })
    if (same.length === 0) changed.push(description)
  }
  return changed
}

/** Saves the vector of a description, and queues all leads of its project for comparison. */
export async function saveProjectVector(
  ctx: Ctx,
  tx: Transaction,
  model: string,
  { projectId, version, text }: Description,
  vector: Int8Array,
): Promise<void> {
  const values = { model, projectVersion: version, digest: digestOf(text), vector: Buffer.from(vector) }
  const row = { ...values, updatedAt: ctx.now() }
  await tx
    .insert(projectVector)
    .values({ projectId, ...row })
    .onConflictDoUpdate({ target: projectVector.projectId, set: row })
  await noteAllDue(tx, projectId)
}

/** Returns the texts of those posts that have no vector of the model yet. */
export async function textsWithoutVectors(
  tx: Transaction,
  model: string,
  postIds: readonly string[],
): Promise<PostText[]> {
  const { rows } = await tx.execute<PostText & Record<string, unknown>>(sql`
    select p.id as "postId", p.title, p.body, ${digestColumn} as digest
    from post p
    where p.id = any (${sql.param([...new Set(postIds)])}::uuid[])
      and not exists (select from post_vector v where v.post_id = p.id and v.model = ${model})
    order by p.id`)
  return rows
}

/**
 * Saves the vectors of posts whose text is still the same, so that a text deleted meanwhile leaves nothing behind.
 * Skips locked posts. Returns the ids of the saved ones.
 */
export async function savePostVectors(
  ctx: Ctx,
  tx: Transaction,
  model: string,
  embedded: readonly { postId: string; digest: string; vector: Int8Array }[],
): Promise<string[]> {
  const column = (value: (each: (typeof embedded)[number]) => string) => sql.param(embedded.map(value))
  const { rows } = await tx.execute<{ id: string }>(sql`
    with same as (
      select p.id, v.vector
      from unnest(${column(({ postId }) => postId)}::uuid[], ${column(({ digest }) => digest)}::text[],
        ${column(({ vector }) => Buffer.from(vector).toString('hex'))}::text[]) as v(id, digest, vector)
      join post p on p.id = v.id and ${digestColumn} = v.digest
      order by p.id for share of p skip locked
    )
    insert into post_vector (post_id, model, vector, created_at)
    select id, ${model}, decode(vector, 'hex'), ${ctx.now().toISOString()} from same
    on conflict (post_id) do update
    set model = excluded.model, vector = excluded.vector, created_at = excluded.created_at
    returning post_id as id`)
  return rows.map(({ id }) => id)
}

/** Returns vectors by project id. */
export async function projectVectors(tx: Transaction, model: string, ids: readonly string[]) {
  const rows = await tx
    .select({ id: projectVector.projectId, vector: projectVector.vector })
    .from(projectVector)
    .where(and(eq(projectVector.model, model), inArray(projectVector.projectId, [...ids])))
  return new Map(rows.map(({ id, vector }) => [id, stepsOf(vector)]))
}

/** Returns vectors by post id. */
export async function postVectors(tx: Transaction, model: string, ids: readonly string[]) {
  const rows = await tx
    .select({ id: postVector.postId, vector: postVector.vector })
    .from(postVector)
    .where(and(eq(postVector.model, model), inArray(postVector.postId, [...ids])))
  return new Map(rows.map(({ id, vector }) => [id, stepsOf(vector)]))
}

const digestColumn = sql`md5(p.title || E'\n' || p.body)`

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function stepsOf(bytes: Buffer): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}
