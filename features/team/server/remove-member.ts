import { mayGrant } from '#engine/rules/access.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { roleTooSmall } from '#platform/server/refusals.ts'
import { holdMember } from './hold-member.ts'
import { type MemberRow, removeMember as remove, requireOtherOwner } from './members.ts'

/**
 * Removes a member, takes an invitation back, or leaves. Who is removed is out at once: memberships are read with every
 * request, and open streams ask once a second.
 */
export async function removeMember(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { row, role: by, own: leaves } = await holdMember(ctx, tx, id)
    const { projectId, role } = row
    if (!leaves && !mayGrant(by, role)) throw roleTooSmall()
    await requireOtherOwner(tx, row)
    await remove(tx, row)
    await audit(ctx, tx, { projectId, action: actionOf(row, leaves), subjectId: id, details: { role } })
    await announce(ctx, tx, 'project', [projectId])
  })
}

function actionOf({ status }: MemberRow, leaves: boolean): string {
  if (leaves) return 'member.leave'
  return status === 'invited' ? 'member.uninvite' : 'member.remove'
}
