import type { z } from 'zod'
import { holdProject } from '#features/projects/server/hold-project.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { ApiToken, ApiTokenCreate } from '../contract.ts'
import { insertApiToken, presentApiToken } from './api-tokens.ts'
import { signedInId } from './people.ts'
import { spend, tokenBudgets } from './throttle.ts'

/** Makes an API token of a project. The answer is the only place where it is ever told. */
export async function createApiToken(
  ctx: Ctx,
  { project: projectId, name, scope }: z.output<typeof ApiTokenCreate>,
): Promise<ApiToken & { token: string }> {
  requireRight(ctx, projectId, 'manageTokens')
  const createdBy = signedInId(ctx)
  await spend(ctx, tokenBudgets(ctx))
  return transaction(ctx, async (tx) => {
    // Tokens of a project are counted one after another.
    await holdProject(ctx, tx, projectId, 'manageTokens')
    const { row, token } = await insertApiToken(ctx, tx, { projectId, createdBy, name, scope })
    await audit(ctx, tx, { projectId, action: 'apiToken.create', subjectId: row.id, details: { name, scope } })
    return { ...presentApiToken(row), token }
  })
}
