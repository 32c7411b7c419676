import { and, eq, isNotNull } from 'drizzle-orm'
import { user } from '#features/accounts/server/tables.ts'
import { eraseProjectSoon } from '#features/privacy/server/erasure/erase-project-soon.ts'
import { member } from '#features/team/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { projectDeletedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { holdProject } from './hold-project.ts'

/** Deletes a project: nobody finds it any more, and soon nothing of it is kept. Its owners alone may, by hand. */
export async function deleteProject(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    await holdProject(ctx, tx, id, 'deleteProject')
    await tellOwners(ctx, tx, id)
    await eraseProjectSoon(ctx, tx, id)
  })
}

/** All who own it, who does it too: it may have been somebody else in their name. */
async function tellOwners(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const owners = await tx
    .select({ id: user.id, email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.projectId, projectId), eq(member.role, 'owner'), isNotNull(user.confirmedAt)))
    .orderBy(user.id)
  for (const { id, email } of owners) await sendMail(ctx, tx, { to: email, userId: id, ...projectDeletedLetter() })
}
