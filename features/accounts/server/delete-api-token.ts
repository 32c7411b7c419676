import { requireRight } from '#features/projects/server/rights.ts'
import type { Ctx } from '#server/ctx.ts'
import { transaction } from '#server/db/database.ts'
import { audit } from '#server/features/audit/audit.ts'
import { removeApiToken } from './api-tokens.ts'

/** Revokes an API token: from now on it opens nothing. */
export async function deleteApiToken(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { projectId, name } = await removeApiToken(ctx, tx, id)
    requireRight(ctx, projectId, 'manageTokens')
    await audit(ctx, tx, { projectId, action: 'apiToken.delete', subjectId: id, details: { name } })
  })
}
