import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../db/database.ts'
import { lockMember, type MemberRow, projectOfMember } from '../features/member/members.ts'
import { lockProject } from '../features/project/projects.ts'

/**
 * A member or invitation of the actor's projects, with their project kept from changing until the transaction ends:
 * whoever changes roles or removes members takes turns, so that the last two owners can't leave at once.
 */
export async function holdMember(ctx: Ctx, tx: Transaction, id: string): Promise<MemberRow> {
  await lockProject(ctx, tx, await projectOfMember(ctx, tx, id))
  return lockMember(ctx, tx, id)
}
