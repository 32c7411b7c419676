import { eq } from 'drizzle-orm'
import { type Source, shownSources } from '#engine/sources.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { redditApi } from '../accounts/open.ts'
import type { RedditApi } from '../api/api.ts'

/** Reddit as a project may search it now, and the source that its posts come from. */
export interface LiveConnection {
  api: RedditApi
  source: Source
}

/**
 * Returns a project's connection to Reddit's API. Null if this server has none, or if the project has turned it off or
 * shows another realm.
 */
export async function liveConnection(ctx: Ctx, tx: Transaction, projectId: string): Promise<LiveConnection | null> {
  const api = redditApi(ctx)
  if (!api || !ctx.reddit) return null
  const source = ctx.reddit.realm === 'sandbox' ? 'sandbox' : 'reddit-api'
  const [row] = await tx
    .select({ realm: project.realm, sources: project.sources })
    .from(project)
    .where(eq(project.id, projectId))
  return row && shownSources(row).includes(source) ? { api, source } : null
}

/** How often per hour a user, and a project, may ask Reddit; a search takes up to three of the app's calls. */
const attempts = { user: 120, project: 240 }

/** Counts a search or an added post. Throws RateLimitError, and ForbiddenError unless the actor is a user. */
export async function spendLiveCall(ctx: Ctx, projectId: string): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const budgets = [
    { key: `live searches by ${actor.userId}`, attempts: attempts.user, minutes: 60 },
    { key: `live searches of ${projectId}`, attempts: attempts.project, minutes: 60, shared: true },
  ] as const
  await spend(ctx, budgets, 'Too many live searches')
}

export const notConnected = "Live search needs Reddit's API, which isn't connected to this project"
