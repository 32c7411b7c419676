import { eq } from 'drizzle-orm'
import type { Scale } from '#engine/score/similarity.ts'
import { scaleOf } from '#engine/score/similarity.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'
import { embeddingScale } from '../tables.ts'
import { references } from './references.ts'

/** The texts that measure a model, in one request. */
export const referenceTexts = [...references.map(({ product }) => product), ...references.map(({ request }) => request)]

/** Returns the scale of a model; null if it has not been measured yet. */
export async function readScale(tx: Transaction, model: string): Promise<Scale | null> {
  const [row] = await tx.select().from(embeddingScale).where(eq(embeddingScale.model, model))
  return row ? { apart: row.apart, together: row.together } : null
}

/** Saves the scale from the vectors of those texts. Throws EndpointError if the model rates everything alike. */
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
