import { and, eq, sql } from 'drizzle-orm'
import { type MissRate, missRate } from '#engine/rules/miss-rate.ts'
import type { Audit, AuditKind } from '#features/leads/contract.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isInRealm } from '#platform/server/tenancy/visible-rows.ts'
import { auditReview } from '../tables.ts'
import { unreviewed } from './dropped-posts.ts'
import { postsById } from './posts-by-id.ts'

/** Returns the dropped posts of a project to review, and how many of those reviewed so far were leads. */
export async function readAudit(ctx: Ctx, { id }: { id: string }): Promise<Audit> {
  roleIn(ctx, id)
  return transaction(ctx, async (tx) => ({ dropped: await droppedPosts(tx, id), missRates: await missRates(tx, id) }), {
    onlyProject: id,
  })
}

async function droppedPosts(tx: Transaction, projectId: string): Promise<Audit['dropped']> {
  const dropped = await unreviewed(tx, projectId)
  const posts = await postsById(
    tx,
    dropped.map(({ postId }) => postId),
  )
  return dropped.flatMap(({ kind, postId }) => {
    const found = posts.get(postId)
    return found ? [{ kind, post: found }] : []
  })
}

async function missRates(tx: Transaction, projectId: string): Promise<Record<AuditKind, MissRate>> {
  const rows = await tx
    .select({
      kind: auditReview.kind,
      reviewed: sql<number>`count(*)::int`,
      leads: sql<number>`(count(*) filter (where ${auditReview.verdict} = 'lead'))::int`,
    })
    .from(auditReview)
    .where(and(eq(auditReview.projectId, projectId), isInRealm(auditReview)))
    .groupBy(auditReview.kind)
  const of = (kind: AuditKind) => {
    const counts = rows.find((row) => row.kind === kind)
    return missRate(counts?.leads ?? 0, counts?.reviewed ?? 0)
  }
  return { candidate: of('candidate'), other: of('other') }
}
