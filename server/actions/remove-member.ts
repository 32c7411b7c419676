import { mayGrant } from '@earshot/engine/access'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { announce } from '../events.ts'
import { audit } from '../features/audit/audit.ts'
import { signedInId } from '../features/identity/people.ts'
import { type MemberRow, removeMember as remove, requireOtherOwner } from '../features/member/members.ts'
import { requireRight, roleIn } from '../features/project/rights.ts'
import { roleTooSmall } from '../refusals.ts'
import { holdMember } from './hold-member.ts'

/**
 * Removes a member, takes an invitation back, or leaves. Who is removed is out at once: memberships are read with every
 * request, and open streams ask once a second.
 */
export async function removeMember(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await holdMember(ctx, tx, id)
    const { projectId, role } = row
    const leaves = row.userId === signedInId(ctx)
    if (!leaves) {
      requireRight(ctx, projectId, 'manageMembers')
      if (!mayGrant(roleIn(ctx, projectId), role)) throw roleTooSmall()
    }
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
