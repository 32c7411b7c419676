import { eq } from 'drizzle-orm'
import { communityGates, promotionTerms } from '#engine/replies/community-terms.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { CommunityPlaybook } from '../../contract-playbook.ts'
import { connectedAccount } from '../accounts/accounts.ts'
import { communityRules } from '../communities/community-rows.ts'
import { postingHours } from './posting-hours.ts'
import { countReplies, latestReplies, survivalIn } from './replies-in-community.ts'

const dayMs = 24 * 3_600_000

/** Returns what a project knows about replying in a community of its realm. Throws NotFoundError. */
export async function readPlaybook(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<CommunityPlaybook> {
  roleIn(ctx, id)
  return readOnly(ctx, async (tx) => {
    const [row] = await tx
      .select({ realm: project.realm, timeZone: project.timeZone })
      .from(project)
      .where(eq(project.id, id))
    const { realm = 'real', timeZone = 'UTC' } = row ?? {}
    const place = { projectId: id, realm, community: name }
    const rules = await communityRules(tx, realm, name)
    const account = await connectedAccount(tx, id, realm)
    return {
      name,
      realm,
      gates: rules && communityGates(rules),
      terms: rules && promotionTerms(rules),
      account: account && {
        name: account.name,
        ageDays: account.joinedAt && Math.floor((ctx.now().getTime() - account.joinedAt.getTime()) / dayMs),
        karma: account.karma,
      },
      hours: await postingHours(ctx, tx, place, timeZone),
      survival: await survivalIn(tx, place),
      replies: await latestReplies(ctx, tx, place),
      replyCount: await countReplies(tx, place),
    }
  })
}
