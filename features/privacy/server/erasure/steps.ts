import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'

/** Takes some rows away and answers how many; 0 once there are none. */
export type Step = (tx: Transaction, erasure: ErasureRow) => Promise<number>

/** Rows of one transaction. */
export const batchSize = 1000

/**
 * Does each step until it finds nothing, a transaction a time: ended anywhere, or done by two at once, the next run goes
 * on with what is there. Answers whether it came to the end; it stops early where the process is to end.
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
