import { and, count, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Actor, Ctx, Membership } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { digestOf } from '#platform/server/digest.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import type { ApiToken, ApiTokenCreate } from '../contract.ts'
import { isLongAgo } from './sessions/sessions.ts'
import { apiToken } from './tables.ts'
import { tokenBudgets } from './throttle.ts'

export type ApiTokenRow = typeof apiToken.$inferSelect

/** The prefix of every token, which makes leaked ones recognizable. */
const prefix = 'esk_'

/** The number of last characters that are kept to identify it. */
const endingLength = 4

/** The maximum per project. More would be hard to tell apart. */
const projectMax = 50

/** The tokens of the projects in which the actor may create tokens (contract/endpoints). */
export const apiTokens: Reading<ApiTokenRow, ApiToken> = {
  table: apiToken,
  columns: {
    id: apiToken.id,
    documentId: apiToken.id,
    createdAt: apiToken.createdAt,
    updatedAt: apiToken.updatedAt,
    project: apiToken.projectId,
    createdBy: apiToken.createdBy,
    name: apiToken.name,
    scope: apiToken.scope,
    lastUsedAt: apiToken.lastUsedAt,
  },
  project: apiToken.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(apiToken),
  present: async (_tx, rows) => rows.map(presentApiToken),
}

function presentApiToken(row: ApiTokenRow): ApiToken {
  const { name, scope, ending, lastUsedAt } = row
  return { ...rowHead(row), name, scope, ending, lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/** Creates a token for the actor. It is returned once; only its digest is stored. */
async function insertApiToken(
  ctx: Ctx,
  tx: Transaction,
  values: Pick<ApiTokenRow, 'projectId' | 'createdBy' | 'name' | 'scope'>,
): Promise<{ row: ApiTokenRow; token: string }> {
  const [present] = await tx.select({ total: count() }).from(apiToken).where(eq(apiToken.projectId, values.projectId))
  if ((present?.total ?? 0) >= projectMax) {
    throw new ApiError(
      'ApplicationError',
      `This project has reached the limit of ${projectMax} API tokens. Revoke one first.`,
    )
  }
  const token = `${prefix}${ctx.secret()}`
  const kept = { digest: digestOf(token), ending: token.slice(-endingLength) }
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const [row] = await tx
    .insert(apiToken)
    .values({ ...values, ...kept, ...dates, id: ctx.id() })
    .returning()
  if (!row) throw new Error('the token was not written')
  return { row, token }
}

/** Revokes a token at once. Throws NotFoundError if the actor's projects don't have it. */
async function removeApiToken(ctx: Ctx, tx: Transaction, id: string): Promise<ApiTokenRow> {
  const { actor } = ctx
  const projectIds = actor.kind === 'user' ? actor.memberships.map(({ projectId }) => projectId) : []
  const [row] = await tx
    .delete(apiToken)
    .where(and(inArray(apiToken.projectId, projectIds), eq(apiToken.id, id)))
    .returning()
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

export function isApiToken(token: string): boolean {
  return token.startsWith(prefix)
}

/**
 * Returns the actor of an API token: its creator, limited to its project, with their current role there. Null if it is
 * unknown or revoked, or its creator is blocked, deleted or no longer a member.
 */
export async function actorOfApiToken(ctx: Ctx, token: string): Promise<Actor | null> {
  const [bearer] = await ctx.db.ask<Bearer>({
    name: 'bearer-of-token',
    text: 'select * from bearer_of_token($1)',
    values: [digestOf(token)],
  })
  if (!bearer) return null
  const { id, scope, user_id: userId, project_id: projectId, role } = bearer
  const actor = {
    kind: 'user',
    userId,
    sessionId: null,
    token: { id, scope },
    memberships: [{ projectId, role }],
  } as const
  if (isLongAgo(ctx, bearer.last_used_at)) await recordUse({ ...ctx, actor }, id)
  return actor
}

interface Bearer {
  id: string
  project_id: string
  scope: ApiTokenRow['scope']
  user_id: string
  role: Membership['role']
  last_used_at: Date | null
}

async function recordUse(ctx: Ctx, id: string): Promise<void> {
  await transaction(ctx, (tx) => tx.update(apiToken).set({ lastUsedAt: ctx.now() }).where(eq(apiToken.id, id)))
}

/** Creates an API token for a project. Only this response contains it. */
export async function createApiToken(
  ctx: Ctx,
  { project: projectId, name, scope }: z.output<typeof ApiTokenCreate>,
): Promise<ApiToken & { token: string }> {
  requireRight(ctx, projectId, 'manageTokens')
  const createdBy = signedInId(ctx)
  await spend(ctx, tokenBudgets(ctx))
  return transaction(ctx, async (tx) => {
    // The lock serializes the count of a project's tokens.
    await lockProjectWithRight(ctx, tx, projectId, 'manageTokens')
    const { row, token } = await insertApiToken(ctx, tx, { projectId, createdBy, name, scope })
    await audit(ctx, tx, { projectId, action: 'apiToken.create', subjectId: row.id, details: { name, scope } })
    return { ...presentApiToken(row), token }
  })
}

/** Revokes an API token with immediate effect. */
export async function deleteApiToken(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { projectId, name } = await removeApiToken(ctx, tx, id)
    requireRight(ctx, projectId, 'manageTokens')
    await audit(ctx, tx, { projectId, action: 'apiToken.delete', subjectId: id, details: { name } })
  })
}
