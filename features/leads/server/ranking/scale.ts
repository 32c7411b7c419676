import { eq } from 'drizzle-orm'
import type { Scale } from '#engine/score/similarity.ts'
import { scaleOf } from '#engine/score/similarity.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'
import { embeddingScale } from '../tables.ts'
import { references } from './references.ts'

/** The texts by which a model is measured, in one request. */
export const referenceTexts = [...references.map(({ product }) => product), ...references.map(({ request }) => request)]

/** How closeness is to be read; null where the model has not been measured yet. */
export async function readScale(tx: Transaction, model: string): Promise<Scale | null> {
  const [row] = await tx.select().from(embeddingScale).where(eq(embeddingScale.model, model))
  return row ? { apart: row.apart, together: row.together } : null
}

/** Keeps what the vectors of those texts say. Throws EndpointError where the model finds everything alike. */
export async function saveScale(
  ctx: Ctx,
  tx: Transaction,
  model: string,
  vectors: readonly ArrayLike<number>[],
): Promise<void> {
  const scale = scaleOf(vectors.slice(0, references.length), vectors.slice(references.length))
  if (!scale) throw new EndpointError('blunt')
  await tx
    .insert(embeddingScale)
    .values({ model, ...scale, createdAt: ctx.now() })
    .onConflictDoNothing()
}
