import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { isInRealm } from '#platform/server/tenancy/visible-rows.ts'
import type { Forgetting } from '../../contract.ts'
import { forgetting } from '../tables.ts'

type ForgettingRow = typeof forgetting.$inferSelect

/** How long projects see their losses. */
const keptMs = 400 * 24 * 3_600_000

export const forgettings: Reading<ForgettingRow, Forgetting> = {
  table: forgetting,
  columns: {
    id: forgetting.id,
    documentId: forgetting.id,
    createdAt: forgetting.createdAt,
    updatedAt: forgetting.createdAt,
    project: forgetting.projectId,
    standing: forgetting.standing,
    opportunityId: forgetting.opportunityId,
    mentionId: forgetting.mentionId,
  },
  project: forgetting.projectId,
  seen: isInRealm(forgetting),
  links: { project: toOne('projects', (row) => row.projectId) },
  cursor: false,
  rows: rowsOf(forgetting),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: ForgettingRow): Forgetting {
  const { opportunityId, mentionId, standing, texts, people } = row
  const head = rowHead({ ...row, updatedAt: row.createdAt })
  return {
    ...head,
    opportunityId,
    mentionId,
    standing,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    texts,
    people,
  }
}

/** A project's losses from one post. The ids belong to leads and mentions that it was shown. */
export type Loss = Pick<ForgettingRow, 'projectId' | 'realm' | 'opportunityId' | 'mentionId' | 'texts' | 'people'>

/** A lead or mention that lost content. */
export interface ForgottenFind {
  projectId: string
  id: string
  postId: string
  isReleased: boolean
}

/** Records the losses of projects, without the lost texts. */
export async function recordLosses(
  ctx: Ctx,
  tx: Transaction,
  losses: readonly Loss[],
  { standing, lastSeenAt }: Pick<ForgettingRow, 'standing' | 'lastSeenAt'>,
): Promise<void> {
  if (losses.length === 0) return
  const common = { standing, lastSeenAt, createdAt: ctx.now() }
  await tx.insert(forgetting).values(losses.map((loss) => ({ ...loss, ...common, id: ctx.id() })))
}

export async function forgetOldForgettings(ctx: Ctx, tx: Transaction): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptMs).toISOString()
  await tx.execute(sql`delete from forgetting where created_at < ${before}`)
}
