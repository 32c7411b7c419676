import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { announce } from '../../events.ts'
import type { ErasureRow } from './erasures.ts'
import { removeFrom, removeLeadsOf } from './project.ts'
import { takeSteps } from './steps.ts'

/** Takes away what a project found in the sandbox, with the posts that no project needs. Answers whether it came to the end. */
export function eraseSandbox(ctx: Ctx, erasure: ErasureRow): Promise<boolean> {
  const tables = ['candidate', 'opportunity', 'mention'] as const
  const ofSandbox = sql`and realm = 'sandbox'`
  const finds = tables.map((table) => removeLeadsOf(table, ofSandbox))
  return takeSteps(ctx, erasure, [...finds, removeFrom('forgetting', ofSandbox)])
}

/** Nothing is left to say of its time in the sandbox. */
export async function forgetSandboxTime(ctx: Ctx, tx: Transaction, { subjectId }: ErasureRow): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update project set real_since = null, updated_at = ${ctx.now().toISOString()}
    where id = ${subjectId} and real_since is not null`)
  if (rowCount) await announce(ctx, tx, 'project', [subjectId])
}
