import { requireRight } from '#features/projects/server/rights.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { removeApiToken } from './api-tokens.ts'

/** Revokes an API token: from now on it opens nothing. */
export async function deleteApiToken(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { projectId, name } = await removeApiToken(ctx, tx, id)
    requireRight(ctx, projectId, 'manageTokens')
    await audit(ctx, tx, { projectId, action: 'apiToken.delete', subjectId: id, details: { name } })
  })
}
