import { eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { sourceHealth } from '#platform/server/database/tables.ts'
import type { EndpointError } from '#platform/server/network/endpoint-error.ts'

/** The endpoints, and the shipped judge, by their names among the sources. */
type EndpointName = 'embedding' | 'model' | 'need'

const minute = 60_000
/** After a failure, the endpoint rests for as long as it has been failing, within these bounds. */
const restMs = { least: minute, most: 30 * minute }

/** `failedAt` is when it started to fail; both are null while it works. */
export interface EndpointHealth {
  failedAt: Date | null
  nextTryAt: Date | null
}

export async function endpointHealth(tx: Transaction, source: EndpointName): Promise<EndpointHealth> {
  const [row] = await tx.select().from(sourceHealth).where(eq(sourceHealth.source, source))
  return { failedAt: row?.failedAt ?? null, nextTryAt: row?.nextTryAt ?? null }
}

export async function noteSuccess(ctx: Ctx, tx: Transaction, source: EndpointName): Promise<void> {
  const now = ctx.now()
  await note(tx, source, { lastSuccessAt: now, error: null, failedAt: null, nextTryAt: null, updatedAt: now })
}

/** Records the error, which users can see, and when to try again. */
export async function noteFailure(
  ctx: Ctx,
  tx: Transaction,
  source: EndpointName,
  fault: EndpointError,
): Promise<void> {
  const now = ctx.now()
  const failedAt = (await endpointHealth(tx, source)).failedAt ?? now
  const failing = now.getTime() - failedAt.getTime()
  const requested = (fault.waitSeconds ?? 0) * 1000
  const rest = Math.max(requested, Math.min(restMs.most, Math.max(restMs.least, failing)))
  const nextTryAt = new Date(now.getTime() + rest)
  await note(tx, source, { error: fault.message, failedAt, nextTryAt, updatedAt: now })
}

/** Deletes the endpoint's status once no endpoint is configured anymore. */
export async function forgetEndpoint(tx: Transaction, source: EndpointName): Promise<void> {
  await tx.delete(sourceHealth).where(eq(sourceHealth.source, source))
}

async function note(
  tx: Transaction,
  source: EndpointName,
  values: Partial<typeof sourceHealth.$inferInsert> & { updatedAt: Date },
): Promise<void> {
  const set = values
  await tx
    .insert(sourceHealth)
    .values({ source, ...values })
    .onConflictDoUpdate({ target: sourceHealth.source, set })
}
