import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'

/** Deletes or changes a few rows. Returns their number, or 0 if none are left. */
export type Step = (tx: Transaction, erasure: ErasureRow) => Promise<number>

/** Rows per transaction. */
export const batchSize = 1000

/**
 * Runs each step until it finds nothing, one transaction at a time. Interrupted or concurrent runs do no harm, because
 * each run continues with the remaining rows. Returns whether it is complete; stops early at shutdown.
 */
export async function takeSteps(ctx: Ctx, erasure: ErasureRow, steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) {
    for (let removed = 1; removed > 0; ) {
      if (ctx.stopping.aborted) return false
      removed = await transaction(ctx, (tx) => step(tx, erasure))
    }
  }
  return true
}
