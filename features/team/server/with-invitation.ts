import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { invitationOfToken, noLongerValid, projectOfToken } from './invitations.ts'
import type { MemberRow } from './members.ts'

/** Does something with an invitation for whoever brings its token. Throws NotFoundError alike for every other token. */
export async function withInvitation<Answer>(
  ctx: Ctx,
  { id, token }: { id: string; token: string },
  work: (tx: Transaction, row: MemberRow) => Promise<Answer>,
): Promise<Answer> {
  const projectId = await transaction(ctx, (tx) => projectOfToken(tx, token))
  if (projectId === null) throw noLongerValid()
  return transaction(
    ctx,
    async (tx) => {
      const row = await invitationOfToken(ctx, tx, { id, projectId, token })
      if (!row) throw noLongerValid()
      return work(tx, row)
    },
    { alsoProjects: [projectId] },
  )
}
