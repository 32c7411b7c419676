import { sql } from 'drizzle-orm'
import { leastLabel } from '#engine/score/component.ts'
import { AuditReview, type AuditReviewCreate, auditReviewsResource } from '#features/leads/contract.ts'
import { addLead } from '#features/leads/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, insertRow, lockRow, removeRow } from '#platform/server/database/rows/own-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { isInRealm } from '#platform/server/tenancy/visible-rows.ts'
import { auditReview } from '../tables.ts'
import { droppedPost } from './dropped-posts.ts'

/** Members' verdicts on dropped posts, of the realm that the project sees. */
export const auditReviews = {
  ...resourceRows<typeof auditReview, typeof AuditReview>(
    { resource: auditReviewsResource, entity: AuditReview },
    auditReview,
  ),
  seen: isInRealm(auditReview),
  unique: { index: 'audit_review_post', field: 'post', taken: 'This post is already reviewed' },
}

/**
 * Records a verdict on a dropped post; `lead` also adds it to the project's leads, where it stays whatever its score.
 * Throws ValidationError for a post that isn't in the project's samples.
 */
export async function createAuditReview(
  ctx: Ctx,
  { project: projectId, post: postId, verdict }: AuditReviewCreate,
): Promise<AuditReview> {
  requireRight(ctx, projectId, 'decide')
  return transaction(ctx, async (tx) => {
    const dropped = await droppedPost(tx, projectId, postId)
    if (!dropped) throw faultOfField('post', 'post must be one of the dropped posts to review')
    const opportunityId = verdict === 'lead' ? await addLead(ctx, tx, { projectId, ...dropped }) : null
    if (verdict === 'lead' && opportunityId === null) throw new ApiError('ConflictError', 'This post is already a lead')
    const { kind, realm } = dropped
    const values = { projectId, postId, kind, verdict, opportunityId, realm, createdBy: authorOf(ctx) }
    const id = await insertRow(ctx, tx, auditReviews, values)
    await audit(ctx, tx, { projectId, action: 'auditReview.create', subjectId: id, details: { verdict } })
    return readOne(ctx, tx, auditReviews, id)
  })
}

/** Undoes a verdict. A lead that it made is removed, unless a member has worked on it or it now scores as a lead. */
export async function deleteAuditReview(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, auditReviews, id)
    const { projectId, postId, opportunityId, verdict } = row
    requireRight(ctx, projectId, 'decide')
    await removeRow(tx, auditReviews, row)
    if (opportunityId !== null) {
      await tx.execute(sql`
        delete from opportunity o
        where o.project_id = ${projectId} and o.id = ${opportunityId} and o.state = 'new' and not o.saved
          and not is_worked_on(o.project_id, o.id) and not exists (
            select from candidate c
            where c.project_id = ${projectId} and c.post_id = ${postId} and c.label >= ${leastLabel})`)
      await announce(ctx, tx, 'opportunities', [projectId])
    }
    await audit(ctx, tx, { projectId, action: 'auditReview.delete', subjectId: id, details: { verdict } })
  })
}
